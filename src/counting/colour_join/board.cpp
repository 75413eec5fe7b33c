#include "counting/colour_join/board.hpp"

#include <algorithm>
#include <bit>

namespace nqueens::counting {

LineSet reversed(LineSet set, int size) {
  LineSet result = 0;
  for (int i = 0; i < size; ++i) result |= ((set >> i) & 1u) << (size - 1 - i);
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

ColourBoard::ColourBoard(int board_size)
    : board_size_(board_size), even_((board_size + 1) / 2), odd_(board_size / 2) {}

// Even board: a reflection exchanges the parities and complements, so a set and its complement
// have one key. Odd board: a reflection keeps the parities, so a set and its reverse have one key.
LineSet ColourBoard::even_key(LineSet set) const {
  return std::min(set, is_odd_board() ? reversed(set, even_) : all_lines(even_) & ~set);
}

LineSet ColourBoard::odd_key(LineSet set) const {
  const LineSet back = reversed(set, odd_);
  return is_odd_board() ? std::min(set, back) : std::min(back, all_lines(odd_) & ~back);
}

bool ColourBoard::takes_even_rows(LineSet even_rows) const {
  if (board_size_ == 0) return true;
  return is_odd_board() ? even_rows <= reversed(even_rows, even_) : (even_rows & 1u) != 0;
}

std::uint32_t ColourBoard::row_weight(LineSet even_rows, LineSet odd_rows) const {
  if (!takes_even_rows(even_rows)) return 0;
  if (board_size_ == 0) return 1;
  if (!is_odd_board()) {
    const LineSet x = even_key(even_rows);
    const LineSet y = odd_key(odd_rows);
    return y > x ? 0 : y < x ? 4 : 2;
  }
  if (even_rows != reversed(even_rows, even_)) return 2;
  const LineSet odd_back = reversed(odd_rows, odd_);
  return odd_rows > odd_back ? 0 : odd_rows < odd_back ? 2 : 1;
}

std::uint32_t ColourBoard::even_column_weight(LineSet even_rows, LineSet even_columns) const {
  if (board_size_ == 0) return 1;
  const LineSet x = even_key(even_rows);
  const LineSet c = even_key(even_columns);
  if (c > x) return 0;
  const std::uint32_t by_transposition = c < x ? 2 : 1;
  if (!is_odd_board()) return by_transposition;
  const LineSet back = reversed(even_columns, even_);
  if (even_columns > back) return 0;
  return by_transposition * (even_columns < back ? 2u : 1u);
}

std::uint32_t ColourBoard::odd_column_weight(LineSet even_rows, LineSet odd_columns) const {
  if (is_odd_board() || board_size_ == 0) return full_column_weight();
  const LineSet x = even_key(even_rows);
  const LineSet d = odd_key(odd_columns);
  return d > x ? 0 : d < x ? 2 : 1;
}

std::uint32_t ColourBoard::full_column_weight() const {
  if (board_size_ == 0) return 1;
  return is_odd_board() ? 4 : 2;
}

std::uint32_t ColourBoard::solution_weight(const ParitySets& sets) const {
  return row_weight(sets.even_rows, sets.odd_rows) *
         std::min(even_column_weight(sets.even_rows, sets.even_columns),
                  odd_column_weight(sets.even_rows, sets.odd_columns));
}

}  // namespace nqueens::counting
