// The progress line: its fields, and that it fits any terminal.
#include "cli/progress_line.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "cli/text.hpp"

namespace nqueens::cli {
namespace {

Progress snapshot() {
  Progress progress;
  progress.tasks_done = 1190;
  progress.tasks_total = 3200;
  progress.fraction = 0.372;
  progress.seconds = 3;
  progress.tasks_per_second = 410;
  progress.seconds_left = 5.1;
  return progress;
}

TEST(FormatProgress, ShowsPercentTasksRateAndTimeLeft) {
  EXPECT_EQ(format_progress("Q(20)", snapshot(), 79, Paint()),
            "37.2 %  Q(20)  1190 of 3200 tasks  410/s  5.10 s left");
}

TEST(FormatProgress, LeavesOutTheTimeThatIsNotKnown) {
  Progress progress = snapshot();
  progress.seconds_left.reset();
  progress.tasks_per_second = 0.25;
  EXPECT_EQ(format_progress("Q(20)", progress, 79, Paint()),
            "37.2 %  Q(20)  1190 of 3200 tasks  0.2/s");
}

TEST(FormatProgress, DropsFieldsThatDoNotFit) {
  EXPECT_EQ(format_progress("Q(20)", snapshot(), 40, Paint()),
            "37.2 %  Q(20)  1190 of 3200 tasks  410/s");
  EXPECT_EQ(format_progress("Q(20)", snapshot(), 14, Paint()), "37.2 %  Q(20)");
  EXPECT_EQ(format_progress("Q(20)", snapshot(), 3, Paint()), "");
}

TEST(FormatProgress, SaysAllOnlyWhenAllIsDone) {
  Progress progress = snapshot();
  progress.fraction = 1;
  EXPECT_EQ(describe_progress(progress), "1190 of 3200 tasks done (99.9 %)");
  progress.tasks_done = progress.tasks_total;
  EXPECT_EQ(describe_progress(progress), "3200 of 3200 tasks done (100.0 %)");
  progress.tasks_done = 2;
  progress.fraction = 0.00012;
  EXPECT_EQ(describe_progress(progress), "2 of 3200 tasks done (0.012 %)");
}

RC_GTEST_PROP(FormatProgress, NeverExceedsTheWidth, ()) {
  Progress progress;
  progress.tasks_done = *rc::gen::arbitrary<std::uint64_t>();
  progress.tasks_total = *rc::gen::arbitrary<std::uint64_t>();
  progress.fraction = *rc::gen::inRange(0, 1000) / 1000.0;
  progress.tasks_per_second = *rc::gen::inRange(0, 1000000) / 7.0;
  progress.seconds_left = *rc::gen::inRange(0, 1 << 30) * 1.0;
  const auto width = *rc::gen::inRange<std::size_t>(0, 200);
  RC_ASSERT(display_width(format_progress("Q(27)", progress, width, Paint())) <= width);
}

}  // namespace
}  // namespace nqueens::cli
