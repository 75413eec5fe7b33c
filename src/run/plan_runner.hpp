// Runs the tasks of a plan that are not done yet, or some of them: hands them out in the plan's
// order, adds up tallies, reports progress, stops when asked. Knows of no file.
#pragma once

#include <chrono>
#include <stop_token>
#include <vector>

#include "counting/engine.hpp"
#include "counting/plan.hpp"
#include "nqueens/execution.hpp"
#include "nqueens/wide.hpp"
#include "run/executor.hpp"

namespace nqueens::run {

/// Takes every finished task, from several threads at once; a journal for example. An exception
/// ends the run.
class TaskSink {
 public:
  virtual ~TaskSink() = default;
  virtual void task_done(const counting::Task& task, const counting::Tally& tally) = 0;
};

struct PlanRunOptions {
  /// By task id: done before this run, to be left out. Empty: none is.
  std::vector<bool> done;
  /// By task id: for others to do. To this run and its progress they do not exist. Empty: none is.
  std::vector<bool> excluded;
  TaskSink* sink = nullptr;
  std::stop_token stop;
  ProgressCallback on_progress;
  std::chrono::milliseconds progress_interval{200};
};

struct PlanRunResult {
  /// No task of this run is left; false when stopped: the sums are then of some tasks only.
  bool complete = false;
  WideCount solutions = 0;  ///< weighted, of the tasks of this run
  std::uint64_t nodes = 0;  ///< where the engine counts them
  Progress progress;        ///< at the end
};

/// Work is lost only of tasks in hand when stopped. An exception of the engine or the sink stops
/// all workers and is thrown here.
PlanRunResult run_plan(const counting::Plan& plan, const counting::PreparedEngine& engine,
                       Executor& executor, const PlanRunOptions& options);

}  // namespace nqueens::run
