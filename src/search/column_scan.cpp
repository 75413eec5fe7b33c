#include "search/column_scan.hpp"

#include <algorithm>
#include <limits>

namespace nqueens::search {

namespace {

/// Columns that are looked at together: the three stretches of counters stay in the first-level
/// cache for the second look.
constexpr std::uint64_t kBlock = 4096;

std::uint8_t fewest(const RowCounters& row, std::uint64_t begin, std::uint64_t end) {
  std::uint8_t least = std::numeric_limits<std::uint8_t>::max();
  for (std::uint64_t column = begin; column < end; ++column) {
    least = std::min(least, row.queens(column));
  }
  return least;
}

std::uint32_t count_with(const RowCounters& row, std::uint64_t begin, std::uint64_t end,
                         std::uint8_t queens) {
  std::uint32_t found = 0;
  for (std::uint64_t column = begin; column < end; ++column) {
    found += row.queens(column) == queens ? 1u : 0u;
  }
  return found;
}

}  // namespace

std::optional<ScannedColumn> scan_columns(const RowCounters& row, std::uint64_t size,
                                          base::Random& random, const StopSignal& stop) {
  std::uint8_t least = std::numeric_limits<std::uint8_t>::max();
  std::uint32_t ties = 0;  // columns with `least` queens so far
  std::uint64_t chosen_begin = 0;
  std::uint64_t chosen_end = 0;  // the block of one of them, drawn by how many each block has
  const bool done = for_pieces(
      0, size, kNumbersPerPoll, stop, [&](std::uint64_t piece_begin, std::uint64_t piece_end) {
        for (std::uint64_t begin = piece_begin; begin < piece_end; begin += kBlock) {
          const std::uint64_t end = std::min(begin + kBlock, piece_end);
          const std::uint8_t here = fewest(row, begin, end);
          if (here > least) continue;
          if (here < least) ties = 0;
          least = here;
          const std::uint32_t ties_here = count_with(row, begin, end, least);
          ties += ties_here;
          if (random.below(ties) < ties_here) {
            chosen_begin = begin;
            chosen_end = end;
          }
        }
      });
  if (!done) return std::nullopt;
  std::uint32_t skip = random.below(count_with(row, chosen_begin, chosen_end, least));
  std::uint64_t column = chosen_begin;
  while (row.queens(column) != least || skip-- != 0) ++column;
  return ScannedColumn{column, least};
}

}  // namespace nqueens::search
