// The lines that placed queens attack, as they meet the next row: the three words of Richards'
// backtracker. Shared by all code that places rows from the top.
#pragma once

#include <cstdint>

namespace nqueens::counting {

struct Attacks {
  std::uint32_t columns = 0;
  std::uint32_t diagonals = 0;
  std::uint32_t antidiagonals = 0;

  /// Columns of the next row that are allowed and not attacked.
  std::uint32_t free(std::uint64_t allowed) const {
    return static_cast<std::uint32_t>(allowed) & ~(columns | diagonals | antidiagonals);
  }
  /// The attacks on the row after next, once `queen` (one bit) stands in the next row.
  Attacks with(std::uint32_t queen) const {
    return {columns | queen, (diagonals | queen) << 1, (antidiagonals | queen) >> 1};
  }
};

}  // namespace nqueens::counting
