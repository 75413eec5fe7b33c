// What searches of the kind "a start, then its repair" have in common: the placement, the attacking
// pairs that are left, and a restart that measures both parts. Knows no move.
#pragma once

#include <cstdint>
#include <utility>

#include "base/arrays.hpp"
#include "search/polling.hpp"
#include "search/solver.hpp"

namespace nqueens::search {

class StartAndRepair : public Search {
 public:
  bool restart(base::Random& random, const StopSignal& stop, SolveStatistics& statistics) final {
    statistics = {};
    if (tools_.progress != nullptr) {
      tools_.progress->rows = 0;
      tools_.progress->is_repairing = false;
      ++tools_.progress->starts;
    }
    const Stopwatch start_watch;
    pairs_ = 0;
    columns_.clear();
    // Before the first start counts are zero, and touching them would take time for nothing.
    const bool started =
        (!std::exchange(used_, true) || clear_counts(stop)) && fill(random, stop, statistics);
    statistics.start_seconds = start_watch.seconds();
    if (!started) return false;
    statistics.initial_conflicts = pairs_;
    if (tools_.progress != nullptr) tools_.progress->is_repairing = true;
    const Stopwatch repair_watch;
    const bool solved = repair(random, stop, statistics);
    statistics.repair_seconds = repair_watch.seconds();
    return solved;
  }

  Placement take_placement() final { return std::move(columns_); }

 protected:
  StartAndRepair(std::uint64_t board_size, const SearchTools& tools)
      : size_(board_size), tools_(tools) {
    columns_.reserve(size_);
    base::advise_huge_pages(columns_.data(), size_ * sizeof(Column));
  }

  const std::uint64_t size_;
  const SearchTools tools_;
  Placement columns_;
  std::uint64_t pairs_ = 0;  ///< attacking pairs, as counted on lines

 private:
  /// What the start before has counted is zero again. Each of these is false when stopped or
  /// stalled.
  virtual bool clear_counts(const StopSignal& stop) = 0;
  virtual bool fill(base::Random& random, const StopSignal& stop, SolveStatistics& statistics) = 0;
  virtual bool repair(base::Random& random, const StopSignal& stop,
                      SolveStatistics& statistics) = 0;

  bool used_ = false;  ///< a start has been made
};

}  // namespace nqueens::search
