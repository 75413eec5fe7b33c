#include "counting/colour_join/row_tree.hpp"

#include <bit>

#include "counting/colour_join/units.hpp"

namespace nqueens::counting::colour_join {

SquareLines::SquareLines(const ColourQuarters& quarters)
    : order_(rows_from_the_middle(quarters.second.rows())) {
  const Quarter& second = quarters.second;
  const LineBits& bits = quarters.bits;
  for (std::size_t row = 0; row < order_.size(); ++row) {
    const int diagonal = second.diagonal(order_[row], 0);
    const int antidiagonal = second.antidiagonal(order_[row], 0);
    rows_.push_back({static_cast<std::uint32_t>(diagonal), static_cast<std::uint32_t>(antidiagonal),
                     second.allowed(order_[row])});
    std::uint64_t needed = std::uint64_t{1} << LineBits::kAll;
    for (int column = 0; column < second.columns(); ++column) {
      const std::size_t square = square_index(row, static_cast<std::size_t>(column));
      const int lines[] = {bits.diagonal(diagonal + column),
                           bits.antidiagonal(antidiagonal + column)};
      for (int i = 0; i < 2; ++i) {
        lines_[square][i] = static_cast<std::uint8_t>(lines[i]);
        needed |= std::uint64_t{1} << lines[i];
      }
      attacked_[square] = bits.of(second.with({}, order_[row], column));
    }
    needed_.push_back(needed);
  }
}

std::uint64_t SquareLines::needed(std::uint32_t rows) const {
  std::uint64_t needed = 0;
  for (; rows != 0; rows &= rows - 1) {
    needed |= needed_[static_cast<std::size_t>(std::countr_zero(rows))];
  }
  return needed;
}

RowTree SquareLines::view() const {
  RowTree tree;
  tree.rows = rows_.data();
  tree.attacked = attacked_;
  tree.lines = lines_;
  return tree;
}

std::uint32_t rows_in_order(LineSet rows, const std::vector<int>& order) {
  std::uint32_t result = 0;
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    if ((rows >> order[i] & 1u) != 0) result |= 1u << i;
  }
  return result;
}

std::vector<TreeNode> tree_of(std::span<const std::uint32_t> rows) {
  std::vector<TreeNode> nodes(1);
  const auto child = [&](std::uint32_t node, std::uint32_t row) {
    // The last child only: the units of a node have to follow each other.
    std::uint32_t last = nodes[node].first_child;
    while (last != 0 && nodes[last].next_sibling != 0) last = nodes[last].next_sibling;
    if (last != 0 && nodes[last].row == row) return last;
    const auto added = static_cast<std::uint32_t>(nodes.size());
    nodes.push_back({.row = row});
    (last == 0 ? nodes[node].first_child : nodes[last].next_sibling) = added;
    return added;
  };
  for (std::uint32_t unit = 0; unit < rows.size(); ++unit) {
    std::uint32_t below = rows[unit];
    std::uint32_t node = 0;
    for (;; below &= below - 1) {
      if (nodes[node].units++ == 0) nodes[node].first_unit = unit;
      nodes[node].rows_below |= below;
      if (below == 0) break;
      node = child(node, static_cast<std::uint32_t>(std::countr_zero(below)));
    }
  }
  return nodes;
}

}  // namespace nqueens::counting::colour_join
