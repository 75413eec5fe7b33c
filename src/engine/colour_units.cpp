#include "engine/colour_units.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <tuple>

namespace nqueens::engine {

int central_row(LineSet set, int rows) {
  int best = -1;
  for (int row = 0; row < rows; ++row) {
    if ((set >> row & 1u) == 0) continue;
    const auto distance = [rows](int i) { return std::abs(2 * i - rows + 1); };
    if (best < 0 || distance(row) < distance(best)) best = row;
  }
  return best;
}

std::vector<LineSet> units_of(const ColourBoard& board, LineSet even_rows) {
  const int queens = board.odd_queens(std::popcount(even_rows));
  std::vector<LineSet> units;
  if (queens < 0 || queens > board.odd()) return units;
  for (LineSet odd_rows = 0; odd_rows <= all_lines(board.odd()); ++odd_rows) {
    if (std::popcount(odd_rows) == queens && board.row_weight(even_rows, odd_rows) > 0) {
      units.push_back(odd_rows);
    }
  }
  const auto order = [&](LineSet odd_rows) {
    const LineSet others = all_lines(board.odd()) & ~odd_rows;
    return std::tuple(central_row(odd_rows, board.odd()), central_row(others, board.odd()),
                      odd_rows);
  };
  std::sort(units.begin(), units.end(), [&](LineSet a, LineSet b) { return order(a) < order(b); });
  return units;
}

}  // namespace nqueens::engine
