#include "run/plan_runner.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>

#include "nqueens/error.hpp"
#include "run/periodic_call.hpp"

namespace nqueens::run {

namespace {

/// After a longer time between two calls the process was paused; a thread that waits for a
/// processor on a busy machine takes less.
constexpr std::chrono::seconds kLongestGap{2};

}  // namespace

void count_tasks(const engine::Plan& plan, const engine::WorkerMaker& make_worker,
                 Executor& executor, const TaskSource& next_task,
                 const std::function<void(const FinishedTask&)>& task_done,
                 const std::stop_token& stop, int max_workers) {
  // One token tells both reasons to stop: the caller's, and an exception on another thread.
  std::stop_source stopping;
  const std::stop_callback forward(stop, [&] { stopping.request_stop(); });
  const std::stop_token any_stop = stopping.get_token();
  const auto work = [&](int) {
    try {
      const std::unique_ptr<engine::Worker> worker = make_worker();
      while (!any_stop.stop_requested()) {
        const std::optional<engine::Task> task = next_task(any_stop);
        if (!task) break;
        const auto begin = std::chrono::steady_clock::now();
        FinishedTask finished{*task, {}, {}};
        if (!worker->count(*task, any_stop, finished.tally)) break;
        finished.took = std::chrono::steady_clock::now() - begin;
        const std::string impossible = plan.impossible(*task, finished.tally);
        if (!impossible.empty()) {
          throw Error("impossible tally: " + impossible +
                      "; it is not recorded: look after the memory of this machine or device, and "
                      "audit what it recorded before");
        }
        task_done(finished);
      }
    } catch (...) {
      stopping.request_stop();
      throw;
    }
  };
  executor.run(work, max_workers);
}

PlanRunResult run_plan(const engine::Plan& plan, const engine::WorkerMaker& make_worker,
                       Executor& executor, const PlanRunOptions& options) {
  const auto is_in = [](const std::vector<bool>& marks, const engine::Task& task) {
    return !marks.empty() && marks[task.id];
  };
  std::vector<std::uint32_t> to_do;  // places in plan.tasks(), in the order of work
  std::uint64_t tasks_before = 0;
  std::uint64_t cost_before = 0;
  std::uint64_t cost = 0;
  for (const std::uint32_t place : plan.order()) {
    const engine::Task& task = plan.tasks()[place];
    if (is_in(options.excluded, task)) continue;
    if (is_in(options.done, task)) {
      ++tasks_before;
      cost_before += task.cost;
    } else {
      to_do.push_back(place);
      cost += task.cost;
    }
  }

  PlanRunResult result;
  result.threads = static_cast<int>(
      std::clamp<std::size_t>(to_do.size(), 1, static_cast<std::size_t>(executor.threads())));
  std::mutex mutex;  // for the result and the meter
  const bool is_watched = options.on_progress && options.progress_interval.count() > 0;
  ProgressMeter meter(
      result.threads, tasks_before + to_do.size(), cost_before + cost, tasks_before, cost_before,
      options.time, ProgressMeter::Clock::now(),
      is_watched ? kLongestGap + options.progress_interval : ProgressMeter::Seconds::max());
  // This is a counter, since a parallel_for that splits down to single tasks takes 0.3 ms, not
  // 0.05, for 10,000 empty tasks on two threads; and a worker's state can be a local variable here.
  std::atomic<std::size_t> next{0};
  const auto next_task = [&](const std::stop_token&) -> std::optional<engine::Task> {
    const std::size_t place = next.fetch_add(1, std::memory_order_relaxed);
    if (place >= to_do.size()) return std::nullopt;
    return plan.tasks()[to_do[place]];
  };
  const auto task_done = [&](const FinishedTask& finished) {
    if (options.sink != nullptr) options.sink->task_done(finished.task, finished.tally);
    const std::lock_guard lock(mutex);
    result.solutions += finished.tally.solutions();
    result.nodes += finished.tally.nodes();
    meter.task_done(finished.task.cost, finished.took);
  };
  const auto snapshot = [&] {
    const std::lock_guard lock(mutex);
    return meter.snapshot();
  };
  std::function<void()> report;
  if (options.on_progress) report = [&] { options.on_progress(snapshot()); };
  {
    const PeriodicCall reporter(report, options.progress_interval);
    count_tasks(plan, make_worker, executor, next_task, task_done, options.stop, result.threads);
  }
  // The tasks in the sum decide, not progress, which is for people.
  result.complete = meter.tasks_done() == to_do.size();
  result.progress = snapshot();
  if (options.on_progress) options.on_progress(result.progress);
  return result;
}

ProgressMeter::Seconds ProgressMeter::without_pauses(Seconds time, Clock::time_point now) {
  if (now - last_ > longest_gap_) pauses_.push_back({last_, now - last_});
  last_ = std::max(last_, now);
  const Clock::time_point began = now - std::chrono::duration_cast<Clock::duration>(time);
  for (auto pause = pauses_.rbegin(); pause != pauses_.rend(); ++pause) {
    // No task begins in a pause, but some do just before it or between its end and the next look.
    if (Seconds(began - pause->begin) > pause->length / 2) break;
    time -= pause->length;
  }
  return time;
}

void ProgressMeter::task_done(std::uint64_t cost, Seconds took, Clock::time_point now) {
  ++tasks_;
  cost_ += cost;
  took_ += without_pauses(took, now);
}

Progress ProgressMeter::snapshot(Clock::time_point now) {
  Progress progress;
  progress.tasks_total = tasks_total_;
  progress.tasks_done = tasks_before_ + tasks_;
  progress.seconds = Seconds(now - begin_).count();
  progress.fraction = progress.tasks_done == tasks_total_
                          ? 1
                          : engine::fraction_done(cost_before_ + cost_, cost_total_);
  const Seconds ran = without_pauses(now - begin_, now);
  if (ran.count() > 0) progress.tasks_per_second = static_cast<double>(tasks_) / ran.count();
  if (cost_ > 0 || time_.is_measured) progress.seconds_left = seconds_left(ran);
  return progress;
}

double ProgressMeter::seconds_left(Seconds elapsed) const {
  const std::uint64_t own_tasks = tasks_total_ - tasks_before_;
  const double threads =
      static_cast<double>(std::min(static_cast<std::uint64_t>(threads_), own_tasks));
  const engine::WorkTime time = cost_ > 0 ? time_.as_measured(took_.count(), cost_) : time_;
  const double of_rest =
      static_cast<double>(cost_total_ - std::min(cost_total_, cost_before_ + cost_)) *
      time.seconds_per_cost;
  // A running task that takes longer than predicted is taken to be half done.
  const double of_running = threads * elapsed.count() - took_.count();
  return (of_rest - std::clamp(of_running, 0.0, of_rest / 2)) / threads;
}

}  // namespace nqueens::run
