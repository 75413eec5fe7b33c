// solve() as a user sees it: results, errors, stopping, several threads, memory.
#include "nqueens/solve.hpp"

#include <gmock/gmock.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "nqueens/error.hpp"
#include "nqueens/info.hpp"
#include "nqueens/placement.hpp"
#include "nqueens/verify.hpp"
#include "run/executor.hpp"
#include "run/limits.hpp"
#include "support/message_of.hpp"
#include "support/stop.hpp"

namespace nqueens {
namespace {

using testing::HasSubstr;

bool is_practical(const AlgorithmInfo& algorithm, std::uint64_t size) {
  return algorithm.practical_size == 0 ||
         size <= std::min<std::uint64_t>(algorithm.practical_size, 16);
}

TEST(Solve, SolvesAndVerifies) {
  for (const std::uint64_t size : {1u, 4u, 5u, 6u, 7u, 8u, 30u, 1000u, 1000000u}) {
    const SolveResult result = solve(size);
    EXPECT_EQ(result.placement.size(), size);
    EXPECT_TRUE(is_solution(result.placement));
    EXPECT_EQ(result.algorithm, size < 100 ? "qs4" : "windowed");
    EXPECT_TRUE(size >= 1'000'000 || result.threads == 1);
    EXPECT_TRUE(result.verified);
    EXPECT_GT(result.statistics.verify_seconds, 0);
    EXPECT_GE(result.memory_bytes, size * sizeof(Column));
  }
}

TEST(SolveProgress, TellsAFractionWhereRowsDo) {
  using Phase = SolveProgress::Phase;
  const auto fraction = [](Phase phase, std::uint64_t rows) {
    return SolveProgress{.phase = phase, .board_size = 8, .rows = rows}.fraction();
  };
  EXPECT_EQ(fraction(Phase::start, 2), 0.25);
  EXPECT_EQ(fraction(Phase::output, 8), 1);
  EXPECT_EQ(fraction(Phase::start, 9), 1) << "several threads count rows";
  EXPECT_FALSE(fraction(Phase::repair, 8));
  EXPECT_FALSE(fraction(Phase::tree, 0));
  EXPECT_FALSE(SolveProgress{}.fraction());
}

TEST(Solve, VerificationCanBeLeftOut) {
  const SolveResult result = solve(1000, {.verify = false});
  EXPECT_FALSE(result.verified);
  EXPECT_EQ(result.statistics.verify_seconds, 0);
  EXPECT_TRUE(is_solution(result.placement));
}

TEST(Solve, TheSameSeedGivesTheSamePlacement) {
  for (const AlgorithmInfo& algorithm : algorithms()) {
    for (const std::uint64_t size : {6u, 8u, 50u, 2000u}) {
      if (!is_practical(algorithm, size)) continue;
      SolveOptions options = {.algorithm = algorithm.name, .threads = 1};
      if (algorithm.is_random) options.seed = 42;
      const SolveResult one = solve(size, options);
      const SolveResult two = solve(size, options);
      EXPECT_EQ(one.placement, two.placement);
      EXPECT_EQ(one.seed, options.seed);
      EXPECT_EQ(one.statistics.restarts, two.statistics.restarts);
    }
    const std::uint64_t size = algorithm.practical_size == 0 ? 2000 : 12;
    const SolveOptions other = {.algorithm = algorithm.name, .threads = 1, .seed = 43};
    if (algorithm.is_random) {
      EXPECT_NE(solve(size, other).placement,
                solve(size, {.algorithm = algorithm.name, .threads = 1, .seed = 42}).placement);
    } else {  // a formula and backtracking choose nothing
      EXPECT_THROW_WITH(solve(size, other), InvalidArgument, algorithm.name + " takes no seed");
    }
  }
}

TEST(Solve, ASeedOfTheSystemIsReportedAndCanBeUsedAgain) {
  std::set<std::uint64_t> seeds;
  for (int i = 0; i < 5; ++i) {
    const SolveResult drawn = solve(500, {.threads = 1});
    seeds.insert(drawn.seed.value());
    EXPECT_EQ(solve(500, {.threads = 1, .seed = drawn.seed}).placement, drawn.placement);
  }
  EXPECT_EQ(seeds.size(), 5u);
}

TEST(Solve, EverySolutionOfASmallBoardIsReached) {
  for (const AlgorithmInfo& algorithm : algorithms()) {
    if (!algorithm.is_random) continue;
    std::set<Placement> found;
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
      found.insert(solve(8, {.algorithm = algorithm.name, .threads = 1, .seed = seed}).placement);
    }
    EXPECT_EQ(found.size(), 92u) << algorithm.name;
  }
}

TEST(Solve, SeveralThreads) {
  const int processors = run::default_threads();
  for (const AlgorithmInfo& algorithm : algorithms()) {
    for (const std::uint64_t size : {1u, 4u, 6u, 10u, 31u, 1000u, 20000u}) {
      if (!is_practical(algorithm, size)) continue;
      const SolveResult result = solve(size, {.algorithm = algorithm.name, .threads = kMaxThreads});
      EXPECT_EQ(result.threads, algorithm.name == "max-free" ? 1 : std::min(64, processors));
      EXPECT_TRUE(result.verified);
      EXPECT_TRUE(is_solution(result.placement));
    }
  }
}

TEST(Solve, WindowedGivesTheSamePlacementByAnyThreadsAndInstructionSet) {
  for (const std::uint64_t size : {1000u, 100'000u, 300'007u, 2'000'003u}) {
    const SolveResult one = solve(size, {.algorithm = "windowed", .threads = 1, .seed = 5});
    for (const int threads : {2, kMaxThreads}) {
      const SolveResult more =
          solve(size, {.algorithm = "windowed", .threads = threads, .seed = 5});
      EXPECT_EQ(more.placement, one.placement) << size << " on " << threads;
      EXPECT_EQ(more.statistics.probes, one.statistics.probes);
      EXPECT_EQ(more.statistics.moves, one.statistics.moves);
    }
    for (const std::string& set : instruction_sets()) {
      EXPECT_EQ(solve(size, {.algorithm = "windowed", .instruction_set = set, .seed = 5}).placement,
                one.placement)
          << size << " by " << set;
    }
  }
  EXPECT_THROW(solve(8, {.instruction_set = "abacus"}), InvalidArgument);
}

TEST(Solve, WindowedDependsOnNoInstructionSet) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const auto placement = [&](const std::string& set) {
      return solve(500 + 100 * seed,
                   {.algorithm = "windowed", .instruction_set = set, .seed = seed})
          .placement;
    };
    for (const std::string& set : instruction_sets())
      EXPECT_EQ(placement(set), placement("portable"));
  }
}

