// Prefixes of side columns: queens of column 0, the last one, column 1, the last but one, and so on
// to the middle; and the rest of the board that they leave. Uses of the border rule (see
// simd_symmetry.hpp) what such a prefix can decide. Knows nothing of how the rest is counted.
#pragma once

#include <array>
#include <cstdint>

#include "engine/simd_kernel.hpp"
#include "nqueens/problem.hpp"

namespace nqueens::engine {

/// Side columns in the code of a task: five bits each.
inline constexpr int kMaxSidePrefix = 12;

/// Queens of the first side columns. A value; with() makes the next one.
class SideQueens {
 public:
  /// No queen yet. Precondition: 0 <= board_size <= kMaxCountSize.
  explicit SideQueens(int board_size) : size_(board_size) {}
  /// Replays the code of a task. `valid` turns false, and the queens are worth nothing, when one
  /// of them is not in open_rows().
  static SideQueens decoded(int board_size, std::uint64_t code, int depth, bool& valid);

  int board_size() const { return size_; }
  int placed() const { return placed_; }
  /// Row of the queen in side column `index`, in the order above.
  int row(int index) const { return row_[static_cast<std::size_t>(index)]; }
  /// The board's column of side column `index`.
  int column(int index) const { return index % 2 == 0 ? index / 2 : size_ - 1 - index / 2; }
  /// Code of a task. Precondition: placed() <= kMaxSidePrefix.
  std::uint64_t code() const;

  /// Rows for the queen of the next side column: not attacked, and some solution below may have a
  /// weight for all that the queens so far tell.
  std::uint32_t open_rows() const;
  SideQueens with(int row) const;

  /// What is left of the board: rows and columns without a side queen, no more than kMaxRest.
  /// Part of a border line that lies in it is restricted to where the weight is not zero.
  struct Rest {
    SubBoard board;
    std::uint16_t tied_columns = 0;  ///< where a queen of row 0 or of the last row is tied
    bool has_top = false;            ///< row 0 is the board's first row
    bool has_bottom = false;         ///< the last row is the board's last row
    std::uint32_t weight = 1;        ///< if none of the top and bottom queens in the rest is tied
    bool decided = false;            ///< the weight is that of every solution
  };
  Rest rest() const;

 private:
  bool corner() const { return row_[0] == 0; }
  /// Columns that a queen of the border row may take, by the first two queens.
  std::uint32_t border_columns(bool bottom) const;
  bool is_tied(int place) const;

  int size_;
  int placed_ = 0;
  std::uint32_t rows_ = 0;           ///< taken
  std::uint64_t diagonals_ = 0;      ///< bit row - column + size - 1
  std::uint64_t antidiagonals_ = 0;  ///< bit row + column
  std::array<std::int8_t, kMaxCountSize> row_{};
};

}  // namespace nqueens::engine
