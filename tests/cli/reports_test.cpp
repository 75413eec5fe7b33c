// What commands print of problems, counts and plans; and the command lines that they advise.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "cli/commands/command_lines.hpp"
#include "cli/commands/count_report.hpp"
#include "cli/commands/plan_report.hpp"
#include "cli/options/problem_arguments.hpp"
#include "domain/restrictions.hpp"
#include "support/random_problem.hpp"

namespace nqueens::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

/// The problem that a command line with these words would make.
Board problem_of(const std::vector<std::string>& words, const std::string& board) {
  ProblemArguments arguments;
  arguments.board = board;
  for (std::size_t i = 0; i + 1 < words.size(); i += 2) {
    if (words[i] == "--variant") arguments.variant = parse_variant(words[i + 1]);
    if (words[i] == "--place") arguments.place.push_back(words[i + 1]);
    if (words[i] == "--block") arguments.block.push_back(words[i + 1]);
    if (words[i] == "--exclude") arguments.exclude.push_back(words[i + 1]);
  }
  return make_board(arguments);
}

TEST(ProblemOptions, NameWhatIsGivenAndBlocked) {
  Board problem(8);
  EXPECT_THAT(board_options(problem), IsEmpty());
  EXPECT_EQ(title(problem), "Q(8)");
  problem.block({7, 0});
  problem.block({2, 3});
  EXPECT_THAT(board_options(problem), ElementsAre("--block", "2:3,7:0"));
  problem.place({4, 4});
  EXPECT_THAT(board_options(problem), ElementsAre("--place", "4:4", "--block", "2:3,7:0"));
  EXPECT_EQ(title(problem), "Q(8 with 4:4 without 2:3,7:0)");
}

TEST(ProblemOptions, AreShort) {
  Board problem(8, 8, Variant::torus);
  problem.exclude({false, -2});
  problem.exclude({true, 9});
  problem.block({0, 0});
  problem.place({7, 3});
  EXPECT_THAT(board_options(problem), ElementsAre("--variant", "torus", "--place", "7:3", "--block",
                                                  "0:0", "--exclude", "d:6,a:1"));
  EXPECT_EQ(title(problem), "Q(torus 8 with 7:3 without 0:0,d:6,a:1)");
  EXPECT_EQ(title(Board(8, 12, Variant::queens), 'U'), "U(8x12)");
  Board scattered(12);
  for (std::uint64_t row = 0; row < 12; ++row) {
    scattered.block({row, row * 5 % 12});
    scattered.block({row, (row * 5 + 3) % 12});
  }
  EXPECT_EQ(title(scattered), "Q(12 without 24 squares)");
}

TEST(ProblemOptions, RowsWithoutAFreeSquareAndQueensThatAttackEachOtherAreBlocked) {
  Problem problem(3, 4, Variant::queens);
  problem.restrict_row(0, 1);
  problem.restrict_row(1, 2);
  problem.restrict_row(2, 0);
  EXPECT_EQ(Problem(problem_of(board_options(board_of(problem)), "3x4")), problem);
}

RC_GTEST_PROP(ProblemOptions, MakeTheSameProblem, ()) {
  const Board problem = board_of(tests::random_problem(12));
  RC_ASSERT(problem_of(board_options(problem), board_text(problem)) == problem);
}

RC_GTEST_PROP(ProblemOptions, MakeTheSameProblemOfAnyShapeAndVariant, ()) {
  const auto variant =
      *rc::gen::element(Variant::queens, Variant::torus, Variant::superqueens, Variant::semi);
  const int rows = *rc::gen::inRange(1, 10);
  const int columns = variant == Variant::torus ? rows : *rc::gen::inRange(1, 10);
  Problem problem(rows, columns, variant);
  for (int i = *rc::gen::inRange(0, 4); i > 0; --i) {
    problem.block_diagonal(*rc::gen::inRange(1 - rows, columns));
  }
  for (int i = *rc::gen::inRange(0, 4); i > 0; --i) {
    problem.block_antidiagonal(*rc::gen::inRange(0, rows + columns - 1));
  }
  for (int i = *rc::gen::inRange(0, 4); i > 0; --i) {
    problem.restrict_row(*rc::gen::inRange(0, rows), *rc::gen::arbitrary<std::uint64_t>());
  }
  const Board board = board_of(problem);
  RC_ASSERT(Problem(problem_of(board_options(board), board_text(board))) == problem);
}