TEST(Solve, CanBeStoppedInTheMiddleOfTheStart) {
  for (const int threads : {1, 2}) {
    std::stop_source source;
    std::uint64_t rows = 0;
    SolveOptions options = {.algorithm = "windowed", .threads = threads, .seed = 1};
    options.stop = source.get_token();
    options.progress_interval = std::chrono::milliseconds(1);
    options.on_progress = [&](const SolveProgress& progress) {
      if (progress.rows == 0 || progress.rows == progress.board_size) return;
      rows = progress.rows;
      source.request_stop();
    };
    EXPECT_THROW_WITH(solve(30'000'000, options), Stopped, "N = 30000000 and seed 1");
    EXPECT_GT(rows, 0u);
  }
}

TEST(Solve, ReportsProgress) {
  std::vector<SolveProgress> seen;
  SolveOptions options = {.algorithm = "windowed", .threads = 1, .seed = 1};
  options.progress_interval = std::chrono::milliseconds(1);
  options.on_progress = [&](const SolveProgress& progress) { seen.push_back(progress); };
  solve(3'000'000, options);
  ASSERT_FALSE(seen.empty());
  std::uint64_t rows = 0;
  double seconds = 0;
  for (const SolveProgress& progress : seen) {
    EXPECT_EQ(progress.board_size, 3'000'000u);
    EXPECT_GE(progress.rows, rows);
    EXPECT_GT(progress.seconds, seconds);
    EXPECT_EQ(progress.restarts, 0u);
    rows = progress.rows;
    seconds = progress.seconds;
    if (progress.phase != SolveProgress::Phase::start) {
      EXPECT_EQ(progress.rows, 3'000'000u);
    }
  }
  EXPECT_GT(rows, 0u);
}

