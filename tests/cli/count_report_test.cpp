// Orbits by size, and the table of symmetry classes.
#include "cli/commands/count_report.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace nqueens::cli {
namespace {

SymmetryCounts of_twelve() {
  SymmetryCounts counts;
  counts.board_size = 12;
  counts.all = 14200;
  counts.point_symmetric = 80;
  counts.quarter_turn_symmetric = 8;
  counts.fundamental = 1787;
  return counts;
}

TEST(OrbitRows, DivideTheSolutions) {
  const std::vector<OrbitRow> rows = orbit_rows(of_twelve());
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(to_string(rows[0].orbits), "1765");
  EXPECT_EQ(to_string(rows[1].orbits), "18");
  EXPECT_EQ(to_string(rows[2].orbits), "4");
}

TEST(OrbitRows, TheSmallestBoardsHaveOneOrbitOfOne) {
  SymmetryCounts counts;
  counts.board_size = 1;
  counts.all = counts.point_symmetric = counts.quarter_turn_symmetric = counts.fundamental = 1;
  const std::vector<OrbitRow> rows = orbit_rows(counts);
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].size, 1);
  EXPECT_EQ(to_string(rows[0].orbits), "1");
}

RC_GTEST_PROP(OrbitRows, AddUp, ()) {
  // Any numbers of orbits: 8, 4 and 2 solutions each.
  const auto eights = static_cast<WideCount>(*rc::gen::inRange(0, 1 << 30)) << 60;
  const auto fours = static_cast<WideCount>(*rc::gen::inRange(0, 1 << 30));
  const auto twos = static_cast<WideCount>(*rc::gen::inRange(0, 1 << 30));
  SymmetryCounts counts;
  counts.board_size = 20;
  counts.quarter_turn_symmetric = 2 * twos;
  counts.point_symmetric = 4 * fours + 2 * twos;
  counts.all = 8 * eights + 4 * fours + 2 * twos;
  const std::vector<OrbitRow> rows = orbit_rows(counts);
  RC_ASSERT(rows[0].orbits == eights);
  RC_ASSERT(rows[1].orbits == fours);
  RC_ASSERT(rows[2].orbits == twos);
  RC_ASSERT(rows[0].solutions + rows[1].solutions + rows[2].solutions == counts.all);
}

TEST(SymmetryTable, IsAligned) {
  EXPECT_EQ(symmetry_table(of_twelve(), Paint()),
            "solutions of 12 queens     number\n"
            "all                     Q   14200\n"
            "point-symmetric         P      80\n"
            "quarter-turn symmetric  R       8\n"
            "fundamental             U    1787\n"
            "\n"
            "orbit size  orbits  solutions\n"
            "         8    1765      14120\n"
            "         4      18         72\n"
            "         2       4          8\n"
            "       all    1787      14200\n");
}

TEST(RunSummary, SaysWhatWasTakenOver) {
  CountResult run;
  run.seconds = 0.52;
  run.engine = "bitmask";
  run.instruction_set = "bmi2";
  run.threads = 2;
  run.tasks = 812;
  run.decomposition = "rows";
  run.depth = 4;
  EXPECT_EQ(run_summary(run),
            "0.52 s, engine bitmask (bmi2), 2 threads, 812 tasks of rows at depth 4");
  run.threads = 1;
  run.tasks = 1;
  run.tasks_resumed = 1;
  run.torn_bytes = 17;
  EXPECT_EQ(
      run_summary(run),
      "0.52 s, engine bitmask (bmi2), 1 thread, 1 task of rows at depth 4, 1 taken over from the "
      "journal, 17 bytes of a torn write cut off the journal");
}

CountOutcome outcome_of(int n, const std::string& engine, const std::string& set) {
  CountOutcome outcome;
  outcome.run.problem = Problem(n);
  outcome.run.engine = engine;
  outcome.run.instruction_set = set;
  outcome.run.seconds = 0.5;
  outcome.run.threads = 2;
  return outcome;
}

TEST(RangeSummary, NamesTheEnginesByTheirBoards) {
  std::vector<CountOutcome> outcomes = {outcome_of(8, "bitmask", "bmi2")};
  EXPECT_EQ(range_summary(outcomes), "0.50 s for 1 board, engine bitmask (bmi2), 2 threads");
  outcomes.push_back(outcome_of(9, "bitmask", "bmi2"));
  EXPECT_EQ(range_summary(outcomes), "1.00 s for 2 boards, engine bitmask (bmi2), 2 threads");
  outcomes.push_back(outcome_of(10, "simd", "avx512"));
  outcomes.push_back(outcome_of(11, "colour-join", "avx512"));
  outcomes.push_back(outcome_of(12, "colour-join", "avx512"));
  EXPECT_EQ(range_summary(outcomes),
            "2.50 s for 5 boards, engines bitmask (bmi2) for 8..9, simd (avx512) for 10, "
            "colour-join (avx512) for 11..12, 2 threads");
}

}  // namespace
}  // namespace nqueens::cli
