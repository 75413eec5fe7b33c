// The complete search against plain backtracking, and the theorems against the complete search.
#include "tour/complete_search.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "nqueens/tour.hpp"

namespace nqueens::tour {
namespace {

constexpr std::uint64_t kNoLimit = ~std::uint64_t{0};
const std::stop_token kNever;

/// Whether there is a tour, by trying all moves and nothing else.
bool exists_plainly(const KnightBoard& board, std::vector<Index>& path, std::vector<bool>& free,
                    bool closed) {
  if (path.size() == board.squares()) return !closed || board.is_move(path.back(), path.front());
  bool found = false;
  board.for_moves(path.back(), [&](Index next) {
    if (found || !free[next]) return;
    free[next] = false;
    path.push_back(next);
    found = exists_plainly(board, path, free, closed);
    path.pop_back();
    free[next] = true;
  });
  return found;
}

bool exists_plainly(const KnightBoard& board, Index start, bool closed) {
  std::vector<bool> free(board.array_size());
  board.for_squares([&](Index square) { free[square] = square != start; });
  std::vector<Index> path = {start};
  return exists_plainly(board, path, free, closed);
}

TEST(CompleteSearch, AgreesWithPlainBacktracking) {
  for (std::uint64_t rows = 1; rows <= 5; ++rows) {
    for (std::uint64_t columns = rows; rows * columns <= 20; ++columns) {
      const KnightBoard board(rows, columns);
      for (const bool closed : {false, true}) {
        board.for_squares([&](Index start) {
          const CompleteSearch search = search_completely(board, start, closed, kNoLimit, kNever);
          EXPECT_EQ(search.found == Found::tour, exists_plainly(board, start, closed))
              << rows << " x " << columns << " from " << board.row(start) << ", "
              << board.column(start) << (closed ? " closed" : "");
        });
      }
    }
  }
}

TEST(CompleteSearch, NeverContradictsTheTheorems) {
  int impossible = 0;
  for (std::uint64_t rows = 1; rows <= 5; ++rows) {
    for (std::uint64_t columns = 1; rows * columns <= 28; ++columns) {
      const KnightBoard board(rows, columns);
      for (const bool closed : {false, true}) {
        board.for_squares([&](Index start) {
          const TourOptions options = {.start = {static_cast<std::uint64_t>(board.row(start)),
                                                 static_cast<std::uint64_t>(board.column(start))},
                                       .closed = closed};
          if (!why_no_tour(rows, columns, options)) return;
          ++impossible;
          if (rows * columns == 1) return;  // closed, and nothing to search
          EXPECT_EQ(search_completely(board, start, closed, kNoLimit, kNever).found, Found::none);
        });
      }
    }
  }
  EXPECT_GT(impossible, 500);
}

TEST(CompleteSearch, GivesUpAtItsLimitAndWhenStopped) {
  const KnightBoard board(8, 8);
  const CompleteSearch limited = search_completely(board, board.index(0, 1), true, 1, kNever);
  EXPECT_NE(limited.found, Found::none);
  EXPECT_LE(limited.backtracks, 1u);
}

}  // namespace
}  // namespace nqueens::tour
