// Estimated sizes of pieces: what the plan, its memory and the costs of units are made of. Nothing
// here touches a count, but plans depend on it and must be the same on every machine: only
// arithmetic that IEEE 754 fixes to the last bit, no functions of a mathematical library, and
// compiled without contraction to fused operations.
#pragma once

#include <vector>

#include "counting/colour_join/board.hpp"

namespace nqueens::counting {

/// Binomial coefficient n over k, about; 0 outside 0 <= k <= n.
double binomial(int n, int k);

/// e^-x for x >= 0, about: within 2 percent up to x = 1.5.
double decay(double x);

class ColourEstimate {
 public:
  explicit ColourEstimate(int board_size);

  /// Pieces of one row set, on all column sets. Second pieces compared with full lists, N = 16 to
  /// 26: within a fifth for every row set of up to two thirds of the rows, and the mean over those
  /// of one size within a tenth; too high beyond, by 1.8 to 3.3 with a queen in every row from
  /// N = 20 on.
  double white_first(LineSet even_rows) const { return white_first_[even_rows]; }
  double black_first(LineSet other_even_rows) const { return black_first_[other_even_rows]; }
  double white_second(LineSet odd_rows) const { return white_second_[odd_rows]; }
  double black_second(LineSet other_odd_rows) const { return black_second_[other_odd_rows]; }

  /// Of all C_e, and of all C_o, the part that has a weight with R_e, weighted.
  double even_part(LineSet even_rows) const { return even_part_[even_rows]; }
  double odd_part(LineSet even_rows) const { return odd_part_[even_rows]; }

  /// Mean over the row sets with so many queens.
  double mean_white_first(int queens) const {
    return white_first_mean_[static_cast<std::size_t>(queens)];
  }
  double mean_black_first(int queens) const {
    return black_first_mean_[static_cast<std::size_t>(queens)];
  }
  double mean_white_second(int queens) const {
    return white_second_mean_[static_cast<std::size_t>(queens)];
  }
  double mean_black_second(int queens) const {
    return black_second_mean_[static_cast<std::size_t>(queens)];
  }

  /// Part of the first pieces with so many queens that one queen of a second piece, near the
  /// middle, leaves unattacked.
  double left_by_one_queen(int queens) const;

 private:
  ColourBoard board_;
  std::vector<double> white_first_, white_second_, black_first_, black_second_;
  /// By queens.
  std::vector<double> white_first_mean_, white_second_mean_, black_first_mean_, black_second_mean_;
  std::vector<double> even_part_, odd_part_;
};

}  // namespace nqueens::counting