RC_GTEST_PROP(OrbitRows, AddUp, ()) {
  // Any numbers of orbits: 8, 4 and 2 solutions each.
  const auto eights = static_cast<WideCount>(*rc::gen::inRange(0, 1 << 30)) << 60;
  const auto fours = static_cast<WideCount>(*rc::gen::inRange(0, 1 << 30));
  const auto twos = static_cast<WideCount>(*rc::gen::inRange(0, 1 << 30));
  SymmetryCounts counts;
  counts.count.board = 20;
  counts.quarter_turn_symmetric = 2 * twos;
  counts.point_symmetric = 4 * fours + 2 * twos;
  counts.all = 8 * eights + 4 * fours + 2 * twos;
  const std::vector<Orbits> rows = counts.orbits();
  RC_ASSERT(rows[0].number == eights);
  RC_ASSERT(rows[1].number == fours);
  RC_ASSERT(rows[2].number == twos);
  RC_ASSERT(rows[0].solutions + rows[1].solutions + rows[2].solutions == counts.all);
}

CountOutcome outcome_of(int n, const std::string& engine, const std::string& set) {
  CountOutcome outcome;
  outcome.run.board = Board(n);
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

CountPlan plan_of_twenty() {
  CountPlan plan;
  plan.board = Board(20);
  plan.engine = "bitmask";
  plan.instruction_set = "bmi2";
  plan.decomposition = "rows";
  plan.depth = 5;
  plan.plan_id = "653a353604035700";
  plan.tasks = 327274;
  plan.threads = 2;
  plan.plan_bytes = 3 << 20;
  plan.shared_bytes = 1 << 20;
  plan.bytes_per_thread = 2 << 20;
  plan.available_bytes = 1 << 30;
  plan.predicted_core_seconds = 7200;
  plan.predicted_seconds = 3600;
  return plan;
}

TEST(PlanText, SaysWhatTheRunWouldBe) {
  EXPECT_EQ(plan_text(plan_of_twenty(), Paint()),
            "Plan for Q(20)\n"
            "  engine            bitmask\n"
            "  instruction set   bmi2\n"
            "  decomposition     rows\n"
            "  depth             5\n"
            "  tasks             327274\n"
            "  plan id           653a353604035700\n"
            "  threads           2\n"
            "  memory            8.0 MiB: 1.0 MiB shared, 2 x 2.0 MiB for the threads, 3.0 MiB for "
            "the plan\n"
            "  available         1.0 GiB\n"
            "  predicted time    about 1.0 h, about 2.0 h on one core\n");
}

TEST(PlanText, SaysWhatIsUncertain) {
  CountPlan plan = plan_of_twenty();
  plan.available_bytes = 1 << 20;
  plan.plan_bytes = 0;
  plan.board.place({0, 3});
  const std::string text = plan_text(plan, Paint());
  EXPECT_THAT(text, HasSubstr("Plan for Q(20 with 0:3)\n"));
  EXPECT_THAT(text, HasSubstr("  5.0 MiB: 1.0 MiB shared, 2 x 2.0 MiB for the threads\n"));
  EXPECT_THAT(text, HasSubstr("  available         1.0 MiB, too little: a run is refused\n"));
  EXPECT_THAT(text, HasSubstr("  predicted time    about 1.0 h, "));
  plan.predicted_seconds = plan.predicted_core_seconds = 1e-9;
  EXPECT_THAT(plan_text(plan, Paint()), HasSubstr("less than 1 ms, less than 1 ms on one core\n"));
}

TEST(PlanTable, MarksWhatDoesNotFit) {
  std::vector<CountPlan> plans = {plan_of_twenty(), plan_of_twenty()};
  EXPECT_THAT(plan_table(plans, Paint()), Not(HasSubstr("!")));
  plans[1].available_bytes = 1 << 20;
  const std::string table = plan_table(plans, Paint());
  EXPECT_THAT(table, HasSubstr("  8.0 MiB !     about 1.0 h\n"));
  EXPECT_THAT(table, HasSubstr("\n! more than the 1.0 MiB that are available: a run is refused\n"));
}

TEST(ResumeHint, AddsTheOptionOnceAndQuotes) {
  EXPECT_EQ(resume_hint({"./n queens", "16", "--journal", "it's $x"}),
            "'./n queens' 16 --journal 'it'\\''s $x' --resume");
  EXPECT_EQ(resume_hint({"nqueens", "16", "--resume", "--journal", "a.nqj"}),
            "nqueens 16 --resume --journal a.nqj");
  // Behind "--" it would be no option.
  EXPECT_EQ(resume_hint({"nqueens", "count", "--journal", "a", "--", "16"}),
            "nqueens count --journal a --resume -- 16");
}

}  // namespace
}  // namespace nqueens::cli
