// Snapshots of progress: sums over tasks, work taken over from a journal, time left.
#include "run/progress_meter.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace nqueens::run {
namespace {

TEST(ProgressMeter, StartsAtWhatTheJournalHolds) {
  const ProgressMeter meter(2, 100, 1000, 40, 300);
  const Progress progress = meter.snapshot();
  EXPECT_EQ(progress.tasks_done, 40u);
  EXPECT_EQ(progress.tasks_total, 100u);
  EXPECT_DOUBLE_EQ(progress.fraction, 0.3);
  EXPECT_EQ(progress.tasks_per_second, 0.0);
  EXPECT_FALSE(progress.seconds_left.has_value()) << "nothing has been measured yet";
}

using std::chrono::seconds;

TEST(ProgressMeter, TheRateAndTheTimeLeftAreOfThisRunOnly) {
  const auto begin = ProgressMeter::Clock::now();
  ProgressMeter meter(2, 100, 1000, 40, 300, {}, begin);
  meter.task_done(100, seconds(20));
  meter.task_done(250, seconds(50));
  const Progress progress = meter.snapshot(begin + seconds(40));
  EXPECT_EQ(progress.tasks_done, 42u);
  EXPECT_DOUBLE_EQ(progress.fraction, 0.65);
  EXPECT_DOUBLE_EQ(progress.seconds, 40);
  EXPECT_DOUBLE_EQ(progress.tasks_per_second, 2 / 40.0);
  // 350 units took 70 s, so the 350 that are left take 70 s, of which running tasks have had 10 s.
  ASSERT_TRUE(progress.seconds_left.has_value());
  EXPECT_DOUBLE_EQ(*progress.seconds_left, (70 - 10) / 2.0);
}

TEST(ProgressMeter, TablesAreMadeOnce) {
  const auto begin = ProgressMeter::Clock::now();
  // Predicted: 10 s for tables and 1 s for a unit. It takes three times as long.
  ProgressMeter meter(1, 100, 1000, 0, 0, {.of_plan = 5, .of_tables = 10, .of_cost = 1}, begin);
  meter.task_done(100, seconds(330));
  EXPECT_DOUBLE_EQ(*meter.snapshot(begin + seconds(330)).seconds_left, 3 * 900.0);
}

TEST(ProgressMeter, LongTasksAreTakenToBeHalfDone) {
  const auto begin = ProgressMeter::Clock::now();
  ProgressMeter meter(2, 4, 400, 0, 0, {}, begin);
  meter.task_done(100, seconds(10));
  meter.task_done(100, seconds(10));
  EXPECT_DOUBLE_EQ(*meter.snapshot(begin + seconds(90)).seconds_left, 5);
}

TEST(ProgressMeter, IsWholeAtTheEndAndForAPlanWithoutTasks) {
  ProgressMeter meter(1, 2, 7, 1, 3);
  meter.task_done(4, seconds(1));
  EXPECT_EQ(meter.snapshot().fraction, 1.0);
  EXPECT_EQ(ProgressMeter(1, 0, 0, 0, 0).snapshot().fraction, 1.0);
}

}  // namespace
}  // namespace nqueens::run
