// Estimated numbers of partial placements, for the model. Nothing here touches a count, but plans
// depend on it and must be the same on every machine: only arithmetic that IEEE 754 fixes to the
// last bit, no functions of a mathematical library, compiled without fused operations.
#pragma once

#include <functional>
#include <vector>

#include "counting/colour_join/board.hpp"

namespace nqueens::counting::colour_join {

/// Binomial coefficient n over k; 0 outside 0 <= k <= n.
double binomial(int n, int k);

/// e^-x for x >= 0, within 2 percent up to x = 1.5.
double decay(double x);

/// Placements of one quarter. Second ones compared with full lists, N = 16 to 26: within a fifth
/// for every row set of up to two thirds of the rows, the mean over those of one size within a
/// tenth; too high beyond, by 1.8 to 3.3 with a queen in every row from N = 20 on.
class QuarterEstimate {
 public:
  /// As if all squares were allowed.
  explicit QuarterEstimate(const Quarter& quarter);
  /// Restricted; means are over the row sets that `is_possible` accepts.
  QuarterEstimate(const Quarter& quarter, const std::function<bool(LineSet)>& is_possible);

  /// On one row set, with all column sets.
  double of_rows(LineSet rows) const { return of_rows_[rows]; }
  /// Mean over the row sets with so many queens.
  double mean(int queens) const { return means_[static_cast<std::size_t>(queens)]; }
  /// The same with all squares allowed.
  double plain_mean(int queens) const { return plain_means_[static_cast<std::size_t>(queens)]; }

 private:
  std::vector<double> of_rows_;
  std::vector<double> means_;
  std::vector<double> plain_means_;
};

struct Estimate {
  explicit Estimate(const Board& board);

  QuarterEstimate white_first, white_second, black_first, black_second;
  /// By R_e: of all C_e, and of all C_o, the part that has a column weight, weighted. All of them
  /// on a restricted board.
  std::vector<double> even_part, odd_part;

  /// Part of the first placements with so many queens that one queen of a second one, near the
  /// middle, does not attack.
  double left_by_one_queen(int queens) const;

 private:
  int even_lines_;
};

}  // namespace nqueens::counting::colour_join
