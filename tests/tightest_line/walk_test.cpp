// The search by the tightest line against published values and against plain backtracking.
#include "tightest_line/walk.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "nqueens/known_values.hpp"
#include "support/random_problem.hpp"

namespace nqueens::tightest_line {
namespace {

using Columns = std::vector<std::uint8_t>;

std::vector<Columns> solutions(const Problem& problem, std::optional<std::uint64_t> seed = {}) {
  Walk walk(problem, seed);
  std::uint64_t budget = std::numeric_limits<std::uint64_t>::max();
  std::vector<Columns> found;
  while (walk.next(budget) == Walk::Step::found) {
    found.emplace_back(walk.columns().begin(), walk.columns().end());
  }
  std::sort(found.begin(), found.end());
  return found;
}

/// Row by row, by the definition of the problem.
void backtrack(const Problem& problem, Columns& columns, std::vector<Columns>& found) {
  const auto row = static_cast<int>(columns.size());
  if (row == problem.rows()) {
    found.push_back(columns);
    return;
  }
  for (int column = 0; column < problem.columns(); ++column) {
    bool free = (problem.allowed(row) >> column & 1u) != 0;
    for (int earlier = 0; earlier < row; ++earlier) {
      free = free &&
             (problem.attacked(earlier, columns[static_cast<std::size_t>(earlier)], row) >> column &
              1u) == 0;
    }
    if (!free) continue;
    columns.push_back(static_cast<std::uint8_t>(column));
    backtrack(problem, columns, found);
    columns.pop_back();
  }
}

std::vector<Columns> by_definition(const Problem& problem) {
  Columns columns;
  std::vector<Columns> found;
  backtrack(problem, columns, found);
  return found;
}

TEST(Walk, KnownValues) {
  for (int n = 0; n <= 10; ++n) {
    EXPECT_TRUE(solutions(Problem(n)).size() == *known_solutions(n)) << n;
  }
}

TEST(Walk, VariantsAndRectangles) {
  for (const Variant variant :
       {Variant::queens, Variant::torus, Variant::superqueens, Variant::semi}) {
    for (int rows = 1; rows <= 7; ++rows) {
      for (int columns = 1; columns <= 7; ++columns) {
        if (variant == Variant::torus && rows != columns) continue;
        const Problem problem(rows, columns, variant);
        EXPECT_EQ(solutions(problem), by_definition(problem))
            << to_string(variant) << " " << rows << "x" << columns;
      }
    }
  }
  EXPECT_EQ(solutions(Problem(7, Variant::torus)).size(), 28u);
  EXPECT_EQ(solutions(Problem(10, Variant::superqueens)).size(), 4u);
  EXPECT_EQ(solutions(Problem(7, Variant::semi)).size(), 405u);
}

RC_GTEST_PROP(Walk, RestrictedBoardsAsByDefinition, ()) {
  const Problem problem = tests::random_problem(8);
  RC_ASSERT(solutions(problem) == by_definition(problem));
  RC_ASSERT(solutions(problem, 1) == by_definition(problem));
}

TEST(Walk, TheBudgetEndsItAndItGoesOn) {
  const Problem problem(8);
  Walk walk(problem);
  std::size_t found = 0;
  for (;;) {
    std::uint64_t budget = 7;
    const Walk::Step step = walk.next(budget);
    if (step == Walk::Step::exhausted) break;
    if (step == Walk::Step::found) ++found;
  }
  EXPECT_EQ(found, 92u);
}

TEST(Walk, StartsFromGivenQueens) {
  const Problem problem(8);
  Walk walk(problem);
  const std::vector<Cell> given = {{3, 1}, {4, 3}};
  walk.start(given);
  std::uint64_t budget = std::numeric_limits<std::uint64_t>::max();
  std::size_t found = 0;
  while (walk.next(budget) == Walk::Step::found) {
    EXPECT_EQ(walk.columns()[3], 1);
    EXPECT_EQ(walk.columns()[4], 3);
    ++found;
  }
  Problem same = problem;
  same.require({3, 1});
  same.require({4, 3});
  EXPECT_EQ(found, by_definition(same).size());
}

}  // namespace
}  // namespace nqueens::tightest_line
