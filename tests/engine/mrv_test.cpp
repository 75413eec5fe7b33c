// The engine mrv against published values of boards that only it counts; which engine is the
// fastest for a board.
#include "engine/mrv/mrv.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "engine/engine.hpp"
#include "engine/recount/recount.hpp"
#include "nqueens/solve.hpp"
#include "nqueens/verify.hpp"
#include "support/engine_counts.hpp"
#include "support/solutions.hpp"

namespace nqueens::engine {
namespace {

using tests::count_with;

WideCount solutions(const Problem& problem, int depth = 2) {
  depth = std::min(depth, square_decomposition(problem)->max_depth());
  return count_with(find_engine("mrv"), problem, depth).solutions;
}

TEST(Mrv, PublishedValuesOfVariants) {
  const std::map<Variant, std::map<int, unsigned>> published = {
      {Variant::torus,
       {{1, 1},
        {2, 0},
        {3, 0},
        {4, 0},
        {5, 10},
        {6, 0},
        {7, 28},
        {8, 0},
        {9, 0},
        {10, 0},
        {11, 88},
        {13, 4524},
        {17, 140692},
        {19, 820496}}},
      {Variant::superqueens,
       {{9, 0}, {10, 4}, {11, 44}, {12, 156}, {13, 1876}, {14, 5180}, {15, 32516}, {16, 202900}}},
      {Variant::semi, {{4, 7}, {5, 23}, {6, 83}, {7, 405}, {8, 2113}, {9, 12657}, {10, 82297}}}};
  for (const auto& [variant, counts] : published) {
    for (const auto& [n, known] : counts) {
      EXPECT_TRUE(solutions(Problem(n, variant)) == known) << n << " " << to_string(variant);
    }
  }
}

TEST(Mrv, DISABLED_LongSuperqueensOf17And18) {
  EXPECT_TRUE(solutions(Problem(17, Variant::superqueens)) == 1330622);
  EXPECT_TRUE(solutions(Problem(18, Variant::superqueens)) == 8924976);
}

TEST(Mrv, DISABLED_LongTorusOf23) {
  EXPECT_TRUE(solutions(Problem(23, Variant::torus)) == 128850048);
}

TEST(Mrv, PublishedValuesOfRectangles) {
  const unsigned known[] = {12,     110,    756,    4080,   16852, 52856,
                            120104, 195270, 222720, 160964, 68264, 14200};
  for (int rows = 1; rows <= 12; ++rows) {
    EXPECT_TRUE(solutions(Problem(rows, 12, Variant::queens)) == known[rows - 1]) << rows;
  }
  EXPECT_TRUE(solutions(Problem(13, 12, Variant::queens)) == 0);
}

/// Nauck 1850: b4 and d5; a1 is the square of row 7 and column 0.
TEST(Mrv, ThePuzzleOf1850HasTwoSolutions) {
  Problem problem(8);
  problem.require({4, 1});
  problem.require({3, 3});
  for (int depth = 0; depth <= 8; ++depth) EXPECT_TRUE(solutions(problem, depth) == 2) << depth;
}

TEST(Mrv, BoardsOf33To64CountTheSameAtEveryDepth) {
  for (const int n : {33, 40, 64}) {
    const Problem problem = tests::last_rows_of_a_solution(n, 10);
    const WideCount all = solutions(problem, 0);
    EXPECT_TRUE(all >= 1);
    for (int depth = 1; depth <= 4; ++depth) EXPECT_TRUE(solutions(problem, depth) == all) << n;
    WideCount listed = 0;
    for_each_solution(problem, {}, [&](const Placement& one) {
      EXPECT_TRUE(is_solution(one));
      ++listed;
    });
    EXPECT_TRUE(listed == all) << n;
  }
}

TEST(Mrv, BoundsOfTalliesDoNotWrap) {
  const auto cut = square_decomposition(Problem(64));
  EXPECT_TRUE(cut->max_tally(cut->tasks(0).front(), 0) > UINT64_MAX);
}

/// Within a factor of two on boards of one size, where descents differ little.
TEST(Mrv, PredictedNodesAreNearTheTrueOnes) {
  Problem blocked(10);
  blocked.exclude({false, 0});
  blocked.exclude({true, 9});
  for (const Problem& problem : {blocked, Problem(8, 10, Variant::queens)}) {
    const auto nodes = [&](const Engine& engine) {
      return static_cast<double>(count_with(engine, problem, 0).nodes);
    };
    const double squares = predicted_nodes(problem) / nodes(find_engine("mrv"));
    EXPECT_GT(squares, 0.5);
    EXPECT_LT(squares, 2);
    const double rows = 2 * predicted_row_nodes(problem) / nodes(find_engine("bitmask"));
    EXPECT_GT(rows, 0.5);
    EXPECT_LT(rows, 2);
  }
}

TEST(FastestEngine, CountsAnyProblem) {
  const auto fastest = [](const Problem& problem) {
    return fastest_engine(problem, base::best_instruction_set())->name;
  };
  EXPECT_EQ(fastest(Problem(64)), "mrv");
  EXPECT_EQ(fastest(Problem(64, 64, Variant::semi)), "mrv");
  EXPECT_EQ(fastest(Problem(3, 64, Variant::queens)), "mrv");
  EXPECT_EQ(fastest(Problem(5, Variant::torus)), "mrv");
  EXPECT_EQ(fastest(Problem(0, Variant::torus)), "mrv");
  EXPECT_EQ(fastest(Problem(6, 9, Variant::queens)), "bitmask");
  // A search row by row would meet the given queens at the bottom last.
  Problem bottom(24);
  const Placement solution = solve(24, {.threads = 1, .seed = 1}).placement;
  for (std::uint64_t row = 10; row < 24; ++row) bottom.require({row, solution[row]});
  EXPECT_EQ(fastest(bottom), "mrv");
}

}  // namespace
}  // namespace nqueens::engine
