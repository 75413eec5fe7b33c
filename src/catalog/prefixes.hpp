// The tasks of a list; and which solutions are the least of their orbit under the eight symmetries
// of the square, as a test of whole solutions and as columns that such a solution cannot use.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

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
/// nearer to a corner. (Where distances are equal, is_least_of_orbit() decides.)
RowMasks columns_of_least(int board_size, int first_column);

/// The tasks of a list in lexicographic order: prefixes of queens, each with the columns that the
/// rows below may use. They are made one at a time, for there are millions on large boards.
class PrefixSource {
 public:
  /// Precondition: board_size >= 1. With `unique` only prefixes, and below them only columns, that
  /// a solution which is the least of its orbit can have.
  PrefixSource(int board_size, bool unique);

  /// Makes the next prefix; false when there is none left.
  bool next();
  std::span<const std::uint8_t> columns() const { return walk_.columns(); }
  /// Outlives the prefix: as long as the source.
  const RowMasks& allowed() const { return masks_[static_cast<std::size_t>(first_column_)]; }

 private:
  std::vector<RowMasks> masks_;  ///< by the column of row 0
  LexicographicWalk walk_;
  int first_column_ = -1;
};

}  // namespace nqueens::catalog
