// Takes a problem and gives what the formula needs of it: the sets R_e, R_o, C_e, C_o, the quarters
// in which queens are placed, the weights by which one board stands for its images (proofs.md), and
// the units of each R_e: a task is some that follow each other.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "domain/problem.hpp"
#include "nqueens/placement.hpp"
#include "nqueens/symmetry.hpp"

namespace nqueens::engine::colour_join {

/// A set of rows, or of columns, of one parity: bit i is line 2i or 2i + 1 of the board.
using LineSet = std::uint32_t;

LineSet reversed(LineSet set, int lines);
/// Precondition: 0 <= lines <= 31.
constexpr LineSet all_lines(int lines) {
  return (LineSet{1} << lines) - 1;
}
constexpr LineSet complement(LineSet set, int lines) {
  return all_lines(lines) & ~set;
}

/// The lines on which some queens of one quarter stand.
struct QueenLines {
  LineSet columns = 0;
  std::uint64_t diagonals = 0;
  std::uint64_t antidiagonals = 0;
};

/// The columns that the queen of each row of a quarter may take.
using AllowedColumns = std::array<std::uint16_t, 16>;

/// The squares with rows of one parity and columns of one parity, as a board of its own. The shifts
/// make both quarters of a colour number their common diagonals alike: square (row, column) lies on
/// diagonal column - row + diagonal_shift and antidiagonal row + column + antidiagonal_shift, in
/// 0..N.
class Quarter {
 public:
  Quarter(int rows, int columns, int diagonal_shift, int antidiagonal_shift,
          const AllowedColumns& allowed)
      : rows_(rows),
        columns_(columns),
        diagonal_shift_(diagonal_shift),
        antidiagonal_shift_(antidiagonal_shift),
        allowed_(allowed) {}

  /// Rows as columns and columns as rows. A diagonal of number d gets the number N - d, since its
  /// squares go the other way; antidiagonals keep theirs.
  Quarter transposed(int board_size) const;

  int rows() const { return rows_; }
  int columns() const { return columns_; }
  int diagonal(int row, int column) const { return column - row + diagonal_shift_; }
  int antidiagonal(int row, int column) const { return row + column + antidiagonal_shift_; }

  LineSet allowed(int row) const { return allowed_[static_cast<std::size_t>(row)]; }
  /// Returns the allowed columns that no queen on the lines attacks.
  LineSet free(const QueenLines& lines, int row) const {
    const auto by_diagonal = static_cast<LineSet>(lines.diagonals >> (diagonal_shift_ - row));
    const auto by_antidiagonal =
        static_cast<LineSet>(lines.antidiagonals >> (antidiagonal_shift_ + row));
    return allowed(row) & ~(lines.columns | by_diagonal | by_antidiagonal);
  }

  QueenLines with(const QueenLines& lines, int row, int column) const {
    return {lines.columns | LineSet{1} << column,
            lines.diagonals | std::uint64_t{1} << diagonal(row, column),
            lines.antidiagonals | std::uint64_t{1} << antidiagonal(row, column)};
  }

 private:
  int rows_;
  int columns_;
  int diagonal_shift_;  ///< at least rows - 1
  int antidiagonal_shift_;
  AllowedColumns allowed_;
};

/// How one placement of N queens falls on the quarters.
struct ParitySets {
  LineSet even_rows = 0;     ///< R_e: even rows whose queen stands on an even column
  LineSet odd_rows = 0;      ///< R_o: odd rows whose queen stands on an odd column
  LineSet even_columns = 0;  ///< C_e
  LineSet odd_columns = 0;   ///< C_o
};
ParitySets parity_sets(const Placement& placement);

/// Lines of one parity, by the colours of their allowed squares.
struct LineColours {
  LineSet white = 0;
  LineSet black = 0;

  /// Whether queens may stand on white squares of the lines in `set`, on black ones elsewhere.
  bool allow(LineSet set, int lines) const {
    return (set & ~white) == 0 && (complement(set, lines) & ~black) == 0;
  }
};

/// The set that tells the units of an R_e apart: R_o, C_e or C_o (README.md, "The formula").
enum class UnitKind { odd_rows, even_columns, odd_columns };

class QuarteredBoard {
 public:
  /// Allows all squares. Precondition: 0 <= board_size <= 32.
  explicit QuarteredBoard(int board_size) : QuarteredBoard(Problem(board_size)) {}
  /// Takes the squares of the problem, a square board of at most 32 queens. If a line has one
  /// allowed square, its queen stands there, and no square that it attacks is allowed either.
  explicit QuarteredBoard(const Problem& problem);

