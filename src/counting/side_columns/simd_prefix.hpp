// Prefixes of side columns: queens of column 0, the last one, column 1, the last but one, and so on
// to the middle; and the rest of the board that they leave. Applies the part of the border rule
// (simd_symmetry.hpp) that such a prefix can decide. Knows nothing of how the rest is counted.
#pragma once

#include <array>
#include <cstdint>

#include "counting/side_columns/kernels.hpp"
#include "domain/problem.hpp"

namespace nqueens::counting {

/// Side columns in the code of a task: five bits each.
inline constexpr int kMaxSidePrefix = 12;

/// Queens of the first side columns. A value; with() makes the next one.
class SideQueens {
 public:
  /// No queen yet. Precondition: 0 <= board_size <= kMaxCountSize.
  explicit SideQueens(int board_size) : size_(board_size) {}
  /// Replays the code of a task. `valid` becomes false, and the prefix unusable, when a queen is
  /// not in open_rows().
  static SideQueens decoded(int board_size, std::uint64_t code, int depth, bool& valid);

  int board_size() const { return size_; }
  int placed() const { return placed_; }
  /// Row of the queen in side column `index`, in the order above.
  int row(int index) const { return row_[static_cast<std::size_t>(index)]; }
  /// The board's column of side column `index`.
  int column(int index) const { return index % 2 == 0 ? index / 2 : size_ - 1 - index / 2; }
  /// Code of a task. Precondition: placed() <= kMaxSidePrefix.
  std::uint64_t code() const;

  /// Rows for the queen of the next side column: not attacked, and the queens so far do not rule
  /// out that some solution below has a weight.
  std::uint32_t open_rows() const;
  SideQueens with(int row) const;

  /// What is left of the board: rows and columns without a side queen, no more than kMaxRest. On a
  /// border row only columns are left that may have a weight.
  struct Rest {
    SubBoard board;                  ///< its first row is the board's first or last one left
    bool begins_at_border = false;   ///< the first row left is a border row
    bool ends_at_border = false;     ///< the last row left is the other border row
    std::uint16_t tied_columns = 0;  ///< where a queen of these border rows is tied
    std::uint32_t weight = 1;        ///< of a solution that has none in tied_columns; else half
  };
  Rest rest() const;

 private:
  bool corner() const { return row_[0] == 0; }
  /// Columns that a queen of row 0 or of the last row may take, by the first two queens.
  std::uint32_t border_columns(bool last_row) const;
  /// Columns where it is tied with the left one.
  std::uint32_t tied_columns() const;
  bool has_tied_side_queen() const;
  SubBoard rest_board(bool upward) const;

  int size_;
  int placed_ = 0;
  std::uint32_t rows_ = 0;           ///< taken
  std::uint64_t diagonals_ = 0;      ///< bit row - column + size - 1
  std::uint64_t antidiagonals_ = 0;  ///< bit row + column
  std::array<std::int8_t, kMaxCountSize> row_{};
};

}  // namespace nqueens::counting
