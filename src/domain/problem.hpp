// The masks that engines work with, of a board of at most 64 rows and columns: for each row, the
// columns that its queen may take.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "nqueens/board.hpp"
#include "nqueens/symmetry.hpp"

namespace nqueens {

/// Bit c of allowed(r) is set if the queen of row r may stand in column c. A plain problem allows
/// every square; given queens, blocked squares and excluded diagonals clear bits.
class Problem {
 public:
  /// Allows every square. Throws InvalidArgument unless there are 0 to kMaxProblemSize rows.
  explicit Problem(int board_size, Variant variant = Variant::queens)
      : Problem(Board(board_size, variant)) {}
  Problem(int rows, int columns, Variant variant) : Problem(Board(rows, columns, variant)) {}
  /// Throws InvalidArgument for a large board, and as checked_queens() does.
  explicit Problem(const Board& board);

  int rows() const { return rows_; }
  int columns() const { return columns_; }
  Variant variant() const { return variant_; }
  bool is_square() const { return rows_ == columns_; }
  int board_size() const { return columns_; }  ///< precondition: is_square()

  std::uint64_t allowed(int row) const { return allowed_[static_cast<std::size_t>(row)]; }
  std::uint64_t full_row() const {
    return columns_ == 0 ? 0 : ~std::uint64_t{0} >> (kMaxProblemSize - columns_);
  }

  // All three have a precondition: the board has the square or the diagonal.
  void require(Square square);             ///< a queen stands there
  void block(Square square);               ///< no queen stands there
  void exclude(const Diagonal& diagonal);  ///< no queen stands on its squares
  /// Keeps only the columns of `mask` in the row. Precondition: 0 <= row < rows().
  void restrict_row(int row, std::uint64_t mask) {
    allowed_[static_cast<std::size_t>(row)] &= mask;
  }

  /// Returns the columns of `other_row` that a queen on (row, column) attacks. O(1).
  std::uint64_t attacked(int row, int column, int other_row) const;

  bool is_plain() const;             ///< a square board of queens that allows every square
  bool is_mirror_symmetric() const;  ///< left and right are mirror images

  /// Returns "plain" for the plain problem; else the masks of all rows in hexadecimal, joined by
  /// '-', after the variant, if any: "ff-ff-...", "torus:1f-1f-...". Two problems with the same
  /// number of columns are equal if and only if their descriptions are.
  std::string description() const;

  friend bool operator==(const Problem&, const Problem&) = default;

 private:
  /// Returns the mask of `column`; on a torus one beyond an edge comes in at the opposite edge.
  std::uint64_t line_bits(int column) const;

  int rows_;
  int columns_;
  Variant variant_;
  std::array<std::uint64_t, kMaxProblemSize> allowed_{};
};

/// Lists for each row the column of its given queen, or -1. A row with a single allowed square has
/// a given queen, unless it attacks one above.
std::vector<int> given_columns(const Problem& problem);

/// Returns the symmetries that map allowed squares to allowed squares, and what a queen attacks to
/// what its image attacks. They are at most those of the board, for which squares that a given
/// queen attacks count as blocked. (Plans of the colour join depend on these.)
std::vector<Symmetry> symmetries_of(const Problem& problem);

/// Returns the problem as a board with few restrictions: its given queens, excluded diagonals, and
/// the blocked squares that are on none of them.
Board board_of(const Problem& problem);

}  // namespace nqueens
