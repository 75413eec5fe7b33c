// The engine `simd`: which solutions it counts (the border rule), prefixes of side columns with the
// rest of the board for its kernels, and its decomposition.
#pragma once

#include <array>
#include <cstdint>

#include "domain/problem.hpp"
#include "engine/engine.hpp"
#include "engine/simd/simd_kernels.hpp"

namespace nqueens::engine {

// The border rule says which of the eight images of a solution the engine counts, and how often.
// The queens of the four border lines alone decide it, so nothing is compared at the end.
//
// Let w(s) be the weight below. For every solution s the w(g s) over the eight symmetries g of the
// square must add up to 8. Summed over all s and divided by 8, that says that the weighted
// solutions are all solutions (those with a symmetry of their own included).
//
// Boards of 2 and more. Let m of a border line be the distance of its queen from the nearer end.
//  1. No queen in a corner. Then m >= 1 everywhere. Let T be the lines where m is least, t = |T|.
//     A weight is given when the left line is in T and its queen in the upper half. (Not in the
//     middle of an odd board: if the least m is that of the middle, all four queens are in the
//     middle, and left and right share a row.) For each line of T two of the eight images bring it
//     to the left, one of them with its queen in the upper half: t images have a weight. It is 8,
//     halved if the right line is tied, halved once more if the top or the bottom line is (or
//     both):
//       t = 1: 8;  opposite pair: 4 + 4;  adjacent pair: 4 + 4;
//       three, the ends of the pair at the left: 2 + 2, the third: 4;  four: 2 + 2 + 2 + 2.
//  2. A queen in a corner; there is one only (two share a row, a column or a diagonal). Two images
//     bring it to row 0, column 0; they are transposes of one another. Let the right line's queen
//     stand in row b and the bottom line's in column c: the transpose has them in c and b. The two
//     squares lie on one antidiagonal if b = c, so one image has c > b: that one has weight 8.

struct BorderQueens {
  int left_row = 0;
  int right_row = 0;
  int top_column = 0;
  int bottom_column = 0;
};

/// Returns the weight of a solution with these border queens: 8, 4, 2 or 0; 1 for boards below 2,
/// where the four lines are one.
std::uint32_t border_weight(int board_size, const BorderQueens& queens);

/// Holds the queens of the first side columns: column 0, the last one, column 1, the last but one,
/// and so on to the middle. It is a value; with() makes the next one.
class SideQueens {
 public:
  /// Has no queen yet. Precondition: 0 <= board_size <= kMaxCountSize.
  explicit SideQueens(int board_size) : size_(board_size) {}
  /// Replays the code of a task. `valid` is false, the prefix unusable, if a queen is not in
  /// free_rows().
  static SideQueens decoded(int board_size, std::uint64_t code, int depth, bool& valid);

  int board_size() const { return size_; }
  int placed() const { return placed_; }
  int row(int index) const { return row_[static_cast<std::size_t>(index)]; }
  int column(int index) const { return index % 2 == 0 ? index / 2 : size_ - 1 - index / 2; }
  /// Returns the code of a task: the rows. Precondition: placed() <= RowPrefix::kMaxDepth.
  std::uint64_t code() const;

  /// Returns the rows of the next side column that are not attacked, where solutions may still have
  /// a weight.
  std::uint32_t free_rows() const;
  SideQueens with(int row) const;

  /// The rest is what is left of the board: rows and columns without a side queen, at most
  /// kMaxRest. In a border row only columns are left that may have a weight.
  struct Rest {
    SubBoard board;  ///< its first row is the first or the last row left of the board
    bool begins_at_border = false;   ///< the first row left is a border row
    bool ends_at_border = false;     ///< the last row left is the other border row
    std::uint16_t tied_columns = 0;  ///< where a queen of these border rows is tied
    std::uint32_t weight = 1;        ///< of a solution without a queen in tied_columns; else half
  };
  Rest rest() const;

 private:
  bool corner() const { return row_[0] == 0; }
  /// Returns the columns that a queen of row 0 or of the last row may take after the first two
  /// queens.
  std::uint32_t border_columns(bool last_row) const;
  std::uint32_t tied_columns() const;
  SubBoard rest_board(bool upward) const;

  int size_;
  int placed_ = 0;
  std::uint32_t rows_ = 0;           ///< taken
  std::uint64_t diagonals_ = 0;      ///< bit row - column + size - 1
  std::uint64_t antidiagonals_ = 0;  ///< bit row + column
  std::array<std::int8_t, kMaxCountSize> row_{};
};

/// Decomposition "side-columns": a task fixes the queens of the first side columns, of one of the
/// eight images of each solution.
std::shared_ptr<const Decomposition> side_column_decomposition(const Problem& problem);

inline constexpr double kSecondsAt18 = 1.5;  ///< core seconds of a board of 18 with AVX-512

/// Tells how many side columns are filled before the rest is counted, for tasks of that depth.
int side_columns(int board_size, int depth);

/// Makes a worker of the engine with this kernel; only tests set other limits.
std::unique_ptr<Worker> make_simd_worker(int board_size, int depth, const SimdKernels& kernel,
                                         const BatchLimits& limits);

}  // namespace nqueens::engine
