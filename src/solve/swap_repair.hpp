// Repairs a permutation with few rows in conflict: a row in conflict exchanges columns with a
// random row (Sosic and Gu, cited in qs4.cpp).
#pragma once

#include <algorithm>
#include <cstdint>
#include <stop_token>
#include <vector>

#include "base/random.hpp"
#include "nqueens/placement.hpp"
#include "nqueens/solve.hpp"
#include "solve/line_counters.hpp"
#include "solve/search.hpp"

namespace nqueens::solving {

/// What a start leaves to the repair. Columns is Placement or a vector of wider numbers.
template <typename Columns>
struct ConflictedBoard {
  DiagonalCounters<SparseStorage>& counters;  ///< those of all queens
  Columns& columns;                           ///< a permutation
  std::vector<std::uint32_t>& rows;           ///< every attacking pair has one of these rows
  std::uint64_t pairs;                        ///< attacking pairs, counted by lines
};

template <typename Columns>
ConflictedBoard(DiagonalCounters<SparseStorage>&, Columns&, std::vector<std::uint32_t>&,
                std::uint64_t) -> ConflictedBoard<Columns>;

/// A start has stalled after pricing this many swaps for each row since the last new low of
/// attacking pairs. With qs4 over N = 4..50, 4 takes 1.5 times and 16 1.1 times as long. With 8
/// there are 9.7 restarts on average at N = 6 (the worst), 2 at 10, 0.1 at 50; none was ever seen
/// from 1000 on.
inline constexpr std::uint64_t kSwapPatience = 8;

/// It serves repairs of a whole board: place i is row i, and no square is blocked.
struct WholeBoard {
  std::uint64_t row_of(std::uint64_t place) const { return place; }
  bool is_blocked(std::uint64_t /*row*/, std::uint64_t /*column*/) const { return false; }
};

/// Makes random swaps that do not add attacking pairs until no pair is left. The seven rows that
/// qs4 leaves on any board take about 900 priced and 90 made swaps. (Accepting only swaps that
/// remove pairs takes six times as long on boards of 4 to 50.) Returns false when stopped or
/// stalled. O(1) expected time for each row. Counts evaluations and moves.
///
/// With given queens, rows and columns are numbered by place, and `squares` gives the row of a
/// place. No queen is on a blocked square before or after.
template <typename Columns, typename Squares = WholeBoard>
bool repair_by_swaps(const ConflictedBoard<Columns>& board, base::Random& random,
                     const std::stop_token& stop, SolveStatistics& statistics,
                     const Squares& squares = {}) {
  constexpr std::uint64_t kSwapsPerPoll = kSquaresPerPoll / 8;
  DiagonalCounters<SparseStorage>& counters = board.counters;
  Columns& columns = board.columns;
  std::vector<std::uint32_t>& rows = board.rows;
  std::uint64_t pairs = board.pairs;
  const std::uint64_t size = columns.size();
  std::uint64_t fewest_pairs = pairs;
  std::uint64_t priced_at_fewest = statistics.evaluations;
  while (pairs > 0) {
    const std::uint32_t index = random.below(static_cast<std::uint32_t>(rows.size()));
    const std::uint64_t place = rows[index];
    const std::uint64_t row = squares.row_of(place);
    const std::uint64_t column = columns[place];
    if (counters.conflicts(row, column) == 0) {
      rows[index] = rows.back();
      rows.pop_back();
      continue;
    }
    const std::uint64_t other_place = random.below(static_cast<std::uint32_t>(size));
    if (other_place == place) continue;
    const std::uint64_t other = squares.row_of(other_place);
    const std::uint64_t other_column = columns[other_place];
    if (++statistics.evaluations % kSwapsPerPoll == 0 && stop.stop_requested()) return false;
    const bool is_blocked =
        squares.is_blocked(row, other_column) || squares.is_blocked(other, column);
    const std::int64_t price =
        is_blocked ? 1 : counters.swap_price(row, column, other, other_column);
    if (price <= 0) {
      counters.swap(row, column, other, other_column);
      using Number = typename Columns::value_type;
      columns[place] = static_cast<Number>(other_column);
      columns[other_place] = static_cast<Number>(column);
      pairs -= static_cast<std::uint64_t>(-price);
      ++statistics.moves;
      if (counters.conflicts(other, column) != 0 &&
          std::find(rows.begin(), rows.end(), other_place) == rows.end()) {
        rows.push_back(static_cast<std::uint32_t>(other_place));
      }
    }
    if (pairs < fewest_pairs) {
      fewest_pairs = pairs;
      priced_at_fewest = statistics.evaluations;
    } else if (statistics.evaluations - priced_at_fewest > kSwapPatience * size) {
      return false;
    }
  }
  return true;
}

}  // namespace nqueens::solving
