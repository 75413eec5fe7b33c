#include "counting/colour_join/board.hpp"

#include <algorithm>

namespace nqueens::counting::colour_join {

namespace {

int side_of(LineSet set, LineSet reverse) {
  return set < reverse ? -1 : set > reverse ? 1 : 0;
}

}  // namespace

LineSet reversed(LineSet set, int lines) {
  LineSet result = 0;
  for (int i = 0; i < lines; ++i) result |= ((set >> i) & 1u) << (lines - 1 - i);
  return result;
}

ParitySets parity_sets(const Placement& placement) {
  ParitySets sets;
  for (std::size_t row = 0; row < placement.size(); ++row) {
    const std::size_t column = placement[row];
    if ((row + column) % 2 != 0) continue;
    LineSet& rows = row % 2 == 0 ? sets.even_rows : sets.odd_rows;
    LineSet& columns = row % 2 == 0 ? sets.even_columns : sets.odd_columns;
    rows |= LineSet{1} << (row / 2);
    columns |= LineSet{1} << (column / 2);
  }
  return sets;
}

Board::Board(int board_size)
    : board_size_(board_size), even_((board_size + 1) / 2), odd_(board_size / 2) {}

// Even board: a reflection exchanges the parities and complements, so a set and its complement
// have one key. Odd board: a reflection keeps the parities, so a set and its reverse have one key.
LineSet Board::even_key(LineSet set) const {
  return std::min(set, is_odd_board() ? reversed(set, even_) : complement(set, even_));
}

LineSet Board::odd_key(LineSet set) const {
  const LineSet reverse = reversed(set, odd_);
  return std::min(reverse, is_odd_board() ? set : complement(reverse, odd_));
}

Board::KeyedRows Board::keyed_even(LineSet rows) const {
  return {rows, even_key(rows), side_of(rows, reversed(rows, even_))};
}

Board::KeyedRows Board::keyed_odd(LineSet rows) const {
  return {rows, odd_key(rows), side_of(rows, reversed(rows, odd_))};
}

std::uint32_t Board::row_weight(const KeyedRows& even, const KeyedRows& odd) const {
  if (board_size_ == 0) return 1;
  if (!is_odd_board()) {
    if ((even.rows & 1u) == 0 || odd.key > even.key) return 0;
    return odd.key < even.key ? 4 : 2;
  }
  if (even.side != 0) return even.side < 0 ? 2 : 0;
  return odd.side < 0 ? 2 : odd.side == 0 ? 1 : 0;
}

std::uint32_t Board::even_column_weight(LineSet even_rows, LineSet even_columns) const {
  if (board_size_ == 0) return 1;
  const LineSet x = even_key(even_rows);
  const LineSet z = even_key(even_columns);
  if (z > x) return 0;
  const std::uint32_t by_transposition = z < x ? 2 : 1;
  if (!is_odd_board()) return by_transposition;
  const int side = side_of(even_columns, reversed(even_columns, even_));
  return side > 0 ? 0 : by_transposition * (side < 0 ? 2u : 1u);
}

std::uint32_t Board::odd_column_weight(LineSet even_rows, LineSet odd_columns) const {
  if (is_odd_board() || board_size_ == 0) return max_column_weight();
  const LineSet x = even_key(even_rows);
  const LineSet w = odd_key(odd_columns);
  return w > x ? 0 : w < x ? 2 : 1;
}

std::uint32_t Board::max_column_weight() const {
  if (board_size_ == 0) return 1;
  return is_odd_board() ? 4 : 2;
}

std::uint32_t Board::solution_weight(const ParitySets& sets) const {
  return row_weight(sets.even_rows, sets.odd_rows) *
         std::min(even_column_weight(sets.even_rows, sets.even_columns),
                  odd_column_weight(sets.even_rows, sets.odd_columns));
}

}  // namespace nqueens::counting::colour_join
