// What every counting engine offers, and the table of engines (engines.cpp). An engine has no
// state and lives for the whole program. `prepare` makes what one problem needs: its decomposition
// and the tables that all threads share. A worker has what one thread needs.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/cpu_features.hpp"
#include "domain/problem.hpp"
#include "engine/decomposition.hpp"

namespace nqueens::engine {

struct EngineOptions {
  bool count_nodes = false;  ///< also count the steps of the search (a little slower)
  /// Kernels use this instruction set at best; Engine::instruction_set() tells the one in use.
  base::InstructionSet instruction_set = base::best_instruction_set();
  int device = 0;  ///< for engines that take one: its number from 1 on, or 0 for the first GPU
};

/// Upper bounds of the bytes that a run needs, besides the plan and the program itself.
struct MemoryNeed {
  std::uint64_t shared = 0;
  std::uint64_t per_thread = 0;

  std::uint64_t total(int threads) const {  ///< saturates
    std::uint64_t sum = 0;
    return __builtin_mul_overflow(per_thread, static_cast<std::uint64_t>(threads), &sum) ||
                   __builtin_add_overflow(sum, shared, &sum)
               ? ~std::uint64_t{0}
               : sum;
  }
};

struct Engine;

/// An engine made ready for one problem is immutable and shared by all threads of a run.
struct PreparedEngine {
  const Engine& engine;
  const EngineOptions options;
  const std::shared_ptr<const Decomposition> decomposition;
  /// Makes a worker for tasks of that depth. All threads call it.
  const std::function<std::unique_ptr<Worker>(int depth)> make_worker;
  const MemoryNeed memory{};

  const Problem& problem() const { return decomposition->problem(); }
  base::InstructionSet instruction_set() const;
};

/// An engine is a name and the functions that count by its technique.
struct Engine {
  std::string_view name;
  std::string_view decomposition_name;  ///< whose tasks it counts
  std::string_view summary;             ///< one line
  base::InstructionSet (*instruction_set)(base::InstructionSet max) = [](base::InstructionSet) {
    return base::InstructionSet::portable;
  };
  /// Says what it cannot count, to follow "cannot count "; nothing if it can count the problem.
  std::string_view (*refusal)(const Problem& problem) = [](const Problem&) {
    return std::string_view();
  };
  /// Predicts the core seconds of the whole problem, with Decomposition::table_seconds(), on the
  /// server processor on which the engine was measured: within a factor of about two up to N = 24.
  /// On restricted boards the colour join is as accurate if at most a third of the squares is
  /// blocked; the others estimate by random descents, more often too low.
  double (*predicted_seconds)(const Problem& problem, base::InstructionSet max);
  std::shared_ptr<const Decomposition> (*decompose)(const Problem& problem);
  std::function<std::unique_ptr<PreparedEngine>(const Engine& engine, const Problem& problem,
                                                const EngineOptions& options)>
      make;
  /// Returns the name of the device that the options ask for; null if the engine needs none. Throws
  /// InvalidArgument unless this machine has it.
  std::string (*device)(const EngineOptions& options) = nullptr;

  bool needs_device() const { return device != nullptr; }
  /// Precondition: refusal(problem) is empty. The engine must outlive the result.
  std::unique_ptr<PreparedEngine> prepare(const Problem& problem,
                                          const EngineOptions& options = {}) const {
    return make(*this, problem, options);
  }
};

/// Serves as Engine::make if workers are made from problem, options and depth.
template <typename OwnWorker>
std::unique_ptr<PreparedEngine> prepare_with(const Engine& engine, const Problem& problem,
                                             const EngineOptions& options) {
  return std::make_unique<PreparedEngine>(
      PreparedEngine{engine, options, engine.decompose(problem), [problem, options](int depth) {
                       return std::make_unique<OwnWorker>(problem, options, depth);
                     }});
}

/// Slowest first. The first is the reference engine: plain backtracking, obviously right, with
/// which every other engine is compared.
const std::vector<Engine>& processor_engines();
const std::vector<Engine>& device_engines();  ///< the others, taken only by name

const Engine& find_engine(std::string_view name);  ///< throws InvalidArgument listing the names

/// Returns the engine with the least predicted time that can count the problem with these
/// instructions; the reference engine only if no other can. Returns null if no engine with that
/// decomposition can; with "", any decomposition, there always is one.
const Engine* fastest_engine(const Problem& problem, base::InstructionSet max,
                             std::string_view decomposition = {});

/// Throws InvalidArgument if the engine refuses the problem.
void require_countable(const Engine& engine, const Problem& problem);

}  // namespace nqueens::engine
