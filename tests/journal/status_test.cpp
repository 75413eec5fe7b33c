// The rate of a count from the times of its files: what is said, and when nothing is.
#include "journal/status.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace nqueens::journal {
namespace {

std::chrono::system_clock::time_point at(double seconds) {
  return std::chrono::system_clock::time_point(
      std::chrono::duration_cast<std::chrono::system_clock::duration>(
          std::chrono::duration<double>(seconds)));
}

Writer writer(std::uint64_t records, double begun, double last_write) {
  return {records, {at(begun), at(last_write)}};
}

constexpr WorkDone kQuarter{.tasks = 30, .cost = 100, .total_cost = 400};

// Files tell how long a unit takes; the prediction tells how much of the time tables are.
constexpr counting::WorkTime kNoTables{.of_cost = 7};

TEST(Rate, IsThatOfTheWholePeriod) {
  // The second begins where the first has ended; their spans do not add up to more than 60.
  const std::vector<Writer> writers = {writer(20, 1000.0, 1040.0), writer(10, 1030.0, 1060.0)};
  const auto rate = estimate_rate(writers, kQuarter, kNoTables);
  ASSERT_TRUE(rate);
  EXPECT_DOUBLE_EQ(rate->seconds, 60);
  EXPECT_DOUBLE_EQ(rate->tasks_per_second, 0.5);
  EXPECT_DOUBLE_EQ(rate->seconds_left, 180);
}

TEST(Rate, KnowsTheStartOfEachProcess) {
  // Twice 25 s of tables and 100 s of tasks, predicted; it took two thirds as long.
  const std::vector<Writer> writers = {writer(20, 1000.0, 1060.0), writer(10, 1000.0, 1100.0)};
  const counting::WorkTime time{.of_plan = 3, .of_tables = 25, .of_cost = 1};
  WorkDone done = kQuarter;
  done.processes_left = 3;
  const auto rate = estimate_rate(writers, done, time);
  ASSERT_TRUE(rate);
  EXPECT_DOUBLE_EQ(rate->seconds_left, (3 * (3 + 25) + 300) * (100.0 / 150));
}

TEST(Rate, NothingIsLeftOfACompleteCount) {
  const std::vector<Writer> writers = {writer(20, 1000.0, 1040.0)};
  const auto rate =
      estimate_rate(writers, {.tasks = 20, .cost = 400, .total_cost = 400}, kNoTables);
  ASSERT_TRUE(rate);
  EXPECT_EQ(rate->seconds_left, 0);
}

TEST(Rate, WritersThatHaveOnlyBegunAreLeftOut) {
  const std::vector<Writer> writers = {
      writer(20, 1000.0, 1040.0), writer(0, 1039.0, 1039.0), {0, {std::nullopt, at(900)}}};
  const auto rate = estimate_rate(writers, kQuarter, kNoTables);
  ASSERT_TRUE(rate);
  EXPECT_DOUBLE_EQ(rate->seconds, 40);
}

TEST(Rate, IsUnknownWhereTheTimesTellNothing) {
  const Writer good = writer(20, 1000, 1040);
  EXPECT_FALSE(estimate_rate({}, kQuarter, kNoTables));
  EXPECT_FALSE(estimate_rate(std::vector<Writer>{writer(0, 1000.0, 1040.0)}, kQuarter, kNoTables));
  // No times of birth on this file system.
  EXPECT_FALSE(
      estimate_rate(std::vector<Writer>{good, {5, {std::nullopt, at(1040)}}}, kQuarter, kNoTables));
  // Copies: written at once, or older than their birth.
  EXPECT_FALSE(
      estimate_rate(std::vector<Writer>{good, writer(5, 1050.0, 1050.2)}, kQuarter, kNoTables));
  EXPECT_FALSE(
      estimate_rate(std::vector<Writer>{good, writer(5, 1050.0, 1010.0)}, kQuarter, kNoTables));
  EXPECT_FALSE(
      estimate_rate(std::vector<Writer>{good}, {.tasks = 0, .total_cost = 400}, kNoTables));
}

}  // namespace
}  // namespace nqueens::journal
