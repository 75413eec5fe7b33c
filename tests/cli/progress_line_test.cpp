// The progress line: its fields, and that it fits any terminal.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "cli/terminal/progress.hpp"
#include "cli/terminal/text.hpp"

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

SolveProgress search(SolveProgress::Phase phase, std::uint64_t rows) {
  SolveProgress progress;
  progress.phase = phase;
  progress.board_size = 1'000'000'000;
  progress.rows = rows;
  progress.seconds = 2;
  return progress;
}

TEST(FormatSearchProgress, ShowsRowsAndTimeLeftOfAStart) {
  EXPECT_EQ(format_progress(search(SolveProgress::Phase::start, 400'000'000), 79, Paint()),
            "40.0 %  400000000 of 1000000000 rows  3.00 s left");
  EXPECT_EQ(format_progress(search(SolveProgress::Phase::start, 0), 79, Paint()),
            "0.0 %  0 of 1000000000 rows");
  // Not finished, whatever the rounding says.
  EXPECT_EQ(format_progress(search(SolveProgress::Phase::start, 999'999'999), 20, Paint()),
            "99.9 %");
}

TEST(FormatSearchProgress, NamesTheOtherPhases) {
  EXPECT_EQ(format_progress(search(SolveProgress::Phase::repair, 1'000'000'000), 79, Paint()),
            "repair  1000000000 queens");
  EXPECT_EQ(format_progress(search(SolveProgress::Phase::verification, 1'000'000'000), 79, Paint()),
            "verification  1000000000 queens");
  EXPECT_EQ(format_progress(search(SolveProgress::Phase::repair, 1'000'000'000), 10, Paint()),
            "repair");
}

TEST(FormatSearchProgress, CountsRestarts) {
  SolveProgress progress = search(SolveProgress::Phase::start, 400'000'000);
  progress.restarts = 3;  // the time of one start tells nothing of the next
  EXPECT_EQ(format_progress(progress, 79, Paint()),
            "40.0 %  400000000 of 1000000000 rows  restart 3");
}

}  // namespace
}  // namespace nqueens::cli
