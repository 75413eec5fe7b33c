// Takes units (R_e, C_e), where white has more queens, or (R_e, C_o), where black has more, and
// gives the solutions of each. The other colour is counted into a matrix by R_o and the columns
// that remain; times the column weights, it says what a pair of the colour with more queens counts.
#pragma once

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "engine/colour_join/first_placements.hpp"
#include "engine/colour_join/pair_matrices.hpp"
#include "engine/colour_join/state_sums.hpp"
#include "engine/colour_join/unit_tools.hpp"

namespace nqueens::engine::colour_join {

class ColumnUnits {
 public:
  /// White is the colour with more queens, or black.
  ColumnUnits(const UnitTools& tools, bool sums_white);

  /// Must be called before units of another R_e are counted. False when stopped.
  bool set_even_rows(LineSet even_rows, const std::stop_token& stop);
  /// False if the counted colour has no first placement.
  bool has_placements() const { return counted_.first().size > 0; }
  void forget_tables() { matrices_.forget_tables(); }
  const MatrixShape& shape() const { return counted_.shape(); }
  static std::size_t most_together(const ClassChoice& choice) {
    return static_cast<std::size_t>(choice.max_listed);
  }

  /// Counts a batch of units with these C_e, or C_o. False when stopped.
  bool count(std::span<const LineSet> sets, const ClassChoice& choice, const std::stop_token& stop,
             const VisitUnit& visit);

 private:
  bool sum(const PairCounts& pairs, LineSet firsts, const std::stop_token& stop, UnitCount& count);
  bool make_factors(const PairCounts& pairs, LineSet firsts, const std::stop_token& stop,
                    std::uint64_t& sum);

  const UnitTools& tools_;
  const bool sums_white_;
  const int first_columns_;  ///< of the quarter of the summed colour's first placements
  Colour counted_;           ///< with its second quarter transposed
  Colour summed_;
  PairMatrices matrices_;  ///< of the counted colour
  StateSums states_;       ///< of the summed one
  LineSet even_rows_ = 0;
  std::vector<std::uint32_t> lane_weights_;  ///< by lane of the counted colour
  std::span<const std::uint16_t> factors_;   ///< of a unit
  std::vector<std::uint16_t> planes_;        ///< if 16 bits do not hold them
};

}  // namespace nqueens::engine::colour_join
