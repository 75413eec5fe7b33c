// The repair by swaps, from starts with many conflicts.
#include "search/swap_repair.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <numeric>
#include <stop_token>
#include <utility>

namespace nqueens::search {
namespace {

const std::stop_token kNever;
const std::atomic<bool> kRunning{false};

/// A permutation with its counters and all rows as candidates.
struct Board {
  DiagonalCounters<SparseStorage> counters;
  Placement columns;
  std::vector<Column> rows;
  std::uint64_t pairs = 0;

  explicit Board(Placement placement) : counters(placement.size()), columns(std::move(placement)) {
    for (std::uint64_t row = 0; row < columns.size(); ++row) {
      pairs += counters.place(row, columns[row]);
      rows.push_back(static_cast<Column>(row));
    }
  }
  bool repair(base::Random& random, const StopSignal& stop, SolveStatistics& statistics) {
    return repair_by_swaps({counters, columns, rows, pairs}, random, stop, statistics);
  }
};

Placement in_order(std::uint32_t size) {
  Placement placement(size);
  std::iota(placement.begin(), placement.end(), 0u);
  return placement;
}

TEST(SwapRepair, MendsAnyPermutation) {
  for (const std::uint32_t size : {20u, 100u, 1000u}) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      base::Random random(seed);
      Placement placement = in_order(size);
      if (seed > 0) {  // seed 0: all queens on one diagonal
        for (std::uint32_t i = 0; i < size; ++i) {
          std::swap(placement[i], placement[i + random.below(size - i)]);
        }
      }
      Board board(std::move(placement));
      SolveStatistics statistics;
      if (!board.repair(random, StopSignal(kNever, kRunning), statistics)) {
        EXPECT_LE(size, 20u) << "seed " << seed;  // small boards may stall
        continue;
      }
      EXPECT_TRUE(is_solution(board.columns));
      EXPECT_GT(statistics.moves, 0u);
      EXPECT_GE(statistics.evaluations, statistics.moves);
    }
  }
}

TEST(SwapRepair, ReportsAStallAndAStop) {
  Board hopeless(in_order(3));
  base::Random random(1);
  SolveStatistics statistics;
  EXPECT_FALSE(hopeless.repair(random, StopSignal(kNever, kRunning), statistics));
  EXPECT_LT(statistics.evaluations, 1000u);
  const std::atomic<bool> over{true};
  Board large(in_order(100'000));
  SolveStatistics stopped;
  EXPECT_FALSE(large.repair(random, StopSignal(kNever, over), stopped));
  EXPECT_LT(stopped.evaluations, 10'000u);
}

}  // namespace
}  // namespace nqueens::search
