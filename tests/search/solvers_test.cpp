// Every registered algorithm by itself: right on all small boards, the same for the same random
// numbers, honest in its statistics.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "nqueens/error.hpp"
#include "nqueens/info.hpp"
#include "nqueens/placement.hpp"
#include "search/race.hpp"
#include "search/solver.hpp"

namespace nqueens::search {
namespace {

const std::stop_token kNever;
const std::atomic<bool> kRunning{false};

const SearchTools kAlone;

std::vector<const Solver*> searching_solvers() {
  std::vector<const Solver*> solvers;
  for (const Solver* solver : all_solvers()) {
    if (solver->searches) solvers.push_back(solver);
  }
  return solvers;
}

class EverySolver : public testing::TestWithParam<const Solver*> {};

INSTANTIATE_TEST_SUITE_P(Registry, EverySolver, testing::ValuesIn(searching_solvers()),
                         [](const auto& solver) {
                           std::string name(solver.param->name);
                           for (char& c : name) c = c == '-' ? '_' : c;
                           return name;
                         });

/// Restarts until there is a solution; returns it. `restarts` counts those given up.
Placement search_until_solved(Search& search, std::uint64_t seed, SolveStatistics& statistics,
                              std::uint64_t& restarts) {
  for (std::uint64_t number = 0;; ++number) {
    base::Random random(seed * 1000 + number);
    if (search.restart(random, StopSignal(kNever, kRunning), statistics)) {
      restarts += number;
      return search.take_placement();
    }
  }
}

TEST_P(EverySolver, SolvesEverySmallBoardForEverySeed) {
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
      const auto search = GetParam()->make_search(size, kAlone);
      const Placement placement = search_until_solved(*search, seed, statistics, restarts);
      ASSERT_EQ(placement.size(), size) << "seed " << seed;
      ASSERT_TRUE(is_solution(placement)) << "N = " << size << ", seed " << seed;
    }
  }
  // Restarting is part of what is tested here.
  EXPECT_GT(restarts, 0u);
}

TEST_P(EverySolver, SolvesLargerBoards) {
  for (const std::uint64_t size : {51u, 63u, 64u, 65u, 100u, 127u, 128u, 129u, 1000u, 1023u, 1024u,
                                   1025u, 4096u, 12345u, 100000u, 131071u, 131072u, 196613u}) {
    if (GetParam()->practical_size != 0 && size > GetParam()->practical_size) continue;
    SolveStatistics statistics;
    std::uint64_t restarts = 0;
    const auto search = GetParam()->make_search(size, kAlone);
    const Placement placement = search_until_solved(*search, size, statistics, restarts);
    ASSERT_EQ(placement.size(), size);
    EXPECT_TRUE(is_solution(placement)) << size;
  }
}

TEST_P(EverySolver, ARestartDependsOnItsRandomNumbersOnly) {
  for (const std::uint64_t size : {5u, 8u, 12u, 100u, 3000u}) {
    if (GetParam()->practical_size != 0 && size > GetParam()->practical_size) continue;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const StopSignal signal(kNever, kRunning);
      SolveStatistics fresh_statistics;
      const auto fresh = GetParam()->make_search(size, kAlone);
      base::Random random(seed);
      const bool fresh_solved = fresh->restart(random, signal, fresh_statistics);

      SolveStatistics used_statistics;
      const auto used = GetParam()->make_search(size, kAlone);
      base::Random other(seed + 1000);
      used->restart(other, signal, used_statistics);
      base::Random again(seed);
      const bool used_solved = used->restart(again, signal, used_statistics);

      ASSERT_EQ(fresh_solved, used_solved);
      ASSERT_EQ(random.next(), again.next());
      ASSERT_EQ(fresh_statistics.initial_conflicts, used_statistics.initial_conflicts);
      ASSERT_EQ(fresh_statistics.probes, used_statistics.probes);
      ASSERT_EQ(fresh_statistics.evaluations, used_statistics.evaluations);
      ASSERT_EQ(fresh_statistics.moves, used_statistics.moves);
      ASSERT_EQ(fresh_statistics.exchanges, used_statistics.exchanges);
      if (fresh_solved) {
        ASSERT_EQ(fresh->take_placement(), used->take_placement());
      }
    }
  }
}

