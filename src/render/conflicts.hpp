// Which queens of a placement attack each other, for marking them. Knows no picture.
#pragma once

#include <span>
#include <vector>

#include "nqueens/placement.hpp"

namespace nqueens::render {

struct Conflicts {
  std::vector<bool> is_attacked;     ///< by row
  std::vector<AttackingPair> pairs;  ///< neighbours on a line: n queens on one give n - 1 of them
};

/// Rows without a queen do not exist in a placement, so lines are columns and diagonals. O(N log
/// N). Precondition: every column is below the board size.
Conflicts find_conflicts(std::span<const Column> columns);

}  // namespace nqueens::render
