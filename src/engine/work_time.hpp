// The times of the parts of a run, predicted or scaled to what was measured.
#pragma once

#include <cstddef>
#include <cstdint>

namespace nqueens::engine {

/// Returns the part of the work that is done, 0 to 1, by predicted cost; 1 if there is none.
inline double fraction_done(std::uint64_t cost, std::uint64_t total) {
  return total == 0 ? 1 : static_cast<double>(cost) / static_cast<double>(total);
}

/// Core seconds of the parts of a run, by prediction or as_measured(); 0 if unknown.
struct WorkTime {
  double plan_seconds = 0;  ///< per process: listing the tasks, by one thread, before it begins any
  double table_seconds = 0;     ///< per process: what its first tasks make for all
  double seconds_per_cost = 0;  ///< per unit of Task::cost
  bool is_measured = false;

  /// Returns the seconds of tasks of this total cost, spread over this many processes.
  double seconds(std::uint64_t cost, std::size_t processes = 1) const {
    return cost == 0
               ? 0
               : static_cast<double>(processes) * plan_seconds + task_seconds(cost, processes);
  }

  /// Returns the same without the plans.
  double task_seconds(std::uint64_t cost, std::size_t processes = 1) const {
    if (cost == 0) return 0;
    return static_cast<double>(processes) * table_seconds +
           static_cast<double>(cost) * seconds_per_cost;
  }

  /// Returns the wall clock time of a process with this many threads, each on its own processor.
  double wall_seconds(std::uint64_t cost, int threads) const {
    return cost == 0 ? 0 : plan_seconds + task_seconds(cost) / threads;
  }

  /// Scales to a machine where task_seconds(cost, processes) was measured as `seconds`: of cores,
  /// or of the wall clock if such times are wanted. Precondition: the cost is not 0.
  WorkTime as_measured(double seconds, std::uint64_t cost, std::size_t processes = 1) const {
    const double predicted = task_seconds(cost, processes);
    if (predicted <= 0) return {0, 0, seconds / static_cast<double>(cost), true};
    const double factor = seconds / predicted;
    return {factor * plan_seconds, factor * table_seconds, factor * seconds_per_cost, true};
  }
};

}  // namespace nqueens::engine
