// Runs tasks on all threads of an executor: those of a plan that are not done, in the plan's order,
// or those that a source hands out. Adds up tallies, reports progress, stops when asked. It knows
// no files.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include "engine/decomposition.hpp"
#include "engine/plan.hpp"
#include "nqueens/execution.hpp"
#include "nqueens/wide.hpp"
#include "run/executor.hpp"

namespace nqueens::run {

/// Takes finished tasks, from several threads at once; a journal does. An exception ends the run.
class TaskSink {
 public:
  virtual ~TaskSink() = default;
  virtual void task_done(const engine::Task& task, const engine::Tally& tally) = 0;
};

struct FinishedTask {
  engine::Task task;
  engine::Tally tally;
  std::chrono::duration<double> took{};
};

/// Returns the next task, none at the end. It may wait for one until a stop is requested.
using TaskSource = std::function<std::optional<engine::Task>(const std::stop_token& stop)>;

/// Counts tasks of the plan until the source has no more or a stop is requested. All threads call
/// source and sink at once. A stop loses the tasks that are running. An exception of a worker, the
/// source or the sink stops all workers and is thrown here; so is the Error for a tally that its
/// task cannot have, which the sink never gets.
void count_tasks(const engine::Plan& plan, const engine::WorkerMaker& make_worker,
                 Executor& executor, const TaskSource& next_task,
                 const std::function<void(const FinishedTask&)>& task_done,
                 const std::stop_token& stop, int max_workers = kMaxThreads);

struct PlanRunOptions {
  /// Tells by task id what was done before this run; if empty, nothing was.
  std::vector<bool> done{};
  /// Tells by task id what is no part of this run, nor of its progress; if empty, nothing is.
  std::vector<bool> excluded{};
  TaskSink* sink = nullptr;
  std::stop_token stop{};
  ProgressCallback on_progress{};
  engine::WorkTime time{};  ///< predicted or measured, for on_progress
  std::chrono::milliseconds progress_interval{200};
};

struct PlanRunResult {
  /// Tells whether all tasks of this run are done. When stopped, the sums are partial.
  bool complete = false;
  WideCount solutions = 0;  ///< weighted, of the tasks of this run
  std::uint64_t nodes = 0;  ///< where the engine counts them
  Progress progress;        ///< at the end
  int threads = 0;          ///< those started, at most one for each task
};

PlanRunResult run_plan(const engine::Plan& plan, const engine::WorkerMaker& make_worker,
                       Executor& executor, const PlanRunOptions& options);

/// Counts finished tasks of a run and tells how far it is.
///
/// The fraction is a ratio estimate: the predicted cost of the done tasks over that of all.
/// Predictions are crude, but tasks run in a fixed pseudo-random order. So the done ones are a
/// random sample, and errors of single predictions average out as 1 / sqrt(tasks done). Running
/// tasks, at most one per thread and longer than average, are not included; so it lags by about
/// half a task per thread. The time left is that of the other tasks, by the times of the done ones,
/// less what running tasks have had. While the process is stopped (SIGSTOP, a machine that sleeps)
/// no time passes here.
class ProgressMeter {
 public:
  using Clock = std::chrono::steady_clock;
  using Seconds = std::chrono::duration<double>;

  /// `tasks_before` and `cost_before` are done already, as the journal says; `time` is predicted.
  /// If longer than `longest_gap` passes between two calls of members, it is a pause.
  ProgressMeter(int threads, std::uint64_t tasks_total, std::uint64_t cost_total,
                std::uint64_t tasks_before, std::uint64_t cost_before,
                const engine::WorkTime& time = {}, Clock::time_point begin = Clock::now(),
                Seconds longest_gap = Seconds::max())
      : threads_(threads),
        tasks_total_(tasks_total),
        cost_total_(cost_total),
        tasks_before_(tasks_before),
        cost_before_(cost_before),
        time_(time),
        begin_(begin),
        longest_gap_(longest_gap),
        last_(begin) {}

  /// Adds a task that began this long before `now` and ends now.
  void task_done(std::uint64_t cost, Seconds took, Clock::time_point now = Clock::now());
  std::uint64_t tasks_done() const { return tasks_; }  ///< of this run

  Progress snapshot(Clock::time_point now = Clock::now());

 private:
  struct Pause {
    Clock::time_point begin;
    Seconds length;
  };

  /// Returns the part of this time before `now` in which the process ran.
  Seconds without_pauses(Seconds time, Clock::time_point now);
  double seconds_left(Seconds elapsed) const;

  const int threads_;
  const std::uint64_t tasks_total_;
  const std::uint64_t cost_total_;
  const std::uint64_t tasks_before_;
  const std::uint64_t cost_before_;
  const engine::WorkTime time_;
  const Clock::time_point begin_;
  const Seconds longest_gap_;
  Clock::time_point last_;  ///< when a member was called last
  std::vector<Pause> pauses_;
  std::uint64_t tasks_ = 0;
  std::uint64_t cost_ = 0;
  Seconds took_{};  ///< sum of the tasks' times
};

}  // namespace nqueens::run
