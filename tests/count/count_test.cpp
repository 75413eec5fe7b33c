// count(): known values for every engine, depth and thread count; by symmetry, also by Burnside's
// lemma; options and their refusal, progress, stopping. Tests named Long take minutes.
#include "nqueens/count.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "count/count_run.hpp"
#include "engine/decomposition.hpp"
#include "engine/engine.hpp"
#include "engine/symmetric_solutions.hpp"
#include "nqueens/error.hpp"
#include "nqueens/info.hpp"
#include "nqueens/wide.hpp"
#include "support/message_of.hpp"
#include "support/processor_engines.hpp"
#include "support/stop.hpp"

namespace nqueens {
namespace {

std::shared_ptr<const engine::Decomposition> find_decomposition(const EngineInfo& engine, int n) {
  return engine::find_decomposition(engine.decomposition, Problem(n));
}

void expect_known(int n, const CountOptions& options) {
  EXPECT_TRUE(count(n, options).solutions == *known_solutions(n))
      << options.engine << " n = " << n << " threads " << options.threads << " "
      << options.instruction_set;
}

TEST(Count, KnownValuesWithEveryEngineDepthAndThreadCount) {
  for (const EngineInfo& engine : tests::processor_engines()) {
    const int largest = engine.name == "reference" ? 10 : engine.name == "mrv" ? 12 : 14;
    for (int n = 0; n <= largest; ++n) {
      if (!engine::find_engine(engine.name).refusal(Problem(n)).empty()) continue;
      for (const int threads : {1, 2, 3}) {
        for (const std::optional<int> depth : {std::optional<int>{}, {0}, {1}, {2}, {3}, {5}}) {
          if (depth && *depth > find_decomposition(engine, n)->max_depth()) continue;
          // Left out: these few tasks would take nearly all of the time of this test.
          if (n > 12 && engine.name == "bitmask" && depth && *depth <= 2) continue;
          const CountResult result =
              count(n, {.engine = engine.name, .threads = threads, .depth = depth});
          ASSERT_TRUE(result.solutions == *known_solutions(n))
              << engine.name << " n = " << n << " threads " << threads << " depth " << result.depth
              << ": " << to_string(result.solutions);
          EXPECT_EQ(result.engine, engine.name);
          EXPECT_LE(result.threads, threads);
          EXPECT_TRUE(result.board == Board(n));
        }
      }
    }
  }
}

TEST(KnownValues, EndsAreRight) {
  EXPECT_EQ(known_solutions(0), WideCount{1});
  EXPECT_EQ(known_solutions(8), WideCount{92});
  EXPECT_EQ(known_solutions(27), WideCount{234'907'967'154'122'528});
  EXPECT_EQ(known_fundamental_solutions(8), WideCount{12});
  EXPECT_FALSE(known_solutions(-1).has_value());
  EXPECT_FALSE(known_solutions(28).has_value());
  EXPECT_FALSE(known_fundamental_solutions(28).has_value());
}

TEST(Count, TheLargestBoardsOfASecond) {
  for (const EngineInfo& engine : tests::processor_engines()) {
    const int largest = engine.name == "reference" ? 9
                        : engine.name == "mrv"     ? 13
                        : engine.name == "bitmask" ? 14
                                                   : 17;
    for (const std::string& set : engine.instruction_sets) {
      if (largest > 15 && set == "portable") continue;
      for (const int n : {largest - 1, largest}) {
        expect_known(n, {.engine = engine.name, .instruction_set = set, .threads = 2});
      }
    }
  }
}

TEST(Count, DISABLED_Long18And19) {
  for (const std::string engine : {"simd", "colour-join"}) {
    for (const int n : {18, 19}) {
      for (const std::string& set : instruction_sets()) {
        // Without vectors it would take hours.
        if (engine == "simd" && (set == "portable" || set == "bmi2")) continue;
        for (const int threads : {1, 2}) {
          expect_known(n, {.engine = engine, .instruction_set = set, .threads = threads});
        }
      }
    }
  }
}

TEST(Count, PinnedCountsTheSame) {
  for (const Pinning pinning : {Pinning::automatic, Pinning::none, Pinning::cores}) {
    expect_known(12, {.threads = 2, .pinning = pinning});
  }
}

TEST(Count, CompletionsOverTheColumnsOfARowAddUp) {
  // Completions over the columns of one row add up to the whole.
  for (const std::uint64_t row : {0u, 4u, 9u}) {
    WideCount sum = 0;
    for (std::uint64_t column = 0; column < 10; ++column) {
      Board board(10);
      board.place({row, column});
      sum += count(board).solutions;
    }
    EXPECT_TRUE(sum == *known_solutions(10)) << row;
  }
  // Solutions with a queen on the square and those with the square blocked add up too.
  Board with(11), without(11);
  with.place({5, 5});
  without.block({5, 5});
  EXPECT_TRUE(count(with).solutions + count(without).solutions == *known_solutions(11));
}

TEST(Count, RefusesBadOptions) {
  EXPECT_THROW_WITH(count(-1), InvalidArgument, "board size out of range: -1");
  EXPECT_THROW_WITH(count(33), InvalidArgument, "from 0 to 32, restricted ones to 64");
  EXPECT_THROW_WITH(count(28), InvalidArgument, "nobody has counted 28 queens yet: ");
  EXPECT_THROW_WITH(count(8, {.engine = "bitmsk"}), InvalidArgument, "bitmsk");
  EXPECT_THROW_WITH(count(8, {.threads = -1}), InvalidArgument, "-1");
  EXPECT_THROW_WITH(count(8, {.threads = kMaxThreads + 1}), InvalidArgument, "4096");
  EXPECT_THROW_WITH(count(8, {.engine = "bitmask", .depth = 9}), InvalidArgument, "range: 9");
}

TEST(Count, ReportsProgressThatEndsAtOne) {
  std::vector<Progress> seen;
  CountOptions options{.engine = "bitmask", .threads = 2};  // slow enough for more than one report
  options.progress_interval = std::chrono::milliseconds(5);
  options.on_progress = [&](const Progress& progress) { seen.push_back(progress); };
  count(14, options);
  ASSERT_GE(seen.size(), 2u);
  for (std::size_t i = 0; i + 1 < seen.size(); ++i) {
    EXPECT_LE(seen[i].fraction, seen[i + 1].fraction);
    EXPECT_LE(seen[i].tasks_done, seen[i + 1].tasks_done);
  }
  EXPECT_EQ(seen.back().fraction, 1.0);
  EXPECT_EQ(seen.back().tasks_done, seen.back().tasks_total);
  EXPECT_GT(seen.back().tasks_per_second, 0.0);
}

void expect_to_stop_soon(const std::string& engine, int n, std::optional<int> depth,
                         std::chrono::milliseconds after) {
  SCOPED_TRACE(engine);
  CountOptions options{.engine = engine, .threads = 2, .allow_uncomputed = true, .depth = depth};
  const double seconds = tests::stop_after(after, [&](const std::stop_token& stop) {
    options.stop = stop;
    count(n, options);
  });
  EXPECT_LT(seconds, 2);  // the promise is 100 ms; sanitizers need more
}

TEST(Count, StopsSoonOnABoardOfYears) {
  using std::chrono::milliseconds;
  for (const EngineInfo& engine : tests::processor_engines()) {
    const CountPlan plan = plan_count(Board(22), {.engine = engine.name, .threads = 2});
    if (plan.fits_memory()) {
      expect_to_stop_soon(engine.name, 22, std::nullopt, milliseconds(400));
    }
  }
  // One task that takes years: the worker must look for a stop within it.
  for (const char* engine : {"bitmask", "reference"}) {
    expect_to_stop_soon(engine, 28, 0, milliseconds(100));
  }
}

TEST(Count, StoppedBeforeTheStart) {
  try {
    count(12, {.stop = tests::already_stopped()});
    FAIL() << "was not stopped";
  } catch (const Stopped& stopped) {
    const Fields& so_far = stopped.so_far;
    EXPECT_NE(std::ranges::find(so_far, "threads", &Field::name), so_far.end());
  }
}

TEST(Count, SeveralCallersAtOnce) {
  std::vector<std::jthread> callers;
  std::atomic<int> right{0};
  for (int i = 0; i < 4; ++i) {
    callers.emplace_back([&right, i] {
      if (count(11, {.threads = 1 + i % 3}).solutions == *known_solutions(11)) ++right;
    });
  }
  callers.clear();
  EXPECT_EQ(right, 4);
}

TEST(CountBySymmetry, GivesThePublishedFundamentalSolutions) {
  for (int n = 0; n <= 14; ++n) {
    const SymmetryCounts counts = count_by_symmetry(n);
    EXPECT_TRUE(counts.all == *known_solutions(n)) << n;
    EXPECT_TRUE(counts.fundamental == *known_fundamental_solutions(n)) << n;
  }
}

TEST(CountBySymmetry, BurnsideTiesThePublishedTablesTogether) {
  // Checks the symmetric counts on boards too large to count here, by published values alone.
  for (int n = 2; n <= 23; ++n) {
    const WideCount left = 8 * *known_fundamental_solutions(n);
    std::uint64_t quarter_turns = 0;
    ASSERT_TRUE(engine::count_fixed(Problem(n), Symmetry::quarter_turn, {}, quarter_turns));
    const WideCount right = *known_solutions(n) + counting::count_half_turns(n) + 2 * quarter_turns;
    EXPECT_TRUE(left == right) << "n = " << n;
  }
}

TEST(CountBySymmetry, OrbitsOfEverySizeAddUp) {
  const WideCount eights = WideCount{12345} << 60, fours = 678, twos = 9;
  SymmetryCounts counts;
  counts.count.board = 20;
  counts.quarter_turn_symmetric = 2 * twos;
  counts.point_symmetric = 4 * fours + 2 * twos;
  counts.all = 8 * eights + 4 * fours + 2 * twos;
  const std::vector<Orbits> rows = counts.orbits();
  EXPECT_TRUE(rows[0].number == eights && rows[1].number == fours && rows[2].number == twos);
  EXPECT_TRUE(rows[0].solutions + rows[1].solutions + rows[2].solutions == counts.all);
}

}  // namespace
}  // namespace nqueens