TEST_P(EverySolver, StatisticsFitTogether) {
  bool some_start_was_a_solution = false;  // one queen at least
  const std::uint64_t last = GetParam()->name == "steepest" ? 14 : 40;
  for (std::uint64_t size = 1; size <= last; size += size == 1 ? 3 : 1) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
      SolveStatistics statistics;
      std::uint64_t restarts = 0;
      const auto search = GetParam()->make_search(size, kAlone);
      search_until_solved(*search, seed, statistics, restarts);
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

TEST_P(EverySolver, EndsWhenTheRaceIsOver) {
  const std::atomic<bool> over{true};
  SolveStatistics statistics;
  const auto search = GetParam()->make_search(1000, kAlone);
  base::Random random(1);
  EXPECT_FALSE(search->restart(random, StopSignal(kNever, over), statistics));
}

// Signatures, computed once by this code: a change that claims to leave an algorithm's behaviour
// alone must leave them alone. That the placement is a solution is checked beside it.
TEST_P(EverySolver, SignatureOfAThousandQueens) {
  const std::map<std::string_view, std::uint64_t> signatures = {{"first-choice", 251882996u},
                                                                {"min-conflicts", 251247501u},
                                                                {"qs4", 250385938u},
                                                                {"windowed", 247780735u}};
  if (GetParam()->practical_size != 0) GTEST_SKIP() << "not practical on such a board";
  ASSERT_TRUE(signatures.contains(GetParam()->name));
  Race race(*GetParam(), 1000, kAlone, 7, 0, kNever);
  race.run();
  const Placement& placement = race.placement().value();
  ASSERT_TRUE(is_solution(placement));
  std::uint64_t sum = 0;
  for (std::uint64_t row = 0; row < placement.size(); ++row) sum += (row + 1) * placement[row];
  EXPECT_EQ(sum, signatures.at(GetParam()->name));
}

TEST_P(EverySolver, StatesTheMemoryOfItsArrays) {
  // At least the placement and a bit for each of 4 N - 2 diagonals, at most 32 bytes a queen.
  for (const std::uint64_t size : {1000u, 1000000u, 100000000u}) {
    EXPECT_GE(GetParam()->memory_bytes(size), size * 4 + size / 2 - 1);
    EXPECT_LE(GetParam()->memory_bytes(size), size * 32);
  }
}

TEST(SolverRegistry, FindsByName) {
  EXPECT_EQ(find_solver("qs4", 8).name, "qs4");
  EXPECT_EQ(find_solver("min-conflicts", 1'000'000).name, "min-conflicts");
  EXPECT_EQ(find_solver("auto", 8).name, "qs4");
  EXPECT_EQ(find_solver("auto", 1'000'000).name, "windowed");
  try {
    find_solver("qs1", 8);
    FAIL();
  } catch (const InvalidArgument& error) {
    EXPECT_STREQ(error.what(),
                 "unknown algorithm: qs1; one of auto, min-conflicts, qs4, windowed, explicit, "
                 "first-choice, steepest, max-free is expected");
  }
}

TEST(SolverRegistry, IsWhatThePublicListSays) {
  const std::vector<SolverInfo> infos = solvers();
  ASSERT_EQ(infos.size(), all_solvers().size());
  for (std::size_t i = 0; i < infos.size(); ++i) {
    EXPECT_EQ(infos[i].name, all_solvers()[i]->name);
    EXPECT_FALSE(infos[i].summary.empty());
    EXPECT_EQ(infos[i].summary.find('\n'), std::string::npos);
  }
}

}  // namespace
}  // namespace nqueens::search
