// Snapshots of progress: sums over workers, work taken over from a journal, time left.
#include "run/progress_meter.hpp"

#include <gtest/gtest.h>

#include <thread>

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

TEST(ProgressMeter, TheRateAndTheTimeLeftAreOfThisRunOnly) {
  ProgressMeter meter(2, 100, 1000, 40, 300);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  meter.task_done(0, 100);
  meter.task_done(1, 250);
  const Progress progress = meter.snapshot();
  EXPECT_EQ(progress.tasks_done, 42u);
  EXPECT_DOUBLE_EQ(progress.fraction, 0.65);
  EXPECT_DOUBLE_EQ(progress.tasks_per_second, 2 / progress.seconds);
  // 350 units took progress.seconds, 350 are left.
  ASSERT_TRUE(progress.seconds_left.has_value());
  EXPECT_DOUBLE_EQ(*progress.seconds_left, progress.seconds);
}

TEST(ProgressMeter, IsWholeAtTheEndAndForAPlanWithoutTasks) {
  ProgressMeter meter(1, 2, 7, 1, 3);
  meter.task_done(0, 4);
  EXPECT_EQ(meter.snapshot().fraction, 1.0);
  EXPECT_EQ(ProgressMeter(1, 0, 0, 0, 0).snapshot().fraction, 1.0);
}

}  // namespace
}  // namespace nqueens::run
