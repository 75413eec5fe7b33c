// The weights of the colour join: over the eight images of any solution they add up to eight, and
// the diagonals of the four pieces are those of the board.
#include <gtest/gtest.h>

#include <cstdlib>

#include "counting/colour_join/board.hpp"
#include "counting/colour_join/piece_search.hpp"
#include "nqueens/placement.hpp"
#include "nqueens/symmetry.hpp"

namespace nqueens::counting {
namespace {

/// Calls `found` for every solution of n queens, by comparing each queen with all before it.
template <typename Found>
void for_each_solution(int n, Found found) {
  Placement columns;
  const auto place = [&](const auto& self) -> void {
    const int row = static_cast<int>(columns.size());
    if (row == n) {
      found(columns);
      return;
    }
    for (int column = 0; column < n; ++column) {
      bool free = true;
      for (int earlier = 0; earlier < row; ++earlier) {
        const int distance =
            std::abs(static_cast<int>(columns[static_cast<std::size_t>(earlier)]) - column);
        free = free && distance != 0 && distance != row - earlier;
      }
      if (!free) continue;
      columns.push_back(static_cast<Column>(column));
      self(self);
      columns.pop_back();
    }
  };
  place(place);
}

TEST(ColourBoard, WeightsOfTheImagesOfASolutionAddUpToEight) {
  for (int n = 1; n <= 9; ++n) {
    const ColourBoard board(n);
    std::uint64_t total = 0;
    std::uint64_t solutions = 0;
    for_each_solution(n, [&](const Placement& solution) {
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
  EXPECT_EQ(ColourBoard(0).solution_weight({}), 1u);
}

TEST(ColourBoard, ParitySetsHoldTheWhiteQueens) {
  const ParitySets sets = parity_sets({1, 3, 0, 2});  // white: rows 1 and 2
  EXPECT_EQ(sets.even_rows, 0b10u);
  EXPECT_EQ(sets.odd_rows, 0b01u);
  EXPECT_EQ(sets.even_columns, 0b01u);
  EXPECT_EQ(sets.odd_columns, 0b10u);
}

TEST(ColourBoard, PiecesOfOneColourShareTheDiagonalsOfTheBoard) {
  for (int n = 2; n <= 12; ++n) {
    const ColourBoard board(n);
    struct Piece {
      PieceSearch search;
      PieceBoard size;
      int row_parity;
      int column_parity;
    };
    const auto piece = [](const PieceBoard& size, int row_parity, int column_parity) {
      return Piece{PieceSearch(size), size, row_parity, column_parity};
    };
    const std::pair<Piece, Piece> colours[] = {
        {piece(board.white_first(), 0, 0), piece(board.white_second(), 1, 1)},
        {piece(board.black_first(), 0, 1), piece(board.black_second(), 1, 0)}};
    for (const auto& [first, second] : colours) {
      for (int i = 0; i < first.size.rows; ++i) {
        for (int c = 0; c < first.size.columns; ++c) {
          for (int k = 0; k < second.size.rows; ++k) {
            for (int d = 0; d < second.size.columns; ++d) {
              const int row = 2 * i + first.row_parity;
              const int column = 2 * c + first.column_parity;
              const int other_row = 2 * k + second.row_parity;
              const int other_column = 2 * d + second.column_parity;
              EXPECT_EQ(column - row == other_column - other_row,
                        first.search.diagonal(i, c) == second.search.diagonal(k, d));
              EXPECT_EQ(column + row == other_column + other_row,
                        first.search.antidiagonal(i, c) == second.search.antidiagonal(k, d));
              EXPECT_TRUE(first.search.diagonal(i, c) >= 0 && first.search.diagonal(i, c) <= n);
              EXPECT_TRUE(second.search.antidiagonal(k, d) >= 0 &&
                          second.search.antidiagonal(k, d) <= n);
            }
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace nqueens::counting
