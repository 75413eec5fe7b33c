// The tasks of a list, made one at a time in lexicographic order while it runs: prefixes of queens,
// each with the columns that the rows below may use. There is no table of them, since there are
// millions on large boards. Knows nothing of threads.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "catalog/lexicographic_walk.hpp"

namespace nqueens::catalog {

class PrefixSource {
 public:
  /// Precondition: board_size >= 1. With `unique` only prefixes, and below them only columns, that
  /// a solution which is the least of its orbit can have.
  PrefixSource(int board_size, bool unique);

  /// Goes on to the next prefix; false when there is none left.
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
