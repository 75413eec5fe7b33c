// Estimated sizes of pieces, and through them of units: what costs, memory and predicted times are
// made of. Nothing here touches a count.
#pragma once

#include <vector>

#include "engine/colour_board.hpp"

namespace nqueens::engine {

/// Binomial coefficient, about; 0 outside 0 <= k <= n.
double over(int n, int k);

class ColourEstimate {
 public:
  explicit ColourEstimate(int board_size);

  /// Work of a unit, in bytes of bits that are compared, about.
  double unit_cost(LineSet even_rows, LineSet odd_rows) const;

  /// Pieces of one column set with so many queens, on average over row and column sets.
  double white_first_per_set(int queens) const {
    return per_set(white_first_, board_.even(), queens);
  }
  double black_first_per_set(int queens) const {
    return per_set(black_first_, board_.odd(), queens);
  }

  /// Second pieces of one row set with so many queens, on average.
  double white_second_per_row_set(int queens) const { return per_set(white_second_, 0, queens); }
  double black_second_per_row_set(int queens) const { return per_set(black_second_, 0, queens); }

  /// Part of the first pieces with so many queens that one queen of a second piece, near the
  /// middle, leaves unattacked.
  double left_by_one_queen(int queens) const;

 private:
  /// Mean over the row sets, divided by the column sets where there are columns.
  static double per_set(const std::vector<double>& pieces, int columns, int queens);

  ColourBoard board_;
  std::vector<double> white_first_, white_second_, black_first_, black_second_;
  /// For every R_e: the part of all column sets of its size whose weight is not zero.
  std::vector<double> even_part_, odd_part_;
};

}  // namespace nqueens::engine
