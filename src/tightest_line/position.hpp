// Some queens on the board of a problem, and the squares they leave free. The search by the
// tightest line places the next queen in the row or column with the fewest free squares.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "domain/problem.hpp"

namespace nqueens::tightest_line {

/// A square of a board of at most kMaxProblemSize rows and columns.
struct Cell {
  std::uint8_t row = 0;
  std::uint8_t column = 0;
  friend bool operator==(const Cell&, const Cell&) = default;
};

class Position {
 public:
  /// No queen yet. No square is free on a torus that 2 or 3 divides, which has no solution. The
  /// problem must outlive the position.
  explicit Position(const Problem& problem);

  int queens() const { return queens_; }
  /// Every row has its queen.
  bool is_solution() const { return queens_ == problem_->rows(); }
  /// The free squares of the open row or column that has the fewest: one of them has a queen in
  /// every solution below. On boards with more columns than rows only rows count, for a column may
  /// stay empty. None when a line has none left, and no solution is below. Of lines with equally
  /// few the one nearest to the middle: 0.64 of the nodes at n = 25. Precondition: !is_solution().
  std::vector<Cell> tightest() const;
  /// Puts a queen on a free square.
  void place(Cell cell);
  /// Masks of the lines without a queen. On boards with more columns than rows no column is open:
  /// it may stay empty.
  std::uint64_t open_rows() const { return open_rows_; }
  std::uint64_t open_columns() const { return open_columns_; }
  /// The free squares of an open line.
  std::uint64_t free_columns(int row) const { return rows_[static_cast<std::size_t>(row)]; }
  std::uint64_t free_rows(int column) const { return columns_[static_cast<std::size_t>(column)]; }
  /// Logarithm of what the solutions below grow with, more or less: the root of the product of the
  /// free squares of all open lines, divided by their sum. For comparing positions with as many
  /// queens. Minus infinity when an open line has none.
  double log_promise() const;
  /// The column of the queen of a row that has one.
  int column(int row) const { return queen_columns_[static_cast<std::size_t>(row)]; }

 private:
  const Problem* problem_;
  int queens_ = 0;
  std::uint64_t open_rows_ = 0;
  std::uint64_t open_columns_ = 0;
  std::array<std::uint64_t, kMaxProblemSize> rows_{};     ///< free columns by row
  std::array<std::uint64_t, kMaxProblemSize> columns_{};  ///< free rows by column
  std::array<std::uint8_t, kMaxProblemSize> queen_columns_{};
};

}  // namespace nqueens::tightest_line
