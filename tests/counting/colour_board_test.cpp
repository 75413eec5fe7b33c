// The weights of the colour join: over the eight images of any solution they add up to eight.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "counting/colour_join/board.hpp"
#include "nqueens/placement.hpp"
#include "nqueens/symmetry.hpp"
#include "support/random_problem.hpp"
#include "support/solutions.hpp"

namespace nqueens::counting::colour_join {
namespace {

TEST(ColourBoard, WeightsOfTheImagesOfASolutionAddUpToEight) {
  for (int n = 1; n <= 9; ++n) {
    const Board board(n);
    std::uint64_t total = 0;
    std::uint64_t solutions = 0;
    tests::for_each_solution(n, [&](const Placement& solution) {
      std::uint32_t sum = 0;
      for (const Symmetry symmetry : kSymmetries) {
        sum += board.solution_weight(parity_sets(image(symmetry, solution)));
      }
      EXPECT_EQ(sum, 8u) << "n = " << n;
      total += board.solution_weight(parity_sets(solution));
      ++solutions;
    });
    EXPECT_EQ(total, solutions) << "n = " << n;
  }
}

/// Quarters may have fewer squares than the problem, but all that some solution uses.
RC_GTEST_PROP(ColourBoard, QuartersHaveTheSquaresOfTheProblem, ()) {
  const Problem problem = tests::random_problem(8);
  const Board board(problem);
  RC_ASSERT(board.is_restricted() != problem.is_plain());
  const auto is_in_quarters = [&](std::size_t row, std::size_t column) {
    const bool is_white = (row + column) % 2 == 0;
    const Quarter quarter = row % 2 == 0 ? is_white ? board.white_first() : board.black_first()
                            : is_white ? board.white_second()
                                         : board.black_second();
    return (quarter.allowed(static_cast<int>(row / 2)) >> (column / 2) & 1u) != 0;
  };
  const auto is_allowed = [&](std::size_t row, std::size_t column) {
    return (problem.allowed(static_cast<int>(row)) >> column & 1u) != 0;
  };
  const auto size = static_cast<std::size_t>(problem.board_size());
  for (std::size_t row = 0; row < size; ++row) {
    for (std::size_t column = 0; column < size; ++column) {
      RC_ASSERT(!is_in_quarters(row, column) || is_allowed(row, column));
    }
  }
  tests::for_each_solution(problem.board_size(), [&](const Placement& solution) {
    bool is_of_problem = true;
    bool is_of_quarters = true;
    for (std::size_t row = 0; row < size; ++row) {
      is_of_problem = is_of_problem && is_allowed(row, solution[row]);
      is_of_quarters = is_of_quarters && is_in_quarters(row, solution[row]);
    }
    RC_ASSERT(is_of_problem == is_of_quarters);
  });
}

RC_GTEST_PROP(ColourBoard, WeightsOfARestrictedBoardAddUpToItsSymmetriesOfRows, ()) {
  const Problem problem = tests::random_problem(8);
  if (problem.is_plain()) return;
  const Board board(problem);
  const std::vector<Symmetry> kept = tests::symmetries_of_rows(problem);
  tests::for_each_solution(problem.board_size(), [&](const Placement& solution) {
    for (std::size_t row = 0; row < solution.size(); ++row) {
      if ((problem.allowed(static_cast<int>(row)) >> solution[row] & 1u) == 0) return;
    }
    std::size_t sum = 0;
    for (const Symmetry symmetry : kept) {
      sum += board.solution_weight(parity_sets(image(symmetry, solution)));
    }
    RC_ASSERT(sum == kept.size());
  });
}

}  // namespace
}  // namespace nqueens::counting::colour_join
