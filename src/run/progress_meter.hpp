// Counts finished tasks of a run and tells how far it is.
//
// The fraction is a ratio estimate: predicted cost of the done tasks over that of all. Predictions
// are crude, but tasks run in a fixed pseudo-random order, so the done ones are a random sample:
// errors of single predictions average out as 1 / sqrt(tasks done). Running tasks, at most one a
// thread and longer than average, are not included, so it lags by about half a task per thread. The
// time left is that of the rest, by the times of the done tasks, less what the running ones have
// had.
#pragma once

#include <chrono>
#include <cstdint>

#include "counting/work_time.hpp"
#include "nqueens/execution.hpp"

namespace nqueens::run {

class ProgressMeter {
 public:
  using Clock = std::chrono::steady_clock;
  using Seconds = std::chrono::duration<double>;

  /// `tasks_before`, `cost_before`: done already, by the journal. `time`: predicted.
  ProgressMeter(int threads, std::uint64_t tasks_total, std::uint64_t cost_total,
                std::uint64_t tasks_before, std::uint64_t cost_before,
                const counting::WorkTime& time = {}, Clock::time_point begin = Clock::now())
      : threads_(threads),
        tasks_total_(tasks_total),
        cost_total_(cost_total),
        tasks_before_(tasks_before),
        cost_before_(cost_before),
        time_(time),
        begin_(begin) {}

  void task_done(std::uint64_t cost, Seconds took) {
    ++tasks_;
    cost_ += cost;
    took_ += took;
  }
  std::uint64_t tasks_done() const { return tasks_; }  ///< of this run

  Progress snapshot(Clock::time_point now = Clock::now()) const;

 private:
  double seconds_left(Seconds elapsed) const;

  const int threads_;
  const std::uint64_t tasks_total_;
  const std::uint64_t cost_total_;
  const std::uint64_t tasks_before_;
  const std::uint64_t cost_before_;
  const counting::WorkTime time_;
  const Clock::time_point begin_;
  std::uint64_t tasks_ = 0;
  std::uint64_t cost_ = 0;
  Seconds took_{};  ///< sum of the tasks' times
};

}  // namespace nqueens::run
