// Estimated sizes of pieces, and through them of units: what costs, memory and predicted times are
// made of. Nothing here touches a count.
#pragma once

#include <vector>

#include "engine/colour_board.hpp"

namespace nqueens::engine {

class ColourEstimate {
 public:
  explicit ColourEstimate(int board_size);

  /// Placements on the row set, about.
  double white_first(LineSet rows) const { return white_first_[rows]; }
  double white_second(LineSet rows) const { return white_second_[rows]; }
  double black_first(LineSet rows) const { return black_first_[rows]; }
  double black_second(LineSet rows) const { return black_second_[rows]; }

  /// Pairs of pieces that a unit compares, divided by 4096: the unit of cost.
  double unit_cost(LineSet even_rows, LineSet odd_rows) const;

  /// All second pieces of the board, of both colours.
  double all_second_pieces() const;

 private:
  ColourBoard board_;
  std::vector<double> white_first_, white_second_, black_first_, black_second_;
  /// For every R_e: the part of all column sets of its size whose weight is not zero.
  std::vector<double> even_part_, odd_part_;
};

}  // namespace nqueens::engine
