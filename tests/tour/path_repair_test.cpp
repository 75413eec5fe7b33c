// Rotations keep a path a path; they make it whole and close it.
#include "tour/path_repair.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tour/warnsdorff.hpp"

namespace nqueens::tour {
namespace {

const std::stop_token kNever;

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
    std::vector<Index> path = walk_by_warnsdorff(board, board.index(0, 0), rule, random, kNever);
    path.resize(board.squares() / 2);
    PathRepair repair(board, path);
    EXPECT_TRUE(repair.extend(10'000'000, random, kNever));
    EXPECT_EQ(path.size(), board.squares());
    EXPECT_EQ(path.front(), board.index(0, 0));
    expect_path(board, path);
    if (board.squares() % 2 == 1) continue;
    EXPECT_TRUE(repair.close(10'000'000, random, kNever));
    rotations += repair.rotations();
    EXPECT_TRUE(board.is_move(path.back(), path.front()));
    expect_path(board, path);
  }
  EXPECT_GT(rotations, 50u);
}

TEST(PathRepair, GivesUpWithinItsBudget) {
  const KnightBoard board(4, 4);  // has no tour
  std::vector<Index> path = {board.index(0, 0)};
  base::Random random(1);
  PathRepair repair(board, path);
  EXPECT_FALSE(repair.extend(100'000, random, kNever));
  EXPECT_LT(path.size(), 16u);
  expect_path(board, path);
  std::stop_source source;
  source.request_stop();
  EXPECT_FALSE(repair.extend(~std::uint64_t{0}, random, source.get_token()));
}

}  // namespace
}  // namespace nqueens::tour
