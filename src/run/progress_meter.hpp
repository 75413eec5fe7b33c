// Counts finished tasks of a run, each thread in counters of its own, and reports how far it is.
//
// The fraction is a ratio estimate: predicted cost of the done tasks over that of all. Predictions
// are crude, but tasks run in a fixed pseudo-random order, so the done ones are a random sample:
// errors of single predictions average out as 1 / sqrt(tasks done). Running tasks, at most one a
// thread and longer than average, are not included, so the estimate lags by about half a task per
// thread. The time left assumes that the rest costs as much per unit as what this run has done.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <vector>

#include "nqueens/execution.hpp"

namespace nqueens::run {

class ProgressMeter {
 public:
  /// `tasks_before`, `cost_before`: done already, by the journal.
  ProgressMeter(int workers, std::uint64_t tasks_total, std::uint64_t cost_total,
                std::uint64_t tasks_before, std::uint64_t cost_before);

  /// Called by a worker after each task. Only that worker writes its own counters.
  void task_done(int worker, std::uint64_t cost);

  /// The present state; may be called from any thread.
  Progress snapshot() const;

 private:
  /// One worker's share, alone on its cache lines (two: processors fetch them in pairs).
  struct alignas(128) Share {
    std::atomic<std::uint64_t> tasks{0};
    std::atomic<std::uint64_t> cost{0};
  };

  const std::uint64_t tasks_total_;
  const std::uint64_t cost_total_;
  const std::uint64_t tasks_before_;
  const std::uint64_t cost_before_;
  const std::chrono::steady_clock::time_point begin_;
  std::vector<Share> shares_;
};

}  // namespace nqueens::run
