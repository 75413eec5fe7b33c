// What walks go through: the odd rows of units as a tree, and the lines of the squares on them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "counting/colour_join/colour.hpp"
#include "counting/colour_join/kernels.hpp"

namespace nqueens::counting::colour_join {

/// The squares of the second quarter of a colour, row by row from the middle outwards.
class SquareLines {
 public:
  explicit SquareLines(const ColourQuarters& quarters);

  /// The rows of the quarter in that order.
  const std::vector<int>& order() const { return order_; }
  /// Lines, as bits, of the squares in these rows (bits are indices of order()).
  std::uint64_t needed(std::uint32_t rows) const;
  std::uint64_t attacked(std::size_t row, std::size_t column) const {
    return attacked_[square_index(row, column)];
  }
  /// A tree without nodes.
  RowTree view() const;

 private:
  std::vector<int> order_;
  std::vector<TreeRow> rows_;
  std::vector<std::uint64_t> needed_;  ///< by row
  std::uint64_t attacked_[kSquares] = {};
  std::uint8_t lines_[kSquares][2] = {};
};

/// The rows as bits that are indices of the order.
std::uint32_t rows_in_order(LineSet rows, const std::vector<int>& order);

/// The nodes of a RowTree for units with these second rows, as many in each, as bits of the
/// order. Precondition: the order of Units, in which units that begin alike follow each other.
std::vector<TreeNode> tree_of(std::span<const std::uint32_t> rows);

}  // namespace nqueens::counting::colour_join
