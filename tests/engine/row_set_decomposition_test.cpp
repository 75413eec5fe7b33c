// The tasks of "row-sets" hold every unit that the colour join counts, once; the masks of a task
// hold its solutions, with weights that add up.
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "engine/colour_join/colour_join.hpp"
#include "nqueens/count.hpp"
#include "support/property.hpp"
#include "support/random_problem.hpp"
#include "support/solutions.hpp"

namespace nqueens::engine {
namespace {

using colour_join::LineSet;
using colour_join::UnitRange;

/// The ranges of each R_e cover its units in order.
TEST(RowSetDecomposition, RangesOfARowSetFollowEachOther) {
  for (const int n : {19, 22, 25, 28}) {
    const colour_join::QuarteredBoard board(n);
    const colour_join::Units units{board};
    for (const int depth : {0, 4, 9}) {
      const std::vector<Task> tasks = row_set_decomposition(Problem(n))->tasks(depth);
      std::size_t next = 0;
      for (LineSet even_rows = 0; even_rows >> board.even() == 0; ++even_rows) {
        const std::size_t count = units.of(even_rows).size();
        std::size_t end = 0;
        for (; next < tasks.size(); ++next) {
          const UnitRange range = UnitRange::from_code(tasks[next].code);
          if (range.even_rows != even_rows) break;
          ASSERT_EQ(range.first, end);
          ASSERT_GT(range.count, 0u);
          end += range.count;
        }
        ASSERT_EQ(end, count) << "n = " << n << " depth " << depth << " R_e = " << even_rows;
      }
      EXPECT_EQ(next, tasks.size());
    }
  }
}

bool is_in(const Placement& placement, const Problem& squares) {
  for (std::size_t row = 0; row < placement.size(); ++row) {
    if ((squares.allowed(static_cast<int>(row)) >> placement[row] & 1u) == 0) return false;
  }
  return true;
}

/// Each solution against each task: it has a weight only if it lies in the masks, and all weights
/// add up to the known value, for tasks that are whole row sets and for single units.
TEST(RowSetDecomposition, SolutionsHaveWeightsInTheMasksOfTheirTasksOnly) {
  for (int n = 0; n <= 9; ++n) {
    const auto cut = row_set_decomposition(Problem(n));
    for (const int depth : {0, 2, 12}) {
      std::uint64_t sum = 0;
      for (const Task& task : cut->tasks(depth)) {
        const auto solutions = cut->solutions_of(task, depth);
        const Problem& masks = solutions->squares();
        for (const Placement& placement : tests::all_solutions(Problem(n))) {
          const std::uint32_t weight = solutions->weight(placement);
          EXPECT_TRUE(weight == 0 || is_in(placement, masks));
          sum += weight;
        }
      }
      EXPECT_EQ(sum, *known_solutions(n)) << n << " " << depth;
    }
  }
}

/// On a restricted board, the weights of the images of a solution under the row symmetries of the
/// board add up to the number of these images.
PROPERTY(RowSetDecomposition, SolutionsOfARestrictedBoardHaveTheirWeightInTheTasks) {
  const Problem problem = tests::random_problem(8);
  RC_PRE(!problem.is_plain());
  const auto cut = row_set_decomposition(problem);
  const int depth = *rc::gen::elementOf(std::vector<int>{0, 2, 12});
  std::vector<std::unique_ptr<SolutionClass>> classes;
  for (const Task& task : cut->tasks(depth)) {
    classes.push_back(cut->solutions_of(task, depth));
    RC_ASSERT(cut->tally_divisor(task, depth) == 1u);
  }
  const std::vector<Symmetry> kept = tests::symmetries_of_rows(problem);
  for (const Placement& solution : tests::all_solutions(Problem(problem.board_size()))) {
    if (!is_in(solution, problem)) continue;
    std::size_t weight = 0;
    for (const Symmetry symmetry : kept) {
      const Placement placement = image(symmetry, solution);
      for (const auto& one : classes) {
        weight += is_in(placement, one->squares()) ? one->weight(placement) : 0;
      }
    }
    RC_ASSERT(weight == kept.size());
  }
}

/// Where the symmetries of the board map an R_e to another one, one of the two stands for both.
TEST(RowSetDecomposition, EveryRowSetOfATaskHasOddRowsWithAWeight) {
  Problem without_middle(13);
  without_middle.block({6, 6});
  Problem without_corners(14);
  without_corners.block({0, 0});
  without_corners.block({0, 13});
  for (const Problem& problem : {without_middle, without_corners}) {
    const auto sets = std::make_shared<RowSets>(problem);
    for (const Task& task : row_set_decomposition(problem, sets)->tasks(0)) {
      const LineSet even_rows = UnitRange::from_code(task.code).even_rows;
      int found = 0;
      sets->units.for_each_odd_rows(even_rows, [&](LineSet) { ++found; });
      EXPECT_GT(found, 0) << problem.board_size() << " R_e = " << even_rows;
    }
  }
}

TEST(RowSetDecomposition, NoTaskOfADefaultPlanIsPredictedToTakeLong) {
  for (const int n : {20, 23, 24, 25, 26, 27, 28}) {
    const auto sets = std::make_shared<RowSets>(Problem(n));
    const auto cut = row_set_decomposition(Problem(n), sets);
    std::vector<LineSet> of_rows;
    LineSet last = ~LineSet{0};
    double longest = 0;
    for (const Task& task : cut->tasks(cut->default_depth())) {
      const UnitRange range = UnitRange::from_code(task.code);
      if (range.even_rows != last) of_rows = sets->units.of(last = range.even_rows);
      double seconds = 0;
      for (std::size_t i = 0; i < range.count; ++i) {
        seconds += sets->costs.unit_seconds(range.even_rows, of_rows.at(range.first + i));
      }
      longest = std::max(longest, seconds);
    }
    EXPECT_GT(longest, 0) << n;
    EXPECT_LE(longest, 120) << n;  // core seconds
  }
}

}  // namespace
}  // namespace nqueens::engine