  int board_size() const { return board_size_; }
  int even() const { return even_; }  ///< even lines: ceil(N / 2)
  int odd() const { return odd_; }    ///< odd lines: floor(N / 2)
  /// Whether some square is not allowed. Then column weights are 1, and a solution stands for its
  /// images under the half turn and the mirrors that the squares keep, as row sets tell. A weight
  /// is 0 if a row or a column has no allowed square of the colour that it would have.
  bool is_restricted() const { return is_restricted_; }
  /// Tells about how many times fewer units symmetries leave of a restricted board: 1 to 4.
  int symmetries_of_rows() const;

  /// The quarters of e, o, f and g.
  Quarter white_first() const { return {even_, even_, even_, 0, allowed_[0][0]}; }
  Quarter white_second() const { return {odd_, odd_, even_, 1, allowed_[1][1]}; }
  Quarter black_first() const { return {even_, odd_, even_, 0, allowed_[0][1]}; }
  Quarter black_second() const { return {odd_, even_, even_ - 1, 0, allowed_[1][0]}; }

  /// The rows of first placements: e stands on R_e, f on R_e'.
  LineSet first_rows(bool of_white, LineSet even_rows) const {
    return of_white ? even_rows : complement(even_rows, even_);
  }
  /// The rows of second placements: o stands on R_o, g on R_o'.
  LineSet second_rows(bool of_white, LineSet odd_rows) const {
    return of_white ? odd_rows : complement(odd_rows, odd_);
  }

  /// |R_o| for that |R_e|; negative or above odd() if there is no such class.
  int odd_queens(int even_queens) const { return even_queens - (even_ - odd_); }

  /// Tells the kind of units of every R_e with this many queens. Where the colours have about as
  /// many queens it is R_o; else C_e if white has more queens, C_o if black has.
  UnitKind unit_kind(int even_queens) const;

  /// The numbers by which R_e, R_o, C_e, C_o are compared under the symmetries of the board.
  LineSet even_key(LineSet set) const;
  LineSet odd_key(LineSet set) const;

  /// A set of rows, or of columns, with what weights depend on.
  struct KeyedLines {
    LineSet lines = 0;
    LineSet key = 0;
    int side = 0;  ///< -1, 0, 1: below, equal to, above its reverse
  };
  KeyedLines keyed_even(LineSet set) const;
  KeyedLines keyed_odd(LineSet set) const;

  /// Whether the squares allow these R_e, R_o.
  bool allows_even_rows(LineSet rows) const { return even_rows_.allow(rows, even_); }
  bool allows_odd_rows(LineSet rows) const { return odd_rows_.allow(rows, odd_); }

  /// The weight of a solution is its row weight times its column weight, which is made of its two
  /// column weights. The weights of the eight images of a solution add up to 8; on a restricted
  /// board those of the kept images add up to their number. Zero: another image is counted instead.
  /// Preconditions: |R_o| = odd_queens(|R_e|), |C_e| = |R_e|, |C_o| = |R_o|.
  std::uint32_t row_weight(const KeyedLines& even, const KeyedLines& odd) const {
    if (board_size_ == 0) return 1;
    if (is_restricted_) return restricted_row_weight(even.lines, odd.lines);
    if (!is_odd_board()) {
      if ((even.lines & 1u) == 0 || odd.key > even.key) return 0;
      return odd.key < even.key ? 4 : 2;
    }
    if (even.side != 0) return even.side < 0 ? 2 : 0;
    return odd.side < 0 ? 2 : odd.side == 0 ? 1 : 0;
  }
  /// False if R_e alone tells that no R_o has a positive weight with it.
  bool has_row_weight(const KeyedLines& even) const {
    if (board_size_ == 0) return true;
    if (is_restricted_) return has_restricted_row_weight(even.lines);
    return is_odd_board() ? even.side <= 0 : (even.lines & 1u) != 0;
  }
  std::uint32_t row_weight(LineSet even_rows, LineSet odd_rows) const {
    return row_weight(keyed_even(even_rows), keyed_odd(odd_rows));
  }
  std::uint32_t even_column_weight(const KeyedLines& even, const KeyedLines& columns) const;
  std::uint32_t odd_column_weight(const KeyedLines& even, const KeyedLines& columns) const;
  std::uint32_t even_column_weight(LineSet even_rows, LineSet even_columns) const {
    return even_column_weight(keyed_even(even_rows), keyed_even(even_columns));
  }
  std::uint32_t odd_column_weight(LineSet even_rows, LineSet odd_columns) const {
    return odd_column_weight(keyed_even(even_rows), keyed_odd(odd_columns));
  }
  /// The column weight of solutions with this many queens in R_e: the lesser of the two, or their
  /// product on odd boards with units of odd columns.
  std::uint32_t column_weight(int even_queens, std::uint32_t of_even, std::uint32_t of_odd) const {
    return mirrors_odd_columns(even_queens) ? of_even * of_odd : std::min(of_even, of_odd);
  }
  /// Returns the column weight of first placements on these columns: e stands on C_e, f on C_o'.
  std::uint32_t first_weight(bool of_white, LineSet even_rows, LineSet columns) const {
    return of_white ? even_column_weight(even_rows, columns)
                    : odd_column_weight(even_rows, complement(columns, odd_));
  }
  std::uint32_t max_column_weight() const;
  std::uint32_t solution_weight(const ParitySets& sets) const;
  /// Whether C_o instead of C_e tells apart the images under the mirror of columns.
  bool mirrors_odd_columns(int even_queens) const {
    return is_odd_board() && !is_restricted_ && unit_kind(even_queens) == UnitKind::odd_columns;
  }

