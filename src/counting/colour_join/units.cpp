#include "counting/colour_join/units.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <numeric>
#include <stdexcept>

namespace nqueens::counting::colour_join {

std::vector<int> rows_from_the_middle(int rows) {
  std::vector<int> order(static_cast<std::size_t>(rows));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [rows](int a, int b) {
    return std::abs(2 * a - rows + 1) < std::abs(2 * b - rows + 1);
  });
  return order;
}

Units::Units(const Board& board)
    : board_(board), by_queens_(static_cast<std::size_t>(board.odd()) + 1) {
  const std::vector<int> rows = rows_from_the_middle(board.odd());
  // The rows from the middle outwards are the bits of `place` from the top.
  for (LineSet place = 0; place <= all_lines(board.odd()); ++place) {
    LineSet odd_rows = 0;
    for (int i = 0; i < board.odd(); ++i) {
      const LineSet bit = place >> (board.odd() - 1 - i) & 1u;
      odd_rows |= bit << rows[static_cast<std::size_t>(i)];
    }
    if (!board.allows_odd_rows(odd_rows)) continue;
    by_queens_[static_cast<std::size_t>(std::popcount(odd_rows))].push_back(
        board.keyed_odd(odd_rows));
  }
}

std::vector<LineSet> Units::of(LineSet even_rows) const {
  std::vector<LineSet> units;
  for_each(even_rows, [&](LineSet odd_rows) { units.push_back(odd_rows); });
  return units;
}

std::vector<LineSet> Units::of(const UnitRange& range) const {
  const std::vector<LineSet> all = of(range.even_rows);
  if (range.first > all.size() || range.count > all.size() - range.first) {
    throw std::out_of_range("task with units that its row set does not have");
  }
  const auto begin = all.begin() + range.first;
  return {begin, begin + range.count};
}

}  // namespace nqueens::counting::colour_join
