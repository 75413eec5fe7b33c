// Every algorithm of the table: right on all small boards, the same result from the same random
// numbers, true statistics.
#include "solve/algorithms.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "nqueens/error.hpp"
#include "nqueens/placement.hpp"
#include "nqueens/verify.hpp"
#include "solve/line_counters.hpp"
#include "solve/search.hpp"
#include "support/stop.hpp"

namespace nqueens::solving {
namespace {

using tests::already_stopped;
using tests::kNeverStopped;

const SearchTools kAlone;

class EveryAlgorithm : public testing::TestWithParam<const Algorithm*> {
 protected:
  static std::unique_ptr<Search> make_search(std::uint64_t size) {
    return GetParam()->search.make(size, kAlone);
  }
  static bool is_practical(std::uint64_t size) {
    return GetParam()->practical_size == 0 || size <= GetParam()->practical_size;
  }
};

class RandomAlgorithm : public EveryAlgorithm {};

std::vector<const Algorithm*> algorithms_that(bool (*have)(const Algorithm&)) {
  std::vector<const Algorithm*> chosen;
  for (const Algorithm& algorithm : all_algorithms()) {
    if (have(algorithm)) chosen.push_back(&algorithm);
  }
  return chosen;
}

std::string test_name(const testing::TestParamInfo<const Algorithm*>& algorithm) {
  std::string name(algorithm.param->name);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Table, EveryAlgorithm,
                         testing::ValuesIn(algorithms_that([](const Algorithm&) { return true; })),
                         test_name);
INSTANTIATE_TEST_SUITE_P(
    Table, RandomAlgorithm,
    testing::ValuesIn(algorithms_that([](const Algorithm& s) { return s.is_random; })), test_name);

/// Restarts until there is a solution and returns it. `restarts` counts the starts that failed.
Placement search_until_solved(Search& search, std::uint64_t seed, SolveStatistics& statistics,
                              std::uint64_t& restarts) {
  for (std::uint64_t number = 0;; ++number) {
    base::Random random(seed * 1000 + number);
    if (search.make_start(random, kNeverStopped, statistics)) {
      restarts += number;
      return search.take_placement();
    }
  }
}

TEST_P(RandomAlgorithm, SolvesEverySmallBoardForEverySeed) {
  std::uint64_t seeds = 1000;
  std::uint64_t last = 256;
  if (GetParam()->name == "min-conflicts" || GetParam()->name == "first-choice") {
    seeds = 300;
    last = 50;
  } else if (GetParam()->name == "steepest") {
    seeds = 100;
    last = 16;
  }
  std::uint64_t restarts = 0;
  for (std::uint64_t size = 1; size <= last; size += size == 1 ? 3 : 1) {
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
      SolveStatistics statistics;
      const Placement placement =
          search_until_solved(*make_search(size), seed, statistics, restarts);
      ASSERT_EQ(placement.size(), size) << "seed " << seed;
      ASSERT_TRUE(is_solution(placement)) << "N = " << size << ", seed " << seed;
    }
  }
  // Restarting is part of what is tested here.
  EXPECT_GT(restarts, 0u);
}

TEST_P(EveryAlgorithm, SolvesLargerBoards) {
  for (const std::uint64_t size :
       {40u, 51u, 63u, 64u, 65u, 100u, 127u, 128u, 129u, 1000u, 1023u, 1024u, 1025u, 4096u, 12345u,
        100000u, 131071u, 131072u, 196613u}) {
    if (!is_practical(size)) continue;
    SolveStatistics statistics;
    std::uint64_t restarts = 0;
    const Placement placement = search_until_solved(*make_search(size), size, statistics, restarts);
    ASSERT_EQ(placement.size(), size);
    EXPECT_TRUE(is_solution(placement)) << size;
  }
}

/// Without the times.
std::array<std::uint64_t, 5> counts(const SolveStatistics& of) {
  return {of.initial_conflicts, of.probes, of.evaluations, of.moves, of.exchanges};
}

TEST_P(EveryAlgorithm, AStartDependsOnItsRandomNumbersOnly) {
  for (const std::uint64_t size : {5u, 8u, 12u, 100u, 3000u}) {
    if (!is_practical(size)) continue;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      SolveStatistics fresh_statistics;
      const auto fresh = make_search(size);
      base::Random random(seed);
      const bool fresh_solved = fresh->make_start(random, kNeverStopped, fresh_statistics);

      SolveStatistics used_statistics;
      const auto used = make_search(size);
      base::Random other(seed + 1000);
      used->make_start(other, kNeverStopped, used_statistics);
      base::Random again(seed);
      const bool used_solved = used->make_start(again, kNeverStopped, used_statistics);

      ASSERT_EQ(fresh_solved, used_solved);
      ASSERT_EQ(random.next(), again.next());
      ASSERT_EQ(counts(fresh_statistics), counts(used_statistics));
      if (fresh_solved) {
        ASSERT_EQ(fresh->take_placement(), used->take_placement());
      }
    }
  }
}

