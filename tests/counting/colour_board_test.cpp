// The weights of the colour join: over the eight images of any solution they add up to eight, and
// the diagonals of the four quarters are those of the board.
#include <gtest/gtest.h>

#include "counting/colour_join/board.hpp"
#include "nqueens/placement.hpp"
#include "nqueens/symmetry.hpp"
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

TEST(ColourBoard, TheEmptyBoardCountsOnce) {
  EXPECT_EQ(Board(0).solution_weight({}), 1u);
}

TEST(ColourBoard, ParitySetsHoldTheWhiteQueens) {
  const ParitySets sets = parity_sets({1, 3, 0, 2});  // white: rows 1 and 2
  EXPECT_EQ(sets.even_rows, 0b10u);
  EXPECT_EQ(sets.odd_rows, 0b01u);
  EXPECT_EQ(sets.even_columns, 0b01u);
  EXPECT_EQ(sets.odd_columns, 0b10u);
}

TEST(ColourBoard, QuartersOfOneColourShareTheDiagonalsOfTheBoard) {
  for (int n = 2; n <= 12; ++n) {
    const Board board(n);
    struct Part {
      Quarter quarter;
      int row_parity;
      int column_parity;
    };
    const std::pair<Part, Part> colours[] = {
        {{board.white_first(), 0, 0}, {board.white_second(), 1, 1}},
        {{board.black_first(), 0, 1}, {board.black_second(), 1, 0}}};
    for (const auto& [first, second] : colours) {
      for (int i = 0; i < first.quarter.rows(); ++i) {
        for (int c = 0; c < first.quarter.columns(); ++c) {
          const int row = 2 * i + first.row_parity;
          const int column = 2 * c + first.column_parity;
          for (int k = 0; k < second.quarter.rows(); ++k) {
            for (int d = 0; d < second.quarter.columns(); ++d) {
              const int other_row = 2 * k + second.row_parity;
              const int other_column = 2 * d + second.column_parity;
              EXPECT_EQ(column - row == other_column - other_row,
                        first.quarter.diagonal(i, c) == second.quarter.diagonal(k, d));
              EXPECT_EQ(column + row == other_column + other_row,
                        first.quarter.antidiagonal(i, c) == second.quarter.antidiagonal(k, d));
              EXPECT_TRUE(first.quarter.diagonal(i, c) >= 0 && first.quarter.diagonal(i, c) <= n);
              EXPECT_TRUE(second.quarter.antidiagonal(k, d) >= 0 &&
                          second.quarter.antidiagonal(k, d) <= n);
            }
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace nqueens::counting::colour_join
