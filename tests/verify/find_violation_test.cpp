// find_violation() against the definition of what queens attack.
#include <gtest/gtest.h>

#include <algorithm>

#include "support/property.hpp"
#include "support/random_problem.hpp"
#include "support/solutions.hpp"
#include "verify/verify.hpp"

namespace nqueens {
namespace {

TEST(FindViolation, SaysWhatIsWrong) {
  Problem problem(4);
  EXPECT_EQ(find_violation(problem, Placement{1, 3, 0, 2}), std::nullopt);
  EXPECT_EQ(find_violation(problem, Placement{1, 3, 0}), "3 queens on a board of 4 rows");
  EXPECT_EQ(find_violation(problem, Placement{1, 4, 0, 2}),
            "no queen may stand on row 1, column 4");
  EXPECT_EQ(find_violation(problem, Placement{1, 3, 3, 2}),
            "row 0, column 1 and row 2, column 3 attack each other");
  EXPECT_EQ(find_violation(problem, Placement{0, 1, 3, 2}),
            "row 0, column 0 and row 1, column 1 attack each other");
  problem.block({2, 0});
  EXPECT_EQ(find_violation(problem, Placement{1, 3, 0, 2}),
            "no queen may stand on row 2, column 0");
  problem.require({3, 1});
  EXPECT_EQ(find_violation(problem, Placement{0, 3, 1, 2}),
            "no queen on row 3, column 1, where one is given");
  EXPECT_EQ(find_violation(Problem(4, Variant::torus), Placement{1, 3, 0, 2}),
            "row 1, column 3 and row 2, column 0 attack each other");
  EXPECT_EQ(find_violation(Problem(4, Variant::superqueens), Placement{1, 3, 0, 2}),
            "row 0, column 1 and row 1, column 3 attack each other");
  EXPECT_EQ(find_violation(Problem(3, Variant::semi), Placement{2, 1, 0}), std::nullopt);
  EXPECT_EQ(find_violation(Problem(2, 5, Variant::queens), Placement{4, 1}), std::nullopt);
  EXPECT_EQ(find_violation(Problem(0), Placement{}), std::nullopt);
}

PROPERTY(FindViolation, SolutionsAreThoseOfBacktracking) {
  const Problem problem = tests::random_board(5);
  const std::vector<Placement> solutions = tests::all_solutions(problem);
  Placement columns(static_cast<std::size_t>(problem.rows()), 0);
  std::size_t found = 0;
  for (;;) {
    if (!find_violation(problem, columns)) {
      RC_ASSERT(std::binary_search(solutions.begin(), solutions.end(), columns));
      ++found;
    }
    // The next of all placements, as numbers are counted.
    auto row = columns.rbegin();
    while (row != columns.rend() && *row + 1 == static_cast<Column>(problem.columns())) *row++ = 0;
    if (row == columns.rend()) break;
    ++*row;
  }
  RC_ASSERT(found == solutions.size());
}

}  // namespace
}  // namespace nqueens
