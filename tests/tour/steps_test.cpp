// The steps of find_tour(): walks follow the rule, rotations keep a path a path, the complete
// search agrees with plain backtracking, and no theorem contradicts it.
#include "tour/steps.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "nqueens/tour.hpp"
#include "support/stop.hpp"

namespace nqueens::tour {
namespace {

using tests::kNeverStopped;

constexpr std::uint64_t kNoLimit = ~std::uint64_t{0};

int ways(const KnightBoard& board, const std::set<Index>& free, Index from) {
  int number = 0;
  board.for_moves(from, [&](Index next) { number += free.contains(next) ? 1 : 0; });
  return number;
}

TEST(Warnsdorff, AlwaysGoesWhereTheFewestMovesGoOn) {
  for (const bool is_random : {false, true}) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const KnightBoard board(7 + seed % 3, 9);
      base::Random random(seed);
      TieRule rule = roths_rule(board);
      rule.is_random = is_random;
      const Index start = board.index(static_cast<std::int64_t>(seed % 7), 4);
      const std::vector<Index> path = walk_by_warnsdorff(board, start, rule, random, kNeverStopped);
      ASSERT_EQ(path.front(), start);
      std::set<Index> free;
      board.for_squares([&](Index square) { free.insert(square); });
      free.erase(start);
      for (std::size_t i = 1; i < path.size(); ++i) {
        ASSERT_TRUE(board.is_move(path[i - 1], path[i]));
        ASSERT_TRUE(free.contains(path[i]));
        board.for_moves(path[i - 1], [&](Index next) {
          if (free.contains(next)) {
            ASSERT_LE(ways(board, free, path[i]), ways(board, free, next));
          }
        });
        free.erase(path[i]);
      }
      EXPECT_EQ(ways(board, free, path.back()), 0);
    }
  }
}

TEST(Warnsdorff, RothsRuleReachesEverySquareOfLargeBoards) {
  for (const std::uint64_t side : {50u, 100u, 301u, 400u}) {
    const KnightBoard board(side, side);
    base::Random random(0);
    EXPECT_EQ(walk_by_warnsdorff(board, board.index(0, 0), roths_rule(board), random, kNeverStopped)
                  .size(),
              side * side);
  }
}

void expect_path(const KnightBoard& board, std::vector<Index> path) {
  for (std::size_t i = 1; i < path.size(); ++i) {
    ASSERT_TRUE(board.is_move(path[i - 1], path[i])) << i;
  }
  std::sort(path.begin(), path.end());
  EXPECT_EQ(std::adjacent_find(path.begin(), path.end()), path.end());
}

TEST(PathRepair, MakesShortPathsWhole) {
  std::uint64_t rotations = 0;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const KnightBoard board(8, 8 + seed % 5);
    base::Random random(seed);
    TieRule rule;
    rule.is_random = true;
    std::vector<Index> path =
        walk_by_warnsdorff(board, board.index(0, 0), rule, random, kNeverStopped);
    path.resize(board.squares() / 2);
    PathRepair repair(board, path);
    EXPECT_TRUE(repair.extend(10'000'000, random, kNeverStopped));
    EXPECT_EQ(path.size(), board.squares());
    EXPECT_EQ(path.front(), board.index(0, 0));
    expect_path(board, path);
    if (board.squares() % 2 == 1) continue;
    EXPECT_TRUE(repair.close(10'000'000, random, kNeverStopped));
    rotations += repair.rotations();
    EXPECT_TRUE(board.is_move(path.back(), path.front()));
    expect_path(board, path);
  }
  EXPECT_GT(rotations, 50u);
}

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
          const CompleteSearch search =
              search_completely(board, start, closed, kNoLimit, kNeverStopped);
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
          EXPECT_EQ(search_completely(board, start, closed, kNoLimit, kNeverStopped).found,
                    Found::none);
        });
      }
    }
  }
  EXPECT_GT(impossible, 500);
}

}  // namespace
}  // namespace nqueens::tour