TEST(Solve, OneThreadCanBeBound) {
  EXPECT_TRUE(solve(1000, {.threads = 1, .pinning = Pinning::cores}).verified);
  EXPECT_TRUE(solve(1000, {.threads = 2, .pinning = Pinning::none}).verified);
}

TEST(Solve, BoardsOfTwoAndThreeHaveNoSolution) {
  EXPECT_THROW_WITH(solve(2), NoSolution, "no solution exists: N = 2");
  EXPECT_THROW_WITH(solve(3), NoSolution, "no solution exists: N = 3");
}

TEST(Solve, RefusesBadArguments) {
  EXPECT_THROW_WITH(solve(0), InvalidArgument, "0; valid are 1 to 4294967295");
  EXPECT_THROW_WITH(solve(kMaxPlacementSize + 1), InvalidArgument, "valid are 1 to 4294967295");
  EXPECT_THROW_WITH(solve(8, {.threads = -1}), InvalidArgument, "-1; valid are 1 to 4096");
  EXPECT_THROW_WITH(solve(8, {.threads = 4097}), InvalidArgument, "4097; valid are 1 to 4096");
  EXPECT_THROW_WITH(solve(8, {.algorithm = "magic"}), InvalidArgument, "magic; one of auto, ");
  EXPECT_THROW(solve_memory_bytes(0), InvalidArgument);
  EXPECT_THROW(solve_memory_bytes(8, {.algorithm = "magic"}), InvalidArgument);
  // An error of the call comes before an error of the board.
  EXPECT_THROW(solve(3, {.algorithm = "magic"}), InvalidArgument);
}

TEST(Solve, AStartLimitEndsTheSearch) {
  int solved = 0;
  int given_up = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    try {
      const SolveResult result = solve(6, {.threads = 1, .seed = seed, .max_starts = 3});
      EXPECT_LE(result.statistics.restarts, 2u);
      // A limit that is not reached changes nothing.
      EXPECT_EQ(solve(6, {.threads = 1, .seed = seed}).placement, result.placement);
      ++solved;
    } catch (const Stopped& error) {
      EXPECT_THAT(error.what(), HasSubstr("no solution within the starts allowed: 3;"));
      EXPECT_GT(solve(6, {.threads = 1, .seed = seed}).statistics.restarts, 2u);
      ++given_up;
    }
  }
  // About one start in ten succeeds at N = 6.
  EXPECT_GT(solved, 5);
  EXPECT_GT(given_up, 5);
}

TEST(Solve, ARequestMadeBeforeStopsAtOnce) {
  for (const int threads : {1, 2}) {
    const SolveOptions options = {.threads = threads, .stop = tests::already_stopped()};
    EXPECT_THROW_WITH(solve(1000, options), Stopped, "N = 1000 and seed ");
  }
}

