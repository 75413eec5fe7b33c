// What every counting engine offers, and the registry of engines. An engine is stateless and lives
// for the whole program; `prepare` makes what one problem needs (tables, shared by all threads),
// `make_worker` what one thread needs (scratch).
#pragma once

#include <memory>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

#include "engine/tally.hpp"
#include "engine/task.hpp"
#include "nqueens/problem.hpp"

namespace nqueens::engine {

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
  int depth = 0;             ///< prefix queens of every task, as in the plan
  bool count_nodes = false;  ///< also count visited partial placements (a little slower)
};

class Engine {
 public:
  virtual ~Engine() = default;
  virtual std::string_view name() const = 0;
  virtual std::string_view summary() const = 0;
  /// Names of the decompositions whose tasks it can count, preferred first.
  virtual std::span<const std::string_view> decompositions() const = 0;
  /// The instruction set that it would use on this machine.
  virtual std::string_view instruction_set() const = 0;
  virtual std::unique_ptr<PreparedEngine> prepare(const Problem& problem,
                                                  const EngineOptions& options) const = 0;
};

/// Every engine, slowest first.
const std::vector<const Engine*>& all_engines();

/// The engine of that name; throws InvalidArgument listing the names.
const Engine& find_engine(std::string_view name);

/// The fastest engine for the problem.
const Engine& choose_engine(const Problem& problem);

}  // namespace nqueens::engine
