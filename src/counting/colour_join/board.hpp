// The board as the colour join sees it: lines of even and odd number apart, the four pieces that
// queens fall into, and the weights by which one board stands for its images. The proofs are in
// README.md beside this file. Knows nothing of how pieces are listed or joined.
#pragma once

#include <cstdint>
#include <vector>

#include "nqueens/placement.hpp"

namespace nqueens::counting {

/// A set of rows, or of columns, of one parity: bit i is line 2i or 2i + 1 of the board.
using LineSet = std::uint32_t;

/// Set of `size` lines read from the other end.
LineSet reversed(LineSet set, int size);

/// All lines of a set of `size`. Precondition: 0 <= size <= 31.
constexpr LineSet all_lines(int size) {
  return (LineSet{1} << size) - 1;
}

/// The squares whose rows have one parity and whose columns have one parity, as a board of its own
/// with its square (row, column) on diagonal column - row + p_shift and antidiagonal row + column +
/// q_shift. The shifts are such that the two pieces of a colour number their common diagonals
/// alike; both numbers are in 0..N.
struct PieceBoard {
  int rows = 0;
  int columns = 0;
  int p_shift = 0;
  int q_shift = 0;
};

/// How one placement of queens, or a class of them, falls on the four pieces.
struct ParitySets {
  LineSet even_rows = 0;     ///< R_e: even rows whose queen stands on an even column
  LineSet odd_rows = 0;      ///< R_o: odd rows whose queen stands on an odd column
  LineSet even_columns = 0;  ///< C_e
  LineSet odd_columns = 0;   ///< C_o
};
ParitySets parity_sets(const Placement& placement);

class ColourBoard {
 public:
  /// Precondition: 0 <= board_size <= 32.
  explicit ColourBoard(int board_size);

  int board_size() const { return board_size_; }
  int even() const { return even_; }  ///< number of even lines, ceil(N / 2)
  int odd() const { return odd_; }    ///< number of odd lines, floor(N / 2)

  /// White: even rows and columns; odd rows and columns. Black: even rows and odd columns; odd
  /// rows and even columns.
  PieceBoard white_first() const { return {even_, even_, even_, 0}; }
  PieceBoard white_second() const { return {odd_, odd_, even_, 1}; }
  PieceBoard black_first() const { return {even_, odd_, even_, 0}; }
  PieceBoard black_second() const { return {odd_, even_, even_ - 1, 0}; }

  /// Queens in R_o when R_e holds that many; negative or above odd() where there is no such class.
  int odd_queens(int even_queens) const { return even_queens - (even_ - odd_); }

  /// The numbers by which R_e, R_o, C_e, C_o are compared under the symmetries of the board.
  LineSet even_key(LineSet set) const;
  LineSet odd_key(LineSet set) const;

  /// Weight of a solution = row_weight x the lesser of its two column weights; over the eight
  /// images of a solution the weights add up to 8. Zero where another image stands for it.
  std::uint32_t row_weight(LineSet even_rows, LineSet odd_rows) const;
  /// Whether some R_o has a row_weight above zero with R_e, if sizes allow.
  bool takes_even_rows(LineSet even_rows) const;
  std::uint32_t even_column_weight(LineSet even_rows, LineSet even_columns) const;
  std::uint32_t odd_column_weight(LineSet even_rows, LineSet odd_columns) const;
  /// The largest column weight.
  std::uint32_t full_column_weight() const;
  std::uint32_t solution_weight(const ParitySets& sets) const;

 private:
  bool is_odd_board() const { return even_ != odd_; }

  int board_size_;
  int even_;
  int odd_;
};

}  // namespace nqueens::counting
