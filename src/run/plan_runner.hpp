// Runs tasks on all threads of an executor: those of a plan that are not done, in the plan's order,
// or those that a source hands out. Adds up tallies, reports progress, stops when asked. Knows no
// file.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include "counting/plan.hpp"
#include "counting/work_time.hpp"
#include "nqueens/execution.hpp"
#include "nqueens/wide.hpp"
#include "run/executor.hpp"

namespace nqueens::run {

/// Called with every finished task, from several threads at once; for example a journal. An
/// exception ends the run.
class TaskSink {
 public:
  virtual ~TaskSink() = default;
  virtual void task_done(const counting::Task& task, const counting::Tally& tally) = 0;
};

/// A task that one worker has counted.
struct FinishedTask {
  counting::Task task;
  counting::Tally tally;
  std::chrono::duration<double> took{};
};

/// The next task; none at the end. May wait for one until a stop is requested.
using TaskSource = std::function<std::optional<counting::Task>(const std::stop_token& stop)>;

/// Counts tasks until the source has no more or a stop is requested. Source and sink are called
/// from all threads at once. A stop loses the tasks that are running. An exception of a worker, the
/// source or the sink stops all workers and is thrown here.
void count_tasks(const counting::WorkerMaker& make_worker, Executor& executor,
                 const TaskSource& next_task,
                 const std::function<void(const FinishedTask&)>& task_done,
                 const std::stop_token& stop, int max_workers = kMaxThreads);

struct PlanRunOptions {
  /// By task id: done before this run. Empty: none is.
  std::vector<bool> done{};
  /// By task id: not part of this run, nor of its progress. Empty: none is.
  std::vector<bool> excluded{};
  TaskSink* sink = nullptr;
  std::stop_token stop{};
  ProgressCallback on_progress{};
  counting::WorkTime time{};  ///< predicted, for on_progress
  std::chrono::milliseconds progress_interval{200};
};

struct PlanRunResult {
  /// All tasks of this run are done; false when stopped, where the sums are partial.
  bool complete = false;
  WideCount solutions = 0;  ///< weighted, of the tasks of this run
  std::uint64_t nodes = 0;  ///< where the engine counts them
  Progress progress;        ///< at the end
  int threads = 0;          ///< started, at most one a task
};

PlanRunResult run_plan(const counting::Plan& plan, const counting::WorkerMaker& make_worker,
                       Executor& executor, const PlanRunOptions& options);

}  // namespace nqueens::run