TEST_P(RandomAlgorithm, StatisticsFitTogether) {
  bool some_start_was_a_solution = false;  // at least the start of one queen is
  const std::uint64_t last = GetParam()->name == "steepest" ? 14 : 40;
  for (std::uint64_t size = 1; size <= last; size += size == 1 ? 3 : 1) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
      SolveStatistics statistics;
      std::uint64_t restarts = 0;
      search_until_solved(*make_search(size), seed, statistics, restarts);
      ASSERT_EQ(statistics.moves + statistics.exchanges == 0, statistics.initial_conflicts == 0);
      ASSERT_EQ(statistics.evaluations == 0, statistics.initial_conflicts == 0);
      ASSERT_GE(statistics.evaluations, statistics.moves);
      ASSERT_GE(statistics.probes, size);
      ASSERT_GE(statistics.start_seconds, 0);
      ASSERT_GE(statistics.repair_seconds, 0);
      some_start_was_a_solution |= statistics.initial_conflicts == 0;
    }
  }
  EXPECT_TRUE(some_start_was_a_solution);
}

TEST_P(RandomAlgorithm, TheStatisticsOfASolutionAreTotalsOfAllStarts) {
  std::uint64_t restarts = 0;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    SolveStatistics expected;
    for (std::uint64_t number = 0;; ++number) {
      base::Random random = base::random_stream(seed, number);
      SolveStatistics statistics;
      const bool is_solved = make_search(6)->make_start(random, kNeverStopped, statistics);
      add(expected, statistics);
      if (is_solved) break;
      ++expected.restarts;
    }
    const std::string algorithm(GetParam()->name);
    const SolveStatistics said =
        solve(6, {.algorithm = algorithm, .threads = 1, .seed = seed}).statistics;
    EXPECT_EQ(counts(said), counts(expected));
    EXPECT_EQ(said.restarts, expected.restarts);
    EXPECT_GE(said.seconds, said.start_seconds + said.repair_seconds);
    restarts += said.restarts;
    // Only restarts that were made count: the first thread with a solution stops the others.
    const SolveStatistics racing =
        solve(6, {.algorithm = algorithm, .threads = 0, .seed = seed, .max_starts = 1000})
            .statistics;
    EXPECT_GE(racing.probes, 6 * (racing.restarts + 1));
  }
  EXPECT_TRUE(restarts > 0 || GetParam()->name == "first-choice");
}

TEST_P(EveryAlgorithm, EndsWhenStopped) {
  SolveStatistics statistics;
  base::Random random(1);
  EXPECT_FALSE(make_search(1000)->make_start(random, already_stopped(), statistics));
}

TEST_P(EveryAlgorithm, StatesTheMemoryOfItsArrays) {
  // At least the placement, at most 40 bytes a queen.
  for (const std::uint64_t size : {1000u, 1000000u, 100000000u}) {
    // A search also has a bit for each of 4 N - 2 diagonals.
    const std::uint64_t diagonals = GetParam()->is_random ? size / 2 - 1 : 0;
    EXPECT_GE(GetParam()->search.memory_bytes(size), size * 4 + diagonals);
    EXPECT_LE(GetParam()->search.memory_bytes(size), size * (GetParam()->is_random ? 32 : 40));
  }
}

// A wrong count could turn a wrong placement into an accepted one.
TEST(LineStorage, ADenseCounterRefusesToWrap) {
  DenseStorage<std::uint8_t> storage(3);
  for (std::uint64_t queens = 0; queens < 255; ++queens) ASSERT_EQ(storage.increment(1), queens);
  EXPECT_THROW(storage.increment(1), Error);
  EXPECT_EQ(storage.count(1), 255u);
  EXPECT_EQ(storage.count(0), 0u);
  EXPECT_EQ(storage.decrement(1), 254u);
}

TEST(LineStorage, ASparseStorageCountsAnyNumber) {
  SparseStorage storage(200);
  for (std::uint64_t queens = 0; queens < 1000; ++queens) {
    ASSERT_EQ(storage.increment(70), queens);
    // The same remainder modulo 64, so the same bit of the filter.
    ASSERT_EQ(storage.count(6), 0u);
    ASSERT_EQ(storage.count(134), 0u);
  }
  for (std::uint64_t queens = 1000; queens-- > 0;) ASSERT_EQ(storage.decrement(70), queens);
  EXPECT_EQ(storage.occupied(70), 0u);
}

// The formula, in one piece and in several, with turns of the columns within pieces.
TEST(Explicit, SolvesEveryBoard) {
  const auto by_threads = [](std::uint64_t size, int threads) {
    return solve(size, {.algorithm = "explicit", .threads = threads}).placement;
  };
  for (std::uint64_t size = 1; size <= 1500; size += size == 1 ? 3 : 1) {
    ASSERT_TRUE(is_solution(by_threads(size, 1))) << size;
  }
  for (std::uint64_t size = 1'000'000; size < 1'000'012; ++size) {
    const Placement placement = by_threads(size, 1);
    EXPECT_TRUE(is_solution(placement)) << size;
    EXPECT_EQ(by_threads(size, 3), placement) << size;
  }
}

}  // namespace
}  // namespace nqueens::solving