// On the largest boards that fit, a search first touches fresh pages, which is slow.
TEST(Solve, StopsSoonOnALargeBoard) {
  for (const AlgorithmInfo& algorithm : algorithms()) {
    if (algorithm.name == "explicit" || algorithm.name == "mrv") continue;  // done before the stop
    for (const int threads : {1, 2}) {
      std::uint64_t size = 400'000'000;
      while (solve_memory_bytes(size, {.algorithm = algorithm.name, .threads = threads}) >
             run::available_memory() / 2) {
        size /= 2;
      }
      SCOPED_TRACE(algorithm.name);
      [[maybe_unused]] const double seconds =
          tests::stop_after(std::chrono::milliseconds(40), [&](const std::stop_token& stop) {
            solve(size, {.algorithm = algorithm.name, .threads = threads, .stop = stop});
          });
#ifndef NQUEENS_INSTRUMENTED
      // The promise is 100 ms, of a machine that is not busy; all of a board takes minutes.
      EXPECT_LT(seconds, 3);
#endif
    }
  }
}

TEST(SolveMemory, IsStatedForAllThreads) {
  const std::uint64_t one = solve_memory_bytes(1'000'000, {.algorithm = "qs4", .threads = 1});
  EXPECT_GE(one, 4'500'000u);
  EXPECT_LE(one, 4'700'000u);
  const std::uint64_t all = solve_memory_bytes(1'000'000, {.algorithm = "qs4", .threads = 4096});
  const auto processors = static_cast<unsigned>(run::default_threads());
  EXPECT_GE(all, processors * 4'500'000u);
  EXPECT_LE(all, processors * 4'700'000u);
  // Threads that share a board need no more memory.
  for (const int threads : {1, 16}) {
    const std::uint64_t shared =
        solve_memory_bytes(1'000'000'000, {.algorithm = "windowed", .threads = threads});
    EXPECT_GE(shared, 4'625'000'000u);
    EXPECT_LE(shared, 4'700'000'000u);
  }
  EXPECT_GT(solve_memory_bytes(1'000'000, {.algorithm = "min-conflicts", .threads = 1}), one);
  EXPECT_EQ(solve(1'000'000, {.algorithm = "qs4", .threads = 1}).memory_bytes, one);
}

#ifndef NQUEENS_INSTRUMENTED
std::uint64_t address_space_in_use() {
  std::uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * 4096;
}

/// Solves with `bytes` of address space left and ends the process: 0 for InsufficientMemory.
[[noreturn]] void solve_within(std::uint64_t bytes, std::uint64_t size, const char* algorithm) {
  const rlim_t limit = address_space_in_use() + bytes;
  const rlimit limits = {limit, limit};
  if (::setrlimit(RLIMIT_AS, &limits) != 0) std::_Exit(3);
  try {
    solve(size, {.algorithm = algorithm, .threads = 1});
  } catch (const InsufficientMemory& error) {
    std::fputs(error.what(), stderr);
    std::_Exit(0);
  } catch (...) {
    std::_Exit(2);
  }
  std::_Exit(1);
}

TEST(SolveMemoryDeathTest, AnAddressSpaceLimitIsRespected) {
  const auto ended_well = testing::ExitedWithCode(0);
  EXPECT_EXIT(solve_within(64 << 20, 100'000'000, "qs4"), ended_well,
              "not enough memory for a board of 100000000 queens on 1 thread: it needs");
  EXPECT_EXIT(solve_within(64 << 20, 100'000'000, "windowed"), ended_well,
              "not enough memory for a board of 100000000 queens on 1 thread: it needs");
  EXPECT_EXIT(solve_within(2 << 20, 3'000'000, "windowed"), ended_well,
              "not enough memory for a board of 3000000 queens on 1 thread: it needs");
  EXPECT_EXIT(solve_within(64 << 20, 10'000'000, "min-conflicts"), ended_well,
              "not enough memory for a board of 10000000 queens on 1 thread: it needs");
  // The need is too small to ask the system first; the allocation fails.
  EXPECT_EXIT(solve_within(2 << 20, 3'000'000, "qs4"), ended_well,
              "not enough memory for a board of 3000000 queens on 1 thread: it needs");
}
#endif

}  // namespace
}  // namespace nqueens
