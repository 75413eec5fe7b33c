#include "counting/side_columns/simd_symmetry.hpp"

#include <algorithm>

namespace nqueens::counting {

std::uint32_t border_weight(int board_size, const BorderQueens& queens) {
  if (board_size < 2) return 1;
  if (queens.left_row == 0) return queens.bottom_column > queens.right_row ? 8 : 0;
  const auto distance = [&](int place) { return std::min(place, board_size - 1 - place); };
  const int left = queens.left_row;
  const int right = distance(queens.right_row);
  const int top = distance(queens.top_column);
  const int bottom = distance(queens.bottom_column);
  if (left >= board_size / 2 || std::min({right, top, bottom}) < left) return 0;
  std::uint32_t weight = 8;
  if (right == left) weight /= 2;
  if (top == left || bottom == left) weight /= 2;
  return weight;
}

}  // namespace nqueens::counting
