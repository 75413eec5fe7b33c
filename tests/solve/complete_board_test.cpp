// solve() and solve_other() of restricted boards, rectangles and variants: against backtracking and
// themselves on other threads.
#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <set>

#include "base/random.hpp"
#include "nqueens/error.hpp"
#include "nqueens/solve.hpp"
#include "nqueens/verify.hpp"
#include "support/message_of.hpp"
#include "support/property.hpp"
#include "support/random_problem.hpp"
#include "support/solutions.hpp"
#include "support/stop.hpp"
#include "verify/verify.hpp"

namespace nqueens {
namespace {

using testing::HasSubstr;

PROPERTY(CompleteBoard, DecidesAsBacktrackingDoes) {
  const Problem problem = tests::random_board(8);
  const Board board = board_of(problem);
  const std::vector<Placement> all = tests::all_solutions(problem);
  for (const int threads : {1, 2}) {
    const SolveOptions options = {.threads = threads};
    if (all.empty()) {
      RC_ASSERT_THROWS_AS(solve(board, options), NoSolution);
      continue;
    }
    const SolveResult first = solve(board, options);
    RC_ASSERT(first.verified);
    RC_ASSERT(std::binary_search(all.begin(), all.end(), first.placement));
    const std::optional<SolveResult> other = solve_other(board, first.placement, options);
    RC_ASSERT(other.has_value() == (all.size() > 1));
    if (!other) continue;
    RC_ASSERT(other->verified);
    RC_ASSERT(other->placement != first.placement);
    RC_ASSERT(std::binary_search(all.begin(), all.end(), other->placement));
  }
}

/// Three of five have no solution; on average it takes ten thousand queens to show that.
Board some_diagonals_excluded(std::uint64_t seed) {
  base::Random random(seed);
  Problem problem(17);
  for (int i = 0; i < 18; ++i) {
    const int line = static_cast<int>(random.below(33));
    if (random.below(2) == 0) {
      problem.exclude({false, line - 16});
    } else {
      problem.exclude({true, line});
    }
  }
  return board_of(problem);
}

TEST(CompleteBoard, ThreadsAgreeWhetherThereIsASolution) {
  int without = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Board board = some_diagonals_excluded(seed);
    const auto is_solved = [&](const SolveOptions& options) {
      try {
        return !find_violation(Problem(board), solve(board, options).placement);
      } catch (const NoSolution&) {
        return false;
      }
    };
    const bool expected = is_solved({.threads = 1});
    EXPECT_EQ(is_solved({.threads = 2, .seed = seed}), expected) << seed;
    without += expected ? 0 : 1;
  }
  EXPECT_GT(without, 4);
  EXPECT_LT(without, 16);
}

TEST(CompleteBoard, NearlyPlainBoardsAreSolvedSoon) {
  for (int size = 44; size <= 64; ++size) {
    Board board(size);
    board.block({0, 0});
    const SolveResult result = solve(board);
    EXPECT_FALSE(find_violation(Problem(board), result.placement)) << size;
    EXPECT_LT(result.statistics.nodes, 1'000'000u) << size;
  }
}

// Nauck, 1850: queens on b4 and d5.
TEST(CompleteBoard, NaucksPuzzleHasTwoCompletions) {
  Board board(8);
  board.place({4, 1});
  board.place({3, 3});
  const SolveResult first = solve(board, {.threads = 1, .seed = 1});
  EXPECT_EQ(first.algorithm, "mrv");
  EXPECT_EQ(first.threads, 1);
  EXPECT_GT(first.statistics.nodes, 0u);
  const std::optional<SolveResult> second = solve_other(board, first.placement);
  ASSERT_TRUE(second);
  EXPECT_NE(second->placement, first.placement);
  const auto differs =
      std::mismatch(first.placement.begin(), first.placement.end(), second->placement.begin());
  board.place(
      {static_cast<std::uint64_t>(differs.first - first.placement.begin()), *differs.first});
  EXPECT_EQ(solve(board).placement, first.placement);
  EXPECT_FALSE(solve_other(board, first.placement));
}

TEST(CompleteBoard, NoCompletionIsSaid) {
  Board board(6);
  board.place({0, 0});  // no solution of 6 queens has one in a corner
  EXPECT_THROW_WITH(solve(board), NoSolution, "no completion exists");
  EXPECT_THROW(solve(Board(9, 8, Variant::queens)), NoSolution);
  EXPECT_THROW(solve(Board(3)), NoSolution);
}

// Polya, 1918: there is none when 2 or 3 divides the side. No search would end on these.
TEST(CompleteBoard, ATorusWithoutSolutionIsKnownAtOnce) {
  for (const int side : {2, 3, 27, 40, 63, 64}) {
    Board board(side, Variant::torus);
    EXPECT_THROW(solve(board), NoSolution);
    board.block({0, 1});
    EXPECT_THROW(solve(board), NoSolution);
  }
  EXPECT_EQ(solve(Board(1, Variant::torus)).placement, Placement{0});
}

TEST(CompleteBoard, GivenQueensAreThoseOfGivenColumns) {
  Board board(8);
  board.place({4, 1});
  board.place({3, 3});
  EXPECT_EQ(given_columns(Problem(board)), (std::vector<int>{-1, -1, -1, 3, 1, -1, -1, -1}));
  EXPECT_EQ(solve(board).given, 2);
  // The only square of a board is not a given queen.
  const Board one(1, Variant::torus);
  EXPECT_EQ(given_columns(Problem(one)), std::vector<int>{-1});
  EXPECT_EQ(solve(one).given, 0);
}

TEST(CompleteBoard, OneThreadAndASeedGiveTheSamePlacement) {
  Board board(20);
  board.block({0, 0});
  std::set<Placement> placements;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const SolveOptions options = {.threads = 1, .seed = seed};
    const SolveResult result = solve(board, options);
    EXPECT_EQ(result.seed, seed);
    EXPECT_EQ(solve(board, options).placement, result.placement);
    EXPECT_FALSE(find_violation(Problem(board), result.placement));
    placements.insert(result.placement);
  }
  EXPECT_GT(placements.size(), 5u);
}

