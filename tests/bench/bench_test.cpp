// The scaling measurement: speedup, efficiency, refusals. The self-check: all checks pass, and all
// kernels give one signature.
#include <gmock/gmock.h>

#include "bench/algorithm_comparison.hpp"
#include "bench/scaling.hpp"
#include "bench/self_check.hpp"
#include "nqueens/error.hpp"
#include "nqueens/info.hpp"
#include "support/stop.hpp"

namespace nqueens::bench {
namespace {

using ::testing::ElementsAre;

TEST(Scaling, UsualThreadNumbersEndWithAllProcessors) {
  EXPECT_THAT(default_thread_numbers(1), ElementsAre(1));
  EXPECT_THAT(default_thread_numbers(2), ElementsAre(1, 2));
  EXPECT_THAT(default_thread_numbers(6), ElementsAre(1, 2, 4, 6));
  EXPECT_THAT(default_thread_numbers(128), ElementsAre(1, 2, 4, 8, 16, 32, 64, 128));
}

TEST(Scaling, EfficiencyIsWorkForEachThreadAndSecond) {
  std::vector<ScalingRow> strong(2);
  strong[0].threads = 1;
  strong[0].seconds = {9, 8, 100};
  strong[1].threads = 4;
  strong[1].seconds = {3, 1, 3, 3};
  rate(strong);
  EXPECT_DOUBLE_EQ(strong[0].median_seconds, 9);
  EXPECT_DOUBLE_EQ(strong[0].efficiency, 1);
  EXPECT_DOUBLE_EQ(strong[1].median_seconds, 3);
  EXPECT_DOUBLE_EQ(strong[1].speedup, 3);
  EXPECT_DOUBLE_EQ(strong[1].efficiency, 0.75);

  std::vector<ScalingRow> weak(2);
  weak[0].threads = 2;
  weak[0].work = 10;
  weak[0].seconds = {5, 7};
  weak[1].threads = 4;
  weak[1].work = 24;
  weak[1].seconds = {12};
  rate(weak);
  EXPECT_DOUBLE_EQ(weak[0].median_seconds, 6);
  EXPECT_DOUBLE_EQ(weak[1].efficiency, 0.6);
  EXPECT_DOUBLE_EQ(weak[0].work, 1);
  EXPECT_DOUBLE_EQ(weak[1].work, 2.4);
}

TEST(Scaling, RefusesWhatCannotBeMeasured) {
  EXPECT_THROW(measure_scaling({.threads = {kMaxThreads}}), InvalidArgument);
  EXPECT_THROW(measure_scaling({.threads = {1}, .queens = 999}), InvalidArgument);
}

TEST(Scaling, StopsWhenAsked) {
  EXPECT_THROW(measure_scaling({.threads = {1}, .stop = tests::already_stopped()}), Stopped);
}

/// Ranks of the 95 % interval, as tables of order statistics have them.
TEST(Median, HasAnInterval) {
  const auto ranks = [](int size) {
    std::vector<double> values;
    for (int i = size; i > 0; --i) values.push_back(i);
    const Median median = median_of(values);
    return std::array{*median.low, *median.value, *median.high};
  };
  EXPECT_THAT(ranks(5), ElementsAre(1, 3, 5));
  EXPECT_THAT(ranks(6), ElementsAre(1, 3.5, 6));
  EXPECT_THAT(ranks(11), ElementsAre(2, 6, 10));
  EXPECT_THAT(ranks(100), ElementsAre(40, 50.5, 61));
  EXPECT_THAT(ranks(1000), ElementsAre(469, 500.5, 532));
}

TEST(Algorithms, RunsThatAreGivenUpAreGreaterThanAllOthers) {
  const auto summary = [](int solved) {
    std::vector<AlgorithmRun> runs(6, {.algorithm = "x", .board_size = 9});
    for (int i = 0; i < solved; ++i) {
      runs[static_cast<std::size_t>(i)].solved = true;
      runs[static_cast<std::size_t>(i)].seconds = i;
      runs[static_cast<std::size_t>(i)].moves = runs[static_cast<std::size_t>(i)].restarts = 7;
    }
    return summary_of(runs);
  };
  EXPECT_EQ(summary(6).seconds.high, 5);
  EXPECT_EQ(summary(5).solved, 5u);
  EXPECT_EQ(summary(5).seconds.high, std::nullopt);
  EXPECT_EQ(summary(4).moves.value, 7);
  EXPECT_EQ(summary(3).moves.value, std::nullopt);
  EXPECT_EQ(summary(0).seconds.low, std::nullopt);
}

TEST(Algorithms, ARunIsThatOfSolve) {
  const AlgorithmRun run = run_algorithm(50, {.algorithm = "min-conflicts", .seed = 7}, 10);
  const SolveStatistics did =
      solve(50, {.algorithm = "min-conflicts", .threads = 1, .seed = 7}).statistics;
  EXPECT_TRUE(run.solved);
  EXPECT_EQ(run.moves, did.moves);
  EXPECT_EQ(run.restarts, did.restarts);
  EXPECT_EQ(run_algorithm(8, {.algorithm = "explicit", .seed = 7}, 10).seed, std::nullopt);
  const AlgorithmRun endless = run_algorithm(500, {.algorithm = "max-free"}, 0.05);
  EXPECT_FALSE(endless.solved);
  EXPECT_GE(endless.seconds, 0.05);
  EXPECT_FALSE(run_algorithm(500, {.algorithm = "steepest", .max_starts = 1}, 10).moves);
  EXPECT_THROW(run_algorithm(8, {.stop = tests::already_stopped()}, 10), Stopped);
}

/// Of the rows of these engines and algorithms, from a run. It changes only when a change is meant
/// to alter the trees of engines or the choices of algorithms. Later ones are not among them.
constexpr const char* kSignature = "9d5dda64c79949dc";
constexpr std::string_view kSigned =
    " reference mrv bitmask simd colour-join min-conflicts qs4 windowed explicit first-choice "
    "steepest max-free ";

TEST(SelfCheck, IsRightAndHasTheFixedSignatureWithTheLeastAndTheBestKernels) {
  const std::vector<std::string> sets = instruction_sets();
  for (const std::string& set : {sets.front(), sets.back()}) {
    std::size_t seen = 0;
    const auto see = [&](const SelfCheckRow& row) {
      ++seen;
      EXPECT_TRUE(row.correct) << row.subject << " " << row.board_size << ": " << row.outcome;
    };
    const SelfCheckResult result = self_check(see, {}, set);
    EXPECT_TRUE(result.correct) << set;
    EXPECT_EQ(seen, result.rows.size());
    std::vector<SelfCheckRow> pinned = result.rows;
    std::erase_if(pinned, [](const SelfCheckRow& row) {
      return kSigned.find(row.subject.substr(row.subject.find(' ')) + " ") == kSigned.npos;
    });
    EXPECT_EQ(signature_of(pinned), kSignature) << set;
  }
  EXPECT_THROW(self_check({}, {}, "mmx"), InvalidArgument);
}

TEST(SelfCheck, StopsWhenAsked) {
  EXPECT_THROW(self_check({}, tests::already_stopped()), Stopped);
}

}  // namespace
}  // namespace nqueens::bench
