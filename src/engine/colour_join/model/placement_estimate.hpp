// Takes a quarter and gives estimates of its placements, by row set: for the model, and for the
// costs of plans. Frozen and exact to the last bit on every machine, as plan_costs.hpp says.
#pragma once

#include <functional>
#include <vector>

#include "engine/colour_join/board/quartered_board.hpp"

namespace nqueens::engine::colour_join {

/// Placements of one quarter. Second ones compared with full lists, N = 16 to 26: within a fifth
/// for every row set of up to two thirds of the rows; their mean over sets of one size within a
/// tenth; beyond that too high, by 1.8 to 3.3 with a queen in every row from N = 20 on.
class QuarterEstimate {
 public:
  /// Estimates as if all squares were allowed.
  explicit QuarterEstimate(const Quarter& quarter);
  /// Estimates with restrictions; means are over the row sets that `is_possible` accepts.
  QuarterEstimate(const Quarter& quarter, const std::function<bool(LineSet)>& is_possible);

  /// Estimates one row set, with all column sets.
  double of_rows(LineSet rows) const { return of_rows_[rows]; }
  /// Returns the mean over the row sets with this many queens.
  double mean(int queens) const { return means_[static_cast<std::size_t>(queens)]; }
  /// The same with all squares allowed.
  double plain_mean(int queens) const { return plain_means_[static_cast<std::size_t>(queens)]; }

 private:
  std::vector<double> of_rows_;
  std::vector<double> means_;
  std::vector<double> plain_means_;
};

struct BoardEstimate {
  explicit BoardEstimate(const QuarteredBoard& board);

  QuarterEstimate white_first, white_second, black_first, black_second;
  /// The same by column sets.
  QuarterEstimate white_first_columns, white_second_columns, black_first_columns,
      black_second_columns;
  /// These are, by R_e, the parts of all C_e and of all C_o that have a column weight, weighted; on
  /// a restricted board all of them have one.
  std::vector<double> even_part, odd_part;
  /// This is, by R_e, the part of all R_o that has a row weight.
  std::vector<double> row_part;

  /// Returns the part of the first placements, of this many queens, that a queen near the middle
  /// of the second quarter does not attack.
  double left_by_one_queen(int queens) const;

 private:
  int even_lines_;
};

double binomial(int n, int k);  ///< 0 outside 0 <= k <= n
/// e^-x for x >= 0, within 2 percent up to x = 1.5.
double decay(double x);

}  // namespace nqueens::engine::colour_join
