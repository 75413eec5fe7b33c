// make_puzzles(): exactly one completion, counted by backtracking; numbers of queens; seeds.
#include "nqueens/puzzle.hpp"

#include <gmock/gmock.h>

#include <set>
#include <stdexcept>

#include "nqueens/error.hpp"
#include "nqueens/solve.hpp"
#include "nqueens/verify.hpp"
#include "support/message_of.hpp"
#include "support/random_problem.hpp"
#include "support/solutions.hpp"
#include "support/stop.hpp"

namespace nqueens {
namespace {

using testing::HasSubstr;

std::vector<Puzzle> puzzles(const Board& board, const PuzzleOptions& options) {
  std::vector<Puzzle> made;
  const PuzzleResult result = make_puzzles(
      board, [&](const Puzzle& puzzle) { made.push_back(puzzle); }, options);
  EXPECT_EQ(result.puzzles, made.size());
  EXPECT_EQ(made.size(), options.count);
  return made;
}

Board with(Board board, const std::vector<Square>& given) {
  for (const Square& square : given) board.place(square);
  return board;
}

std::size_t completions(const std::vector<Square>& given, const Board& board) {
  return tests::all_solutions(Problem(with(board, given))).size();
}

TEST(Puzzle, HasOneCompletionAndNoQueenTooMany) {
  for (const Variant variant : tests::kVariants) {
    for (const int size : {1, 4, 5, 7, 9}) {
      if (variant == Variant::torus && (size == 4 || size == 9)) continue;
      if (variant == Variant::superqueens && size != 1) continue;  // the first is of 10 queens
      for (const Puzzle& puzzle :
           puzzles(Board(size, variant), {.count = 5, .seed = 3, .threads = 2})) {
        EXPECT_EQ(tests::all_solutions(Problem(with(Board(size, variant), puzzle.given))),
                  std::vector<Placement>{puzzle.solution});
        for (const Square& queen : puzzle.given) {
          std::vector<Square> fewer = puzzle.given;
          std::erase(fewer, queen);
          EXPECT_GT(completions(fewer, Board(size, variant)), 1u);
        }
      }
    }
  }
  EXPECT_EQ(puzzles(Board(10, Variant::superqueens), {.seed = 1}).size(), 1u);
}

TEST(Puzzle, HasAsManyGivenQueensAsAsked) {
  for (const int given : {2, 3, 5, 8}) {
    for (const Puzzle& puzzle : puzzles(8, {.given = given, .count = 4, .seed = 9})) {
      EXPECT_EQ(puzzle.given.size(), static_cast<std::size_t>(given));
      EXPECT_EQ(completions(puzzle.given, 8), 1u);
    }
  }
}

TEST(Puzzle, NeedNotBeUnique) {
  std::set<std::size_t> numbers;
  for (const Puzzle& puzzle : puzzles(8, {.unique = false, .given = 2, .count = 20, .seed = 1})) {
    EXPECT_EQ(puzzle.given.size(), 2u);
    for (const Square& queen : puzzle.given) {
      EXPECT_EQ(puzzle.solution[queen.row], queen.column);
    }
    EXPECT_TRUE(is_solution(puzzle.solution));
    numbers.insert(completions(puzzle.given, 8));
  }
  EXPECT_GT(*numbers.rbegin(), 1u);
}

TEST(Puzzle, TheSeedDecidesAndTheThreadsDoNot) {
  const auto texts = [](std::uint64_t seed, int threads, std::uint64_t count) {
    std::vector<std::string> made;
    for (const Puzzle& puzzle : puzzles(10, {.count = count, .seed = seed, .threads = threads})) {
      made.push_back(Problem(with(10, puzzle.given)).description());
    }
    return made;
  };
  const std::vector<std::string> one = texts(5, 1, 8);
  EXPECT_EQ(texts(5, 3, 8), one);
  EXPECT_EQ(texts(5, 2, 1).front(), one.front());
  EXPECT_NE(texts(6, 1, 8), one);
  EXPECT_GT(std::set<std::string>(one.begin(), one.end()).size(), 4u);
}

TEST(Puzzle, OneOf28QueensHasOneCompletion) {
  const Puzzle puzzle = puzzles(28, {.seed = 1}).front();
  EXPECT_LT(puzzle.given.size(), 28u);
  EXPECT_TRUE(is_solution(puzzle.solution));
  EXPECT_FALSE(solve_other(with(28, puzzle.given), puzzle.solution));
}

TEST(Puzzle, SaysWhyNoneIsMade) {
  const auto nothing = [](const Puzzle&) {};
  EXPECT_THROW_WITH(
      make_puzzles(8, nothing, {.given = 1, .seed = 1, .max_attempts = 20, .threads = 1}), Stopped,
      "with 1 given found in 20 attempts, the fewest were ");
  EXPECT_THROW_WITH(make_puzzles(8, nothing, {.given = 0}), NoSolution, "more than one solution");
  EXPECT_THROW(make_puzzles(8, nothing, {.stop = tests::already_stopped()}), Stopped);
  EXPECT_THROW(make_puzzles(3, nothing), NoSolution);
  EXPECT_THROW(make_puzzles(Board(8, Variant::torus), nothing), NoSolution);
  for (const int threads : {1, 3}) {
    EXPECT_THROW(make_puzzles(6, [](const Puzzle&) { throw std::runtime_error("full"); },
                              {.count = 10, .threads = threads}),
                 std::runtime_error);
  }
}

TEST(Puzzle, TheErrorOfOneThreadIsNotLostToTheStopOfTheOthers) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    EXPECT_THROW(make_puzzles(16, [](const Puzzle&) { throw std::runtime_error("full"); },
                              {.count = 20, .seed = seed, .threads = 4}),
                 std::runtime_error);
  }
}

TEST(Puzzle, RefusesBadArguments) {
  const auto nothing = [](const Puzzle&) {};
  EXPECT_THROW(make_puzzles(0, nothing), InvalidArgument);
  EXPECT_THROW(make_puzzles(65, nothing), InvalidArgument);
  EXPECT_THROW(make_puzzles(Board(8, 9), nothing), InvalidArgument);
  EXPECT_THROW(make_puzzles(with(8, {{0, 0}}), nothing), InvalidArgument);
  EXPECT_THROW(make_puzzles(8, nothing, {.given = 9}), InvalidArgument);
  EXPECT_THROW(make_puzzles(8, nothing, {.given = -1}), InvalidArgument);
  EXPECT_THROW(make_puzzles(8, nothing, {.unique = false}), InvalidArgument);
  EXPECT_THROW(make_puzzles(8, nothing, {.count = 0}), InvalidArgument);
  EXPECT_THROW(make_puzzles(8, nothing, {.max_attempts = 0}), InvalidArgument);
  EXPECT_THROW(make_puzzles(8, nothing, {.threads = -1}), InvalidArgument);
}

}  // namespace
}  // namespace nqueens