 private:
  bool is_odd_board() const { return even_ != odd_; }
  std::pair<LineSet, LineSet> image_of_rows(Symmetry symmetry, LineSet even_rows,
                                            LineSet odd_rows) const;
  std::uint32_t restricted_row_weight(LineSet even_rows, LineSet odd_rows) const;
  bool has_restricted_row_weight(LineSet even_rows) const;
  void find_colours();

  int board_size_;
  int even_;
  int odd_;
  bool is_restricted_;
  AllowedColumns allowed_[2][2] = {};  ///< of the quarters, by parity of rows and of columns
  LineColours even_rows_, odd_rows_, even_columns_, odd_columns_;
  std::vector<Symmetry> kept_;  ///< half turn and mirrors, of a restricted board
};

/// Lists all rows of a quarter, from the middle outwards.
std::vector<int> rows_from_the_middle(int rows);

/// What Task::code holds: units first, first + 1, ... of Units::of(R_e).
struct UnitRange {
  LineSet even_rows = 0;    ///< R_e, 16 bits
  std::uint32_t first = 0;  ///< 16 bits
  std::uint32_t count = 0;  ///< 17 bits

  std::uint64_t code() const {
    return even_rows | std::uint64_t{first} << 16 | std::uint64_t{count} << 32;
  }
  static UnitRange from_code(std::uint64_t code) {
    return {static_cast<LineSet>(code & 0xFFFF), static_cast<std::uint32_t>(code >> 16 & 0xFFFF),
            static_cast<std::uint32_t>(code >> 32)};
  }
};

class Units {
 public:
  /// Takes time and memory in proportion to 2^(N / 2).
  explicit Units(const QuarteredBoard& board);

  /// The units of R_e, by its unit_kind(): every R_o, C_e or C_o of positive weight, ordered by
  /// which of the lines from the middle outwards are in it. So sets with the same pivot rows
  /// (README.md) follow each other, in both colours.
  std::vector<LineSet> of(LineSet even_rows) const;
  /// Calls take(set) for each of these.
  template <typename Take>
  void for_each(LineSet even_rows, const Take& take) const {
    const int even_queens = std::popcount(even_rows);
    if (!has_units(even_rows)) return;
    const QuarteredBoard::KeyedLines even = board_.keyed_even(even_rows);
    switch (board_.unit_kind(even_queens)) {
      case UnitKind::odd_rows:
        return for_each_odd_rows(even_rows, take);
      case UnitKind::even_columns:
        for (const auto& set : even_[static_cast<std::size_t>(even_queens)]) {
          if (board_.even_column_weight(even, set) > 0) take(set.lines);
        }
        return;
      case UnitKind::odd_columns:
        for (const auto& set : odd_of(even_queens)) {
          if (board_.odd_column_weight(even, set) > 0) take(set.lines);
        }
    }
  }
  /// Calls take(R_o) for every R_o of positive weight with R_e, in the same order.
  template <typename Take>
  void for_each_odd_rows(LineSet even_rows, const Take& take) const {
    if (!has_units(even_rows)) return;
    const QuarteredBoard::KeyedLines even = board_.keyed_even(even_rows);
    for (const auto& odd : odd_of(std::popcount(even_rows))) {
      if (board_.allows_odd_rows(odd.lines) && board_.row_weight(even, odd) > 0) take(odd.lines);
    }
  }
  /// Returns the units of a task. Throws std::out_of_range if there are fewer.
  std::vector<LineSet> of(const UnitRange& range) const;

 private:
  bool has_units(LineSet even_rows) const {
    const int queens = board_.odd_queens(std::popcount(even_rows));
    return queens >= 0 && queens <= board_.odd() && board_.allows_even_rows(even_rows) &&
           board_.has_row_weight(board_.keyed_even(even_rows));
  }
  const std::vector<QuarteredBoard::KeyedLines>& odd_of(int even_queens) const {
    return odd_[static_cast<std::size_t>(board_.odd_queens(even_queens))];
  }

  QuarteredBoard board_;
  /// All sets of even and of odd lines, by size.
  std::vector<std::vector<QuarteredBoard::KeyedLines>> even_, odd_;
};

}  // namespace nqueens::engine::colour_join
