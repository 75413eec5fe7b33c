// The algorithms kept for comparison behave as the literature says.
#include <gmock/gmock.h>

#include <chrono>
#include <cstdint>
#include <numeric>
#include <stop_token>
#include <thread>

#include "nqueens/count.hpp"
#include "nqueens/error.hpp"
#include "nqueens/placement.hpp"
#include "nqueens/solve.hpp"
#include "nqueens/symmetry.hpp"
#include "nqueens/verify.hpp"
#include "solve/algorithms.hpp"
#include "solve/search.hpp"
#include "support/stop.hpp"

namespace nqueens::solving {
namespace {

using tests::kNeverStopped;

TEST(MaxFree, TheBoardOfEight) {
  const SolveResult result = solve(8, {.algorithm = "max-free"});
  EXPECT_EQ(result.placement, (Placement{0, 5, 7, 2, 6, 3, 1, 4}));
  EXPECT_EQ(result.statistics.restarts, 0u);
  EXPECT_GE(result.statistics.nodes, 8u);
}

TEST(MaxFree, SolvesEveryBoardUpToItsPracticalSize) {
  const Algorithm& algorithm = find_algorithm("max-free", 8);
  for (std::uint64_t size = 1; size <= algorithm.practical_size; size += size == 1 ? 3 : 1) {
    EXPECT_TRUE(is_solution(solve(size, {.algorithm = "max-free"}).placement)) << size;
  }
}

/// Without restarts 14 % of the starts succeed (Russell and Norvig): of 4000 starts 560, with a
/// standard deviation of 22. The bounds are seven standard deviations away.
TEST(Steepest, SuccessRateOfEightQueens) {
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    const CollectResult result =
        collect(8, {.algorithm = "steepest", .starts = 4000, .threads = 1, .seed = seed});
    EXPECT_GT(result.solved, 400u);
    EXPECT_LT(result.solved, 720u);
  }
}

TEST(Steepest, TakesThreeOrFourMovesToASolution) {
  const Algorithm& algorithm = find_algorithm("steepest", 8);
  double moves = 0;
  double solved = 0;
  for (std::uint64_t start = 0; start < 3000; ++start) {
    base::Random random = base::random_stream(5, start);
    SolveStatistics statistics;
    const auto search = algorithm.search.make(8, {});
    if (!search->make_start(random, kNeverStopped, statistics)) continue;
    EXPECT_EQ(statistics.evaluations, statistics.moves * 56);  // N (N - 1) for each move
    moves += static_cast<double>(statistics.moves);
    ++solved;
  }
  EXPECT_GT(moves / solved, 3.0);
  EXPECT_LT(moves / solved, 5.0);
}

TEST(MaxMoves, EndAStart) {
  for (const char* algorithm : {"steepest", "first-choice", "min-conflicts", "greedy-repair"}) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const SolveResult result =
          solve(8, {.algorithm = algorithm, .threads = 1, .seed = seed, .max_moves = 3});
      EXPECT_LE(result.statistics.moves, 3 * (1 + result.statistics.restarts));
      EXPECT_TRUE(result.verified);
    }
  }
  for (const char* algorithm : {"qs4", "windowed", "max-free"}) {
    EXPECT_THROW(solve(8, {.algorithm = algorithm, .max_moves = 3}), InvalidArgument);
  }
}

/// Minton and others needed about 50 moves on any board of 100 queens or more.
TEST(GreedyStart, HasFewConflictsOnAnyBoard) {
  for (const std::uint64_t size : {100u, 1000u, 10'000u}) {
    SolveStatistics sum;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const SolveResult result =
          solve(size, {.algorithm = "greedy-repair", .threads = 1, .seed = seed, .max_moves = 500});
      add(sum, result.statistics);
    }
    EXPECT_LT(sum.initial_conflicts, 20 * 15u) << size;  // at random about 1.17 N
    EXPECT_LT(sum.moves, 20 * 200u) << size;
    EXPECT_GE(sum.probes, 20 * size);
  }
}

const char* const kTakeStarts[] = {"steepest", "first-choice", "min-conflicts", "greedy-repair"};

TEST(GivenStart, IsTheFirstOne) {
  const Placement solution = solve(30, {.seed = 1}).placement;
  Placement exchanged = solution;
  std::swap(exchanged[3], exchanged[20]);
  for (const char* algorithm : kTakeStarts) {
    SolveOptions options = {
        .algorithm = algorithm, .threads = 1, .seed = 3, .max_starts = 1, .start = solution};
    const SolveResult same = solve(30, options);
    EXPECT_EQ(same.placement, solution);
    EXPECT_EQ(same.statistics.moves + same.statistics.probes, 0u);
    options.start = exchanged;
    EXPECT_GT(solve(30, options).statistics.initial_conflicts, 0u) << algorithm;
  }
}

