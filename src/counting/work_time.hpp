// How long work takes, as dry runs, merge, ranges of MPI and progress lines all tell it:
// one model, so that they agree.
#pragma once

#include <cstddef>
#include <cstdint>

namespace nqueens::counting {

/// The part of the work that is done, 0 to 1, by predicted cost; 1 where there is none.
inline double part_done(std::uint64_t cost, std::uint64_t total) {
  return total == 0 ? 1 : static_cast<double>(cost) / static_cast<double>(total);
}

/// Core seconds of the parts of a run, by prediction or as_measured(); all 0 where nothing is
/// known.
struct WorkTime {
  double of_plan = 0;  ///< of every process: listing the tasks, by one thread, before it begins any
  double of_tables = 0;  ///< of every process: what its first tasks make for all
  double of_cost = 0;    ///< of a unit of Task::cost

  /// Of tasks of that cost, spread over so many processes.
  double seconds(std::uint64_t cost, std::size_t processes = 1) const {
    return cost == 0 ? 0 : static_cast<double>(processes) * of_plan + of_tasks(cost, processes);
  }

  /// The same without the plans.
  double of_tasks(std::uint64_t cost, std::size_t processes = 1) const {
    if (cost == 0) return 0;
    return static_cast<double>(processes) * of_tables + static_cast<double>(cost) * of_cost;
  }

  /// Wall clock time of one process with so many threads, each on a processor.
  double wall_seconds(std::uint64_t cost, int threads) const {
    return cost == 0 ? 0 : of_plan + of_tasks(cost) / threads;
  }

  /// On a machine where of_tasks(cost, processes) was measured to be `seconds`: of cores, or of the
  /// clock where time by the clock is asked for. Precondition: the cost is not 0.
  WorkTime as_measured(double seconds, std::uint64_t cost, std::size_t processes = 1) const {
    const double predicted = of_tasks(cost, processes);
    if (predicted <= 0) return {0, 0, seconds / static_cast<double>(cost)};
    const double factor = seconds / predicted;
    return {factor * of_plan, factor * of_tables, factor * of_cost};
  }
};

}  // namespace nqueens::counting
