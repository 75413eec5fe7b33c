// Takes units (R_e, C_e), where white has more queens, or (R_e, C_o), where black has more, and
// gives the solutions of each. The other colour is counted into a matrix by R_o and the columns
// that remain; times the column weights, it says what a pair of the colour with more queens counts.
#pragma once

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "engine/colour_join/board/unit.hpp"
#include "engine/colour_join/pairs/pair_matrices.hpp"
#include "engine/colour_join/placements/first_placements.hpp"
#include "engine/colour_join/sums/state_sums.hpp"
#include "engine/colour_join/unit_tools.hpp"

namespace nqueens::engine::colour_join {

class ColumnUnits {
 public:
  /// `sums_white` tells whether white has more queens, or black.
  ColumnUnits(const UnitTools& tools, bool sums_white);

  /// Must be called before units of another R_e are counted. Throws StopAsked.
  void list_first(LineSet even_rows, const std::stop_token& stop);
  /// False if the counted colour has no first placement.
  bool has_placements() const { return counted_.first().size > 0; }
  void forget_tables() { matrices_.forget_tables(); }
  const MatrixShape& shape() const { return counted_.shape(); }
  static std::size_t most_together(const ClassChoice& choice) {
    return static_cast<std::size_t>(choice.max_listed);
  }

  // The steps of Join for a batch, in this order. They throw StopAsked.

  /// Lists the first placements of the summed colour. Returns the indices of the units that have
  /// any. The choice must outlive the batch.
  const std::vector<std::size_t>& begin(std::span<const LineSet> sets, const ClassChoice& choice,
                                        const std::stop_token& stop);
  /// Counts the pairs of some of these units, from `first` on; returns how many units.
  std::size_t count_pairs(std::size_t first, const std::stop_token& stop);
  PairCounts pairs(std::size_t which) { return matrices_.counts(which); }
  /// Turns the matrix of a unit into factors and sums it up at once, since the next matrix takes
  /// that place. If asked for, sets the number of its counted pairs.
  void weigh(std::size_t unit, const PairCounts& pairs, const std::stop_token& stop,
             UnitCount& count);
  /// Adds the pairs of the summed colour, if asked for.
  void sum_up(std::span<UnitCount> counts, const std::stop_token& stop);

 private:
  std::size_t lane_of(const Unit& unit) const {
    return static_cast<std::size_t>(summed_.first().lane_of(unit.summed_columns()));
  }
  void make_factors(const PairCounts& pairs, const Unit& unit, const std::stop_token& stop,
                    std::uint64_t& sum);

  const UnitTools& tools_;
  const bool sums_white_;
  Colour counted_;  ///< with its second quarter transposed
  Colour summed_;
  PairMatrices matrices_;  ///< of the counted colour
  StateSums states_;       ///< those of the summed one
  LineSet even_rows_ = 0;
  std::vector<std::uint32_t> lane_weights_;  ///< by lane of the counted colour
  std::span<const std::uint16_t> factors_;   ///< of a unit
  std::vector<std::uint16_t> planes_;        ///< if 16 bits do not hold them
  // These belong to a batch.
  const ClassChoice* choice_ = nullptr;
  std::vector<Unit> units_;
  std::vector<std::size_t> some_;       ///< the units that have first placements
  std::vector<LineSet> counted_lines_;  ///< of each of these
};

}  // namespace nqueens::engine::colour_join
