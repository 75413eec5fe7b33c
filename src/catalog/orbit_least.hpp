// Which solutions are the least of their orbit under the eight symmetries of the square: as a test
// of whole solutions, and as columns that such a solution cannot use. Knows no search.
#pragma once

#include <cstdint>
#include <span>

#include "catalog/lexicographic_walk.hpp"

namespace nqueens::catalog {

/// True when none of the eight images is lexicographically less. Precondition: a permutation of at
/// most kMaxCountSize columns. O(N), nearly always a few comparisons.
bool is_least_of_orbit(std::span<const std::uint8_t> columns);

/// The columns that each row may use: all.
RowMasks all_columns(int board_size);

/// The columns that each row below row 0 may use in a solution that is the least of its orbit and
/// begins with `first_column`. Every image begins with the distance of a queen on the edge of the
/// board from one of its corners, and none may be less than `first_column`: no queen on the edge is
/// nearer to a corner. (Left out: what follows where distances are equal. The test finds it.)
RowMasks columns_of_least(int board_size, int first_column);

}  // namespace nqueens::catalog
