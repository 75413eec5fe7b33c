// Repair of a placement that is a permutation with few rows in conflict: rows in conflict exchange
// columns with random rows. Shared by solvers whose start leaves few conflicts. Knows no start.
#pragma once

#include <cstdint>
#include <vector>

#include "base/random.hpp"
#include "nqueens/placement.hpp"
#include "nqueens/solve.hpp"
#include "search/line_counters.hpp"
#include "search/line_storage.hpp"
#include "search/polling.hpp"

namespace nqueens::search {

/// What a start leaves behind.
struct ConflictedBoard {
  DiagonalCounters<SparseStorage>& counters;  ///< of all queens
  Placement& columns;                         ///< a permutation
  std::vector<Column>& rows;                  ///< every attacking pair has a row of these
  std::uint64_t pairs;                        ///< attacking pairs, as counted on lines
};

/// Swaps until no pair is left. A row in conflict changes columns with a random row when that does
/// not add attacking pairs: about 900 swaps priced and 90 made for the seven rows that qs4 leaves
/// on any board. (Not accepting swaps that leave the number of pairs as it is takes six times as
/// long on boards of 4 to 50.) False when stopped, or when it has stalled. O(1) expected time for
/// each row. Counts evaluations and moves.
bool repair_by_swaps(const ConflictedBoard& board, base::Random& random, const StopSignal& stop,
                     SolveStatistics& statistics);

}  // namespace nqueens::search
