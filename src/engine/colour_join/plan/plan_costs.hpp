// Takes a board and its estimates and gives predicted times. By these row sets are cut into tasks
// and dealt to shards, and, with Model::list_seconds(), `auto` chooses an engine for a restricted
// board. Frozen: they stay those of 1.1.0, so that every later release merges its journals.
#pragma once

#include <bit>
#include <vector>

#include "engine/colour_join/board/quartered_board.hpp"
#include "engine/colour_join/model/placement_estimate.hpp"

namespace nqueens::engine::colour_join {

struct UnitWork {
  double counted = 0;  ///< counting one colour and making its factors
  double summed = 0;   ///< summing up the other one
};

/// They need only be about right, also where later machines take other times. They are exact to the
/// last bit on every machine: only arithmetic that IEEE 754 fixes, no mathematical function but
/// sqrt, compiled without fused operations.
class PlanCosts {
 public:
  /// Both must outlive it. Takes time and memory proportional to 2^(N / 2).
  PlanCosts(const QuarteredBoard& board, const BoardEstimate& estimate);

  /// Predicts the work of a unit, relative to one with the mean number of first and second
  /// placements of its class, all of them on column sets that have a weight.
  UnitWork unit_size(LineSet even_rows, LineSet unit) const;
  /// Predicts the core seconds of a unit, its part of tables included: the mean of its class, as
  /// measured for 1.1.0 with AVX-512 on the machine of notes.md, times its size.
  double unit_seconds(LineSet even_rows, LineSet unit) const {
    const UnitWork& first = row_seconds_[even_rows];
    const UnitWork& second = second_sizes_of(even_rows)[unit];
    return first.counted * second.counted + first.summed * second.summed;
  }
  /// Predicts the core seconds of every task of R_e besides its units: for listing the first
  /// placements, and for what its first unit makes and later ones share.
  double start_seconds(LineSet even_rows) const;
  /// The sum of both over all tasks of a restricted board, one for each R_e. Takes time
  /// proportional to 2^(N / 2).
  double restricted_seconds() const;

 private:
  bool has_class(int even_queens) const;
  bool sums_white(int even_queens) const;
  bool counts_both(int even_queens) const;
  /// Returns the sizes of the units of its class, by their sets.
  const std::vector<UnitWork>& second_sizes_of(LineSet even_rows) const {
    return second_sizes_[static_cast<std::size_t>(board_.unit_kind(std::popcount(even_rows)))];
  }
  UnitWork by_colour(int even_queens, double white, double black) const;
  UnitWork first_size(LineSet even_rows) const;
  UnitWork second_size(UnitKind kind, LineSet unit) const;
  UnitWork sum_of_units(int even_queens) const;

  const QuarteredBoard& board_;
  const BoardEstimate& estimate_;
  std::vector<UnitWork> costs_;            ///< microseconds of a unit of size 1, by |R_e|
  std::vector<UnitWork> first_sizes_;      ///< by R_e
  std::vector<UnitWork> row_seconds_;      ///< of a unit of first and second size 1; by R_e
  std::vector<UnitWork> second_sizes_[3];  ///< by UnitKind and unit
};

}  // namespace nqueens::engine::colour_join
