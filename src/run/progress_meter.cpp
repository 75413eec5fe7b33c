#include "run/progress_meter.hpp"

#include <algorithm>

namespace nqueens::run {

ProgressMeter::ProgressMeter(int workers, std::uint64_t tasks_total, std::uint64_t cost_total,
                             std::uint64_t tasks_before, std::uint64_t cost_before,
                             const counting::WorkTime& time, Clock::time_point begin)
    : tasks_total_(tasks_total),
      cost_total_(cost_total),
      tasks_before_(tasks_before),
      cost_before_(cost_before),
      time_(time),
      begin_(begin),
      shares_(static_cast<std::size_t>(workers)) {}

void ProgressMeter::task_done(int worker, std::uint64_t cost, std::chrono::nanoseconds took) {
  Share& share = shares_[static_cast<std::size_t>(worker)];
  share.cost.fetch_add(cost, std::memory_order_relaxed);
  share.nanoseconds.fetch_add(took.count(), std::memory_order_relaxed);
  share.tasks.fetch_add(1, std::memory_order_relaxed);
}

Progress ProgressMeter::snapshot(Clock::time_point now) const {
  std::uint64_t tasks = 0;
  std::uint64_t cost = 0;
  std::chrono::nanoseconds took{};
  for (const Share& share : shares_) {
    tasks += share.tasks.load(std::memory_order_relaxed);
    cost += share.cost.load(std::memory_order_relaxed);
    took += std::chrono::nanoseconds(share.nanoseconds.load(std::memory_order_relaxed));
  }
  Progress progress;
  progress.tasks_total = tasks_total_;
  progress.tasks_done = tasks_before_ + tasks;
  progress.seconds = Seconds(now - begin_).count();
  progress.fraction = progress.tasks_done == tasks_total_
                          ? 1
                          : counting::part_done(cost_before_ + cost, cost_total_);
  if (progress.seconds > 0) {
    progress.tasks_per_second = static_cast<double>(tasks) / progress.seconds;
  }
  if (cost > 0) progress.seconds_left = seconds_left(cost, took, now - begin_);
  return progress;
}

/// When tasks of so much cost have been done, in a sum of `took`.
double ProgressMeter::seconds_left(std::uint64_t cost, Seconds took, Seconds elapsed) const {
  const std::uint64_t own_tasks = tasks_total_ - tasks_before_;
  const double threads = static_cast<double>(std::min<std::uint64_t>(shares_.size(), own_tasks));
  const counting::WorkTime time = time_.as_measured(took.count(), cost);
  const double of_rest =
      static_cast<double>(cost_total_ - std::min(cost_total_, cost_before_ + cost)) * time.of_cost;
  // Tasks that take longer than predicted are taken to be half done.
  const double of_running = threads * elapsed.count() - took.count();
  return (of_rest - std::clamp(of_running, 0.0, of_rest / 2)) / threads;
}

}  // namespace nqueens::run
