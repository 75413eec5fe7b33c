#include "run/progress_meter.hpp"

#include <algorithm>

namespace nqueens::run {

Progress ProgressMeter::snapshot(Clock::time_point now) const {
  Progress progress;
  progress.tasks_total = tasks_total_;
  progress.tasks_done = tasks_before_ + tasks_;
  progress.seconds = Seconds(now - begin_).count();
  progress.fraction = progress.tasks_done == tasks_total_
                          ? 1
                          : counting::part_done(cost_before_ + cost_, cost_total_);
  if (progress.seconds > 0) {
    progress.tasks_per_second = static_cast<double>(tasks_) / progress.seconds;
  }
  if (cost_ > 0) progress.seconds_left = seconds_left(now - begin_);
  return progress;
}

double ProgressMeter::seconds_left(Seconds elapsed) const {
  const std::uint64_t own_tasks = tasks_total_ - tasks_before_;
  const double threads =
      static_cast<double>(std::min(static_cast<std::uint64_t>(threads_), own_tasks));
  const counting::WorkTime time = time_.as_measured(took_.count(), cost_);
  const double of_rest =
      static_cast<double>(cost_total_ - std::min(cost_total_, cost_before_ + cost_)) * time.of_cost;
  // Tasks that take longer than predicted are taken to be half done.
  const double of_running = threads * elapsed.count() - took_.count();
  return (of_rest - std::clamp(of_running, 0.0, of_rest / 2)) / threads;
}

}  // namespace nqueens::run