/// On the long diagonal are more queens than a byte counts.
TEST(GivenStart, MayHaveAllQueensOnOneLine) {
  for (const char* algorithm : {"first-choice", "min-conflicts", "greedy-repair"}) {
    for (const std::uint64_t size : {300u, 70'000u}) {
      Placement diagonal(size);
      std::iota(diagonal.begin(), diagonal.end(), 0);
      const SolveResult result = solve(
          size,
          {.algorithm = algorithm, .threads = 1, .seed = 1, .max_starts = 1, .start = diagonal});
      EXPECT_TRUE(result.verified);
      EXPECT_EQ(result.statistics.initial_conflicts, size * (size - 1) / 2);
      EXPECT_EQ(result.statistics.probes, 0u);
    }
  }
}

TEST(GivenStart, LaterOnesAreTheAlgorithmsOwn) {
  const Placement column(8, 0);
  SolveOptions options = {
      .algorithm = "steepest", .threads = 1, .seed = 1, .max_starts = 1, .start = column};
  EXPECT_THROW(solve(8, options), Stopped);
  options.max_starts = 0;
  const SolveResult result = solve(8, options);
  EXPECT_GE(result.statistics.restarts, 1u);
  EXPECT_EQ(result.statistics.probes, 8 * result.statistics.restarts);
}

TEST(GivenStart, IsRefusedWhereItIsNone) {
  const Placement diagonal = {0, 1, 2, 3, 4, 5, 6, 7};
  for (const char* algorithm : {"auto", "qs4", "windowed", "explicit", "max-free", "mrv"}) {
    EXPECT_THROW(solve(8, {.algorithm = algorithm, .start = diagonal}), InvalidArgument);
  }
  EXPECT_THROW(solve(Board(8, 8, Variant::torus), {.start = diagonal}), InvalidArgument);
  Board given(8);
  given.place({0, 0});
  EXPECT_THROW(solve(given, {.algorithm = "steepest", .start = diagonal}), InvalidArgument);
  for (const char* algorithm : kTakeStarts) {
    EXPECT_THROW(solve(9, {.algorithm = algorithm, .start = diagonal}), InvalidPlacement);
    EXPECT_THROW(solve(2, {.algorithm = algorithm, .start = {0, 2}}), InvalidPlacement);
  }
  EXPECT_THROW(solve(4, {.algorithm = "first-choice", .start = {0, 2, 0, 2}}), InvalidPlacement);
}

TEST(Collect, FindsEverySolutionWithEnoughStarts) {
  for (const char* algorithm : {"steepest", "first-choice", "qs4", "min-conflicts", "windowed"}) {
    const CollectResult all =
        collect(8, {.algorithm = algorithm, .starts = 10'000, .threads = 2, .seed = 4});
    EXPECT_EQ(all.solutions.size(), known_solutions(8)) << algorithm;
    EXPECT_TRUE(std::is_sorted(all.solutions.begin(), all.solutions.end()));
    EXPECT_GE(all.solved, 92u);
    const CollectResult fundamental = collect(
        8,
        {.algorithm = algorithm, .starts = 10'000, .threads = 1, .seed = 4, .fundamental = true});
    EXPECT_EQ(fundamental.solutions.size(), known_fundamental_solutions(8));
    EXPECT_EQ(fundamental.solved, all.solved);
    for (const Placement& solution : fundamental.solutions) {
      EXPECT_EQ(canonical_form(solution), solution);
    }
  }
}

TEST(Collect, RefusesBadArguments) {
  EXPECT_THROW(collect(0), InvalidArgument);
  EXPECT_THROW(collect(kMaxCollectSize + 1), InvalidArgument);
  EXPECT_THROW(collect(8, {.algorithm = "explicit"}), InvalidArgument);
  EXPECT_THROW(collect(8, {.algorithm = "max-free"}), InvalidArgument);
  EXPECT_THROW(collect(8, {.algorithm = "magic"}), InvalidArgument);
  EXPECT_THROW(collect(3), NoSolution);
}

TEST(Collect, AStopEndsItWithWhatItHasFound) {
  EXPECT_EQ(collect(8, {.stop = tests::already_stopped()}).starts, 0u);
  std::stop_source source;
  const std::jthread timer([&source] {
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    source.request_stop();
  });
  const CollectResult some =
      collect(8, {.starts = 1'000'000'000'000, .threads = 2, .stop = source.get_token()});
  EXPECT_GT(some.starts, some.solved);
  EXPECT_LE(some.solutions.size(), some.solved);
}

}  // namespace
}  // namespace nqueens::solving
