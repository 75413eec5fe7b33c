// The scaling measurement: which rows there are, what speedup and efficiency mean, what is refused.
#include "bench/scaling.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "nqueens/error.hpp"
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

TEST(Scaling, MeasuresEverySeriesOfEveryPinning) {
  ScalingOptions options;
  options.threads = {1, 2};
  options.board_size = 14;
  options.engine = "colour-join";  // which has many tasks
  options.queens = 20'000;
  options.repetitions = 2;
  std::vector<std::string> seen;
  const std::vector<ScalingRow> rows =
      measure_scaling(options, [&](const std::vector<ScalingRow>& series) {
        ASSERT_EQ(series.size(), 2u);
        seen.push_back(series[0].scaling + " " + series[0].command + " " +
                       std::string(to_string(series[0].pinning)));
      });
  EXPECT_THAT(seen, ElementsAre("strong count none", "strong solve none", "strong count cores",
                                "strong solve cores", "weak count none", "weak solve none",
                                "weak count cores", "weak solve cores"));
  ASSERT_EQ(rows.size(), 16u);
  for (const ScalingRow& row : rows) {
    EXPECT_EQ(row.seconds.size(), 2u);
    EXPECT_GT(row.median_seconds, 0);
    EXPECT_FALSE(row.method.empty());
    EXPECT_LE(row.threads_used, row.threads);
    if (row.threads == 1) {
      EXPECT_DOUBLE_EQ(row.efficiency, 1);
    }
    if (row.command == "count") {
      EXPECT_EQ(row.size, 14u);
      EXPECT_EQ(row.method, "colour-join");
    } else {
      EXPECT_EQ(row.size, row.scaling == "strong" || row.threads == 2 ? 20'000u : 10'000u);
    }
    const bool is_twice = row.scaling == "weak" && row.threads == 2;
    EXPECT_NEAR(row.work, is_twice ? 2 : 1, 0.1) << row.command;
  }
}

TEST(Scaling, RefusesWhatCannotBeMeasured) {
  EXPECT_THROW(measure_scaling({.threads = {2, 1}}), InvalidArgument);
  EXPECT_THROW(measure_scaling({.threads = {0}}), InvalidArgument);
  EXPECT_THROW(measure_scaling({.repetitions = 0}), InvalidArgument);
  EXPECT_THROW(measure_scaling({.threads = {1, 64}, .queens = 640}), InvalidArgument);
}

TEST(Scaling, StopsWhenAsked) {
  EXPECT_THROW(measure_scaling({.threads = {1}, .stop = tests::already_stopped()}), Stopped);
}

}  // namespace
}  // namespace nqueens::bench