TEST(CompleteBoard, BoardsOf64RowsOrColumnsAreSolved) {
  for (const Variant variant : {Variant::superqueens, Variant::semi}) {
    const Board board(64, variant);
    EXPECT_FALSE(find_violation(Problem(board), solve(board, {.seed = 3}).placement));
  }
  const Board wide(20, 64, Variant::queens);
  EXPECT_FALSE(find_violation(Problem(wide), solve(wide).placement));
}

TEST(CompleteBoard, PlainBoardsAreSolvedAsEver) {
  const SolveResult plain = solve(Board(30), {.threads = 1, .seed = 5});
  EXPECT_EQ(plain.algorithm, "qs4");
  EXPECT_EQ(plain.placement, solve(30, {.threads = 1, .seed = 5}).placement);
  const std::optional<SolveResult> other = solve_other(Board(30), plain.placement);
  ASSERT_TRUE(other);
  EXPECT_TRUE(is_solution(other->placement));
  EXPECT_FALSE(solve_other(Board(1), Placement{0}));
}

TEST(CompleteBoard, Refuses) {
  const Board board(8, Variant::semi);
  EXPECT_THROW_WITH(solve(board, {.algorithm = "qs4"}), InvalidArgument, "does not apply");
  EXPECT_THROW_WITH(solve(100, {.algorithm = "mrv"}), InvalidArgument, "at most 64 rows");
  EXPECT_THROW(solve(board, {.max_starts = 3}), InvalidArgument);
  EXPECT_THROW(solve(board, {.max_moves = 3}), InvalidArgument);
  EXPECT_THROW(solve(board, {.threads = -1}), InvalidArgument);
  EXPECT_THROW(solve(board, {.threads = kMaxThreads + 1}), InvalidArgument);
  EXPECT_THROW_WITH(solve_other(Board(4), Placement{0, 1, 2, 3}), InvalidPlacement,
                    "row 0, column 0 and row 1, column 1");
}

TEST(CompleteBoard, StopsSoon) {
  const Board board = board_of(tests::endless_board(41));
  EXPECT_THROW(solve(board, {.stop = tests::already_stopped()}), Stopped);
  for (const int threads : {1, 3}) {
    const double seconds = tests::stop_after(
        std::chrono::milliseconds(50),
        [&](const std::stop_token& stop) { solve(board, {.threads = threads, .stop = stop}); });
    EXPECT_LT(seconds, 2);
  }
}

}  // namespace
}  // namespace nqueens
