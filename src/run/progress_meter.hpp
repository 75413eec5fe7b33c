// Counts finished tasks of a run, each thread in counters of its own, and reports how far it is.
//
// The fraction is a ratio estimate: predicted cost of the done tasks over that of all. Predictions
// are crude, but tasks run in a fixed pseudo-random order, so the done ones are a random sample:
// errors of single predictions average out as 1 / sqrt(tasks done). Running tasks, at most one a
// thread and longer than average, are not included, so it lags by about half a task per thread. The
// time left is that of the rest, by the times of the done tasks, less what the running ones have
// had.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <vector>

#include "counting/work_time.hpp"
#include "nqueens/execution.hpp"

namespace nqueens::run {

class ProgressMeter {
 public:
  using Clock = std::chrono::steady_clock;

  /// `tasks_before`, `cost_before`: done already, by the journal. `time`: predicted.
  ProgressMeter(int workers, std::uint64_t tasks_total, std::uint64_t cost_total,
                std::uint64_t tasks_before, std::uint64_t cost_before,
                const counting::WorkTime& time = {}, Clock::time_point begin = Clock::now());

  /// Called by a worker after each task, with its time. Only that worker writes its own counters.
  void task_done(int worker, std::uint64_t cost, std::chrono::nanoseconds took);

  /// The state at `now`; may be called from any thread.
  Progress snapshot(Clock::time_point now = Clock::now()) const;

 private:
  using Seconds = std::chrono::duration<double>;

  double seconds_left(std::uint64_t cost, Seconds took, Seconds elapsed) const;

  /// One worker's share, alone on its cache lines (two: processors fetch them in pairs).
  struct alignas(128) Share {
    std::atomic<std::uint64_t> tasks{0};
    std::atomic<std::uint64_t> cost{0};
    std::atomic<std::int64_t> nanoseconds{0};
  };

  const std::uint64_t tasks_total_;
  const std::uint64_t cost_total_;
  const std::uint64_t tasks_before_;
  const std::uint64_t cost_before_;
  const counting::WorkTime time_;
  const Clock::time_point begin_;
  std::vector<Share> shares_;
};

}  // namespace nqueens::run
