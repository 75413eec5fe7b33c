// The walk follows the rule, and by Roth's ties succeeds on large boards.
#include "tour/warnsdorff.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

namespace nqueens::tour {
namespace {

const std::stop_token kNever;

int ways(const KnightBoard& board, const std::set<Index>& free, Index from) {
  int number = 0;
  board.for_moves(from, [&](Index next) { number += free.contains(next) ? 1 : 0; });
  return number;
}

TEST(Warnsdorff, AlwaysGoesWhereTheFewestMovesGoOn) {
  for (const bool is_random : {false, true}) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const KnightBoard board(7 + static_cast<std::uint64_t>(seed % 3), 9);
      base::Random random(seed);
      TieRule rule = roths_rule(board);
      rule.is_random = is_random;
      const Index start = board.index(static_cast<std::int64_t>(seed % 7), 4);
      const std::vector<Index> path = walk_by_warnsdorff(board, start, rule, random, kNever);
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
    EXPECT_EQ(
        walk_by_warnsdorff(board, board.index(0, 0), roths_rule(board), random, kNever).size(),
        side * side);
  }
}

TEST(Warnsdorff, EndsEarlyWhenStopped) {
  const KnightBoard board(1000, 1000);
  std::stop_source source;
  source.request_stop();
  base::Random random(0);
  EXPECT_LT(
      walk_by_warnsdorff(board, board.index(0, 0), roths_rule(board), random, source.get_token())
          .size(),
      board.squares());
}

}  // namespace
}  // namespace nqueens::tour
