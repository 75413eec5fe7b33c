// Sets of numbers to draw from, and the columns of a row that share lines with the fewest queens.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <stop_token>

#include "base/arrays.hpp"
#include "base/random.hpp"
#include "search/polling.hpp"

namespace nqueens::search {

/// A set of numbers below a bound from which a random element is drawn in O(1). Searches keep in it
/// a superset of what they look for (rows in conflict, empty columns) and drop what no longer
/// belongs when it is drawn: the rest is still drawn uniformly.
class IndexSet {
 public:
  /// An empty set of numbers below `bound`.
  explicit IndexSet(std::uint64_t bound) : members_(bound), is_member_(words(bound)) {}

  static std::uint64_t memory_bytes(std::uint64_t bound) {
    return bound * sizeof(std::uint32_t) + words(bound) * sizeof(std::uint64_t);
  }

  std::uint64_t size() const { return size_; }

  void insert(std::uint64_t index) {
    const std::uint64_t bit = std::uint64_t{1} << (index % 64);
    if ((is_member_[index / 64] & bit) != 0) return;
    is_member_[index / 64] |= bit;
    members_[size_++] = static_cast<std::uint32_t>(index);
  }

  /// The position of a random member. Precondition: not empty.
  std::uint32_t draw(base::Random& random) const {
    return random.below(static_cast<std::uint32_t>(size_));
  }
  std::uint64_t at(std::uint64_t position) const { return members_[position]; }
  void erase_at(std::uint64_t position) {
    const std::uint64_t index = members_[position];
    is_member_[index / 64] &= ~(std::uint64_t{1} << (index % 64));
    members_[position] = members_[--size_];
  }

  /// Empties the set. False when stopped before the end; the set must not be used then.
  bool clear(const std::stop_token& stop) {
    size_ = 0;
    return search::clear(is_member_.data(), is_member_.size(), stop);
  }

 private:
  static std::uint64_t words(std::uint64_t bound) { return (bound + 63) / 64; }

  base::PageArray<std::uint32_t> members_;
  base::PageArray<std::uint64_t> is_member_;
  std::uint64_t size_ = 0;
};

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

/// Columns of a block: its counters stay in the first-level cache for the second pass.
inline constexpr std::uint64_t kScannedTogether = 4096;

inline std::uint8_t fewest_queens(const RowCounters& row, std::uint64_t begin, std::uint64_t end) {
  std::uint8_t least = std::numeric_limits<std::uint8_t>::max();
  for (std::uint64_t column = begin; column < end; ++column) {
    least = std::min(least, row.queens(column));
  }
  return least;
}

inline std::uint32_t columns_with(const RowCounters& row, std::uint64_t begin, std::uint64_t end,
                                  std::uint8_t queens) {
  std::uint32_t found = 0;
  for (std::uint64_t column = begin; column < end; ++column) {
    found += row.queens(column) == queens ? 1u : 0u;
  }
  return found;
}

/// One of the columns 0..size-1 with the fewest queens on its three lines, each with the same
/// probability. nullopt when stopped.
inline std::optional<ScannedColumn> scan_columns(const RowCounters& row, std::uint64_t size,
                                                 base::Random& random,
                                                 const std::stop_token& stop) {
  std::uint8_t least = std::numeric_limits<std::uint8_t>::max();
  std::uint32_t ties = 0;  // columns with `least` queens so far
  std::uint64_t chosen_begin = 0;
  std::uint64_t chosen_end = 0;  // the block of one of them, drawn by how many each block has
  const bool done = for_pieces(
      0, size, kNumbersPerPoll, stop, [&](std::uint64_t piece_begin, std::uint64_t piece_end) {
        for (std::uint64_t begin = piece_begin; begin < piece_end; begin += kScannedTogether) {
          const std::uint64_t end = std::min(begin + kScannedTogether, piece_end);
          const std::uint8_t here = fewest_queens(row, begin, end);
          if (here > least) continue;
          if (here < least) ties = 0;
          least = here;
          const std::uint32_t ties_here = columns_with(row, begin, end, least);
          ties += ties_here;
          if (random.below(ties) < ties_here) {
            chosen_begin = begin;
            chosen_end = end;
          }
        }
      });
  if (!done) return std::nullopt;
  std::uint32_t skip = random.below(columns_with(row, chosen_begin, chosen_end, least));
  std::uint64_t column = chosen_begin;
  while (row.queens(column) != least || skip-- != 0) ++column;
  return ScannedColumn{column, least};
}

}  // namespace nqueens::search
