// Placing queens on the board of one piece, row by row in any order: which columns are free, and
// the lines after a queen. Inlined into the listings of first and second pieces.
#pragma once

#include <cstdint>

#include "counting/colour_join/board.hpp"

namespace nqueens::counting {

/// Lines on which the queens of a piece stand.
struct PieceLines {
  LineSet columns = 0;
  std::uint64_t p = 0;  ///< diagonals
  std::uint64_t q = 0;  ///< antidiagonals
};

class PieceSearch {
 public:
  explicit PieceSearch(const PieceBoard& board) : board_(board), full_(all_lines(board.columns)) {}

  int diagonal(int row, int column) const { return column - row + board_.p_shift; }
  int antidiagonal(int row, int column) const { return row + column + board_.q_shift; }

  /// Columns of the row that no queen on the lines attacks.
  LineSet free(const PieceLines& lines, int row) const {
    // Column c of the row is on diagonal c + (p_shift - row); for a black second piece's last row
    // the shift is 0 at least, for all others above.
    const auto by_p = static_cast<LineSet>(lines.p >> (board_.p_shift - row));
    const auto by_q = static_cast<LineSet>(lines.q >> (board_.q_shift + row));
    return full_ & ~(lines.columns | by_p | by_q);
  }

  PieceLines with(const PieceLines& lines, int row, int column) const {
    return {lines.columns | LineSet{1} << column,
            lines.p | std::uint64_t{1} << diagonal(row, column),
            lines.q | std::uint64_t{1} << antidiagonal(row, column)};
  }

 private:
  PieceBoard board_;
  LineSet full_;
};

}  // namespace nqueens::counting
