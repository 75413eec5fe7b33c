// The columns of one row that share lines with the fewest queens, by looking at all of them: O(N),
// as plain loops over three arrays of bytes that every compiler turns into vector instructions.
// Knows counters, not placements.
#pragma once

#include <cstdint>
#include <optional>

#include "base/random.hpp"
#include "search/polling.hpp"

namespace nqueens::search {

/// The counters that a row sees, by column: queens on the column, the diagonal, the antidiagonal.
/// None above kMaxScannedCount, so that a sum of three fits a byte.
struct RowCounters {
  const std::uint8_t* columns;
  const std::uint8_t* diagonals;
  const std::uint8_t* antidiagonals;

  std::uint8_t queens(std::uint64_t column) const {
    return static_cast<std::uint8_t>(columns[column] + diagonals[column] + antidiagonals[column]);
  }
};
inline constexpr std::uint64_t kMaxScannedCount = 85;

struct ScannedColumn {
  std::uint64_t column = 0;
  std::uint64_t queens = 0;  ///< on its three lines
};

/// One of the columns 0..size-1 with the fewest queens on its three lines, each with the same
/// probability. nullopt when stopped.
std::optional<ScannedColumn> scan_columns(const RowCounters& row, std::uint64_t size,
                                          base::Random& random, const StopSignal& stop);

}  // namespace nqueens::search
