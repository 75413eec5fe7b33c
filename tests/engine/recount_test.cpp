// Tasks recounted as restricted problems: against published values and, task by task, against the
// tallies of every engine.
#include "engine/recount/recount.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "engine/colour_join/colour_join.hpp"
#include "engine/colour_join/kernels/colour_kernels.hpp"
#include "nqueens/count.hpp"
#include "nqueens/verify.hpp"
#include "nqueens/wide.hpp"
#include "support/engine_counts.hpp"
#include "support/property.hpp"
#include "support/random_problem.hpp"
#include "support/solutions.hpp"
#include "support/stop.hpp"

namespace nqueens::engine {
namespace {

using tests::solutions_of;

WideCount list_solutions(const Problem& problem) {
  WideCount solutions = 0;
  EXPECT_TRUE(for_each_solution(problem, {}, [&](const Placement&) { ++solutions; }));
  return solutions;
}

TEST(ForEachSolution, ReachesTheLargestBoard) {
  const Problem problem = tests::last_rows_of_a_solution(kMaxCountSize, 8);
  EXPECT_TRUE(
      list_solutions(problem) ==
      count(board_of(problem), {.engine = "reference", .allow_uncomputed = true}).solutions);
  EXPECT_TRUE(list_solutions(problem) >= 1);
}

PROPERTY(ForEachSolution, FindsWhatTheReferenceEngineCounts) {
  const Problem problem = tests::random_problem(8);
  std::set<Placement> seen;
  RC_ASSERT(for_each_solution(problem, {}, [&](const Placement& solution) {
    RC_ASSERT(is_solution(solution));
    for (std::size_t row = 0; row < solution.size(); ++row) {
      RC_ASSERT((problem.allowed(static_cast<int>(row)) >> solution[row]) & 1u);
    }
    RC_ASSERT(seen.insert(solution).second);
  }));
  RC_ASSERT(count(board_of(problem), {.engine = "reference", .threads = 1}).solutions ==
            seen.size());
}

TEST(ForEachSolution, StopsWhenAsked) {
  EXPECT_FALSE(for_each_solution(Problem(20), tests::already_stopped(), [](const Placement&) {}));
}

/// For every task of every engine's plan the engine and every way to recount agree.
TEST(Recount, AgreesTaskByTaskWithEveryEngine) {
  for (const Engine& engine : processor_engines()) {
    for (int n = 0; n <= 9; ++n) {
      const auto prepared = engine.prepare(Problem(n));
      const Decomposition& cut = *prepared->decomposition;
      const Recounter recounter = cut.recounter();
      for (int depth = 0; depth <= std::min(2, cut.max_depth()); ++depth) {
        const Plan plan(prepared->decomposition, depth);
        const auto own = prepared->make_worker(depth);
        const auto listing = recount_by_listing(plan)();
        const auto bitmask = recount_by_engine(plan, find_engine("bitmask"))();
        for (const Task& task : plan.tasks()) {
          const auto expected = solutions_of(*own, task);
          ASSERT_EQ(solutions_of(*listing, task), expected)
              << engine.name << " n = " << n << " depth " << depth << " task " << task.id;
          if (recounter.make_worker) {
            ASSERT_EQ(solutions_of(*recounter.make_worker(), task), expected)
                << recounter.name << " n = " << n << " depth " << depth << " task " << task.id;
          }
          if (!cut.has_uniform_weights()) continue;
          ASSERT_EQ(solutions_of(*bitmask, task), expected)
              << engine.name << " n = " << n << " depth " << depth << " task " << task.id;
        }
      }
    }
  }
}

/// Sums over all tasks, on boards where listing every solution would take long.
TEST(Recount, ColourListingCountsTheKnownValues) {
  for (int n = 0; n <= 14; ++n) {
    const auto cut = row_set_decomposition(Problem(n));
    for (const int depth : {0, 3}) {
      const auto worker = cut->recounter().make_worker();
      Tally sum;
      for (const Task& task : cut->tasks(depth)) {
        ASSERT_TRUE(worker->count(task, {}, sum));
      }
      EXPECT_TRUE(sum.solutions() == *known_solutions(n)) << n << " " << depth;
    }
  }
}

PROPERTY(Recount, RestrictedBoardsOfRowSetsAgreeTaskByTask) {
  const Problem problem = tests::random_problem(9);
  const auto prepared = find_engine("colour-join").prepare(problem);
  const Decomposition& cut = *prepared->decomposition;
  const int depth = tests::draw(0, 4);
  const Plan plan(prepared->decomposition, depth);
  const auto own = prepared->make_worker(depth);
  const auto listing = recount_by_listing(plan)();
  const auto colours = cut.recounter().make_worker();
  WideCount sum = 0;
  for (const Task& task : plan.tasks()) {
    const auto expected = solutions_of(*own, task);
    RC_ASSERT(solutions_of(*listing, task) == expected);
    RC_ASSERT(solutions_of(*colours, task) == expected);
    RC_ASSERT(expected <= cut.max_tally(task, depth));
    RC_ASSERT(expected % cut.tally_divisor(task, depth) == 0);
    sum += expected;
  }
  RC_ASSERT(sum == list_solutions(problem));
}

TEST(Recount, DISABLED_LongRandomTasksTo18) {
  std::mt19937_64 random(1);
  for (int time = 0; time < 100; ++time) {
    const Engine& engine = find_engine(time % 2 == 0 ? "simd" : "colour-join");
    const auto prepared = engine.prepare(Problem(14 + static_cast<int>(random() % 5)));
    const int depth = 1 + static_cast<int>(random() % 3);
    const Plan plan(prepared->decomposition, depth);
    const Task& task = plan.tasks()[random() % plan.tasks().size()];
    EXPECT_EQ(solutions_of(*prepared->make_worker(depth), task),
              solutions_of(*recount_by_listing(plan)(), task));
  }
}

/// A unit of a larger board, by its place among those of R_e.
struct KnownUnit {
  int board_size;
  colour_join::LineSet even_rows;
  double part;  ///< how far down the list
};

Task task_of(const KnownUnit& unit) {
  const colour_join::QuarteredBoard board(unit.board_size);
  const auto all = colour_join::Units(board).of(unit.even_rows);
  EXPECT_FALSE(all.empty());
  const auto index = static_cast<std::uint32_t>(unit.part * static_cast<double>(all.size()));
  return {0, colour_join::UnitRange{unit.even_rows, index, 1}.code(), 1, 1};
}

/// With the kernels of every instruction set.
void expect_of_the_colour_join(int n, const Task& task, std::uint64_t solutions) {
  for (const colour_join::Kernels* kernels : colour_join::kernels()) {
    const auto join = find_engine("colour-join")
                          .prepare(Problem(n), {.instruction_set = kernels->instruction_set});
    EXPECT_EQ(solutions_of(*join->make_worker(1), task), solutions)
        << base::to_string(kernels->instruction_set);
  }
}

/// The masks of a unit leave few enough solutions to list. The bitmask engine must find the same
/// number, the colour join and the recount by colours the sum of their weights.
TEST(Recount, SingleUnitsOfTheColourJoinUpTo21Queens) {
  const KnownUnit units[] = {
      {19, 0x155, 0.9},
      // A row set that is its own reverse.
      {19, 0x132, 0.6},
      // Classes of few solutions: few white queens, few black ones.
      {20, 0x049, 0.5},
      {21, 0x007, 0.2},
  };
  for (const KnownUnit& unit : units) {
    SCOPED_TRACE(testing::Message() << "n = " << unit.board_size << " R_e = " << unit.even_rows);
    const Task task = task_of(unit);
    const auto cut = row_set_decomposition(Problem(unit.board_size));
    const auto of_task = cut->solutions_of(task, 1);
    std::uint64_t solutions = 0;
    std::uint64_t weighted = 0;
    ASSERT_TRUE(for_each_solution(of_task->squares(), {}, [&](const Placement& solution) {
      ++solutions;
      weighted += of_task->weight(solution);
    }));
    EXPECT_TRUE(
        count(board_of(of_task->squares()), {.engine = "bitmask", .threads = 1}).solutions ==
        solutions);
    EXPECT_EQ(solutions_of(*cut->recounter().make_worker(), task), weighted);
    expect_of_the_colour_join(unit.board_size, task, weighted);
  }
}

/// Units with too many solutions to list: the two that work colour by colour agree.
TEST(Recount, DISABLED_LongUnitsOfTheColourJoinUpTo32Queens) {
  const KnownUnit units[] = {
      {22, 0x2D5, 0.8},  {23, 0x2D5, 0.5}, {23, 0x0B7, 0.3},  {24, 0xAD5, 0.9},  {24, 0x111, 0.5},
      {24, 0x5EF, 0.5},  {25, 0xAD5, 0.2}, {25, 0x1F7, 0.6},  {26, 0x15D5, 0.8}, {26, 0x111, 0.5},
      {26, 0x1BEF, 0.5}, {27, 0x5EF, 0.5}, {28, 0x3BEF, 0.4}, {30, 0x005, 0.5},  {32, 0x005, 0.5},
  };
  for (const KnownUnit& unit : units) {
    SCOPED_TRACE(testing::Message() << "n = " << unit.board_size << " R_e = " << unit.even_rows);
    const Task task = task_of(unit);
    const auto listing = recount_by_colour_listing(Problem(unit.board_size))();
    expect_of_the_colour_join(unit.board_size, task, solutions_of(*listing, task));
  }
}

}  // namespace
}  // namespace nqueens::engine
