#include "run/progress_meter.hpp"

#include <algorithm>

namespace nqueens::run {

ProgressMeter::ProgressMeter(int workers, std::uint64_t tasks_total, std::uint64_t cost_total,
                             std::uint64_t tasks_before, std::uint64_t cost_before)
    : tasks_total_(tasks_total),
      cost_total_(cost_total),
      tasks_before_(tasks_before),
      cost_before_(cost_before),
      begin_(std::chrono::steady_clock::now()),
      shares_(static_cast<std::size_t>(workers)) {}

void ProgressMeter::task_done(int worker, std::uint64_t cost) {
  Share& share = shares_[static_cast<std::size_t>(worker)];
  share.cost.fetch_add(cost, std::memory_order_relaxed);
  share.tasks.fetch_add(1, std::memory_order_relaxed);
}

Progress ProgressMeter::snapshot() const {
  std::uint64_t tasks = 0;
  std::uint64_t cost = 0;
  for (const Share& share : shares_) {
    tasks += share.tasks.load(std::memory_order_relaxed);
    cost += share.cost.load(std::memory_order_relaxed);
  }
  Progress progress;
  progress.tasks_total = tasks_total_;
  progress.tasks_done = tasks_before_ + tasks;
  progress.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  if (progress.tasks_done == tasks_total_) {
    progress.fraction = 1;
  } else if (cost_total_ > 0) {
    progress.fraction = static_cast<double>(cost_before_ + cost) / static_cast<double>(cost_total_);
  }
  if (progress.seconds > 0) {
    progress.tasks_per_second = static_cast<double>(tasks) / progress.seconds;
  }
  if (cost > 0) {
    const double cost_left =
        static_cast<double>(cost_total_ - std::min(cost_total_, cost_before_ + cost));
    progress.seconds_left = progress.seconds * cost_left / static_cast<double>(cost);
  }
  return progress;
}

}  // namespace nqueens::run
