#include "counting/colour_join/units.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <numeric>

namespace nqueens::counting {

std::vector<int> rows_from_the_middle(int rows) {
  std::vector<int> order(static_cast<std::size_t>(rows));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [rows](int a, int b) {
    return std::abs(2 * a - rows + 1) < std::abs(2 * b - rows + 1);
  });
  return order;
}

ColourUnits::ColourUnits(const ColourBoard& board)
    : board_(board), by_queens_(static_cast<std::size_t>(board.odd()) + 1) {
  const std::vector<int> rows = rows_from_the_middle(board.odd());
  for (LineSet code = 0; code <= all_lines(board.odd()); ++code) {
    LineSet odd_rows =
        0;  // its rows from the middle outwards are the bits of the code from the top
    for (int i = 0; i < board.odd(); ++i) {
      const LineSet bit = code >> (board.odd() - 1 - i) & 1u;
      odd_rows |= bit << rows[static_cast<std::size_t>(i)];
    }
    by_queens_[static_cast<std::size_t>(std::popcount(odd_rows))].push_back(
        {odd_rows, board.odd_key(odd_rows), odd_rows <= reversed(odd_rows, board.odd())});
  }
}

std::vector<LineSet> ColourUnits::of(LineSet even_rows) const {
  std::vector<LineSet> units;
  const int queens = board_.odd_queens(std::popcount(even_rows));
  if (queens < 0 || queens > board_.odd() || !board_.takes_even_rows(even_rows)) return units;
  // The conditions of row_weight(), with what does not depend on R_o taken out of the loop.
  const bool is_odd_board = board_.even() != board_.odd();
  const LineSet most_key = is_odd_board ? ~LineSet{0} : board_.even_key(even_rows);
  const bool only_least = is_odd_board && even_rows == reversed(even_rows, board_.even());
  for (const Candidate& one : by_queens_[static_cast<std::size_t>(queens)]) {
    if (one.key <= most_key && (one.is_least || !only_least)) units.push_back(one.odd_rows);
  }
  return units;
}

}  // namespace nqueens::counting
