// What every counting engine offers, and the registry of engines. An engine is stateless and lives
// for the whole program; `prepare` makes what one problem needs (tables, shared by all threads),
// `make_worker` what one thread needs (scratch).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

#include "base/cpu_features.hpp"
#include "counting/tally.hpp"
#include "counting/task.hpp"
#include "nqueens/problem.hpp"

namespace nqueens::counting {

/// Counts tasks on one thread. Not shared between threads.
class Worker {
 public:
  virtual ~Worker() = default;
  /// Adds the solutions of the task, times its weight, to the tally. Returns false when stopped
  /// before the end, within about 100 ms; the tally is then worth nothing.
  virtual bool count(const Task& task, const std::stop_token& stop, Tally& tally) = 0;
};

/// An engine made ready for one problem. Immutable, shared by all threads of a run.
class PreparedEngine {
 public:
  virtual ~PreparedEngine() = default;
  virtual std::unique_ptr<Worker> make_worker() const = 0;
};

struct EngineOptions {
  int depth = 0;             ///< of the plan
  bool count_nodes = false;  ///< also count the steps of the search (a little slower)
  /// The most that kernels may use; what an engine then takes says instruction_set().
  base::InstructionSet instruction_set = base::best_instruction_set();
};

/// Bytes that a run takes, beside the plan and the program itself. Upper bounds.
struct MemoryNeed {
  std::uint64_t shared = 0;
  std::uint64_t per_thread = 0;
};

class Engine {
 public:
  virtual ~Engine() = default;
  virtual std::string_view name() const = 0;
  virtual std::string_view summary() const = 0;
  /// Names of the decompositions whose tasks it can count, preferred first.
  virtual std::span<const std::string_view> decompositions() const = 0;
  /// The instruction set of the kernels that it takes where `most` may be used.
  virtual base::InstructionSet instruction_set(base::InstructionSet most) const = 0;
  /// What it cannot count, as the end of "cannot count "; empty when the problem is one for it.
  virtual std::string_view refusal(const Problem&) const { return {}; }
  virtual MemoryNeed memory(const Problem&, const EngineOptions&) const { return {}; }
  /// Core seconds of the whole problem by the machine of results/README.md: what `auto` goes by
  /// and what a dry run tells. Right within a factor of about two up to N = 24; for restricted
  /// problems an upper bound.
  virtual double predicted_seconds(const Problem& problem, base::InstructionSet most) const = 0;
  /// Precondition: refusal(problem) is empty.
  virtual std::unique_ptr<PreparedEngine> prepare(const Problem& problem,
                                                  const EngineOptions& options) const = 0;
};

/// Every engine, slowest first.
const std::vector<const Engine*>& all_engines();

/// The engine of that name; throws InvalidArgument listing the names.
const Engine& find_engine(std::string_view name);

/// The engine of least predicted time that can count the problem with these instructions.
const Engine& choose_engine(const Problem& problem, base::InstructionSet most);

/// Throws InvalidArgument when the engine refuses the problem.
void require_countable(const Engine& engine, const Problem& problem);

}  // namespace nqueens::counting
