// Counts finished tasks of a run without threads disturbing one another, and turns that into
// snapshots of how far the run is.
//
// The fraction is a ratio estimate: predicted cost of the tasks that are done over predicted cost
// of all. Tasks differ widely in size and the prediction is crude, so this would be worth little in
// the plan's own order, where neighbours are alike; but tasks are taken in a fixed pseudo-random
// order, so the done ones are a random sample of all, and the ratio of the sample to the whole is a
// consistent estimate whatever the errors of single predictions: they average out as 1 / sqrt(tasks
// done). (Left out: the tasks in hand, at most one a thread, which are longer than average. The
// estimate is therefore late by about half a task per thread.) The time left assumes that the rest
// costs as much per unit as what this run has done, for the same reason.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <vector>

#include "nqueens/execution.hpp"

namespace nqueens::run {

class ProgressMeter {
 public:
  /// `tasks_before`, `cost_before`: what a journal says is done already.
  ProgressMeter(int workers, std::uint64_t tasks_total, std::uint64_t cost_total,
                std::uint64_t tasks_before, std::uint64_t cost_before);

  /// Called by a worker after each task. Only that worker writes its own counters.
  void task_done(int worker, std::uint64_t cost);

  /// Of now; may be called from any thread.
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
