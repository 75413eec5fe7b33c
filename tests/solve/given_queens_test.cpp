// solve() with given queens: parts of solutions are completed, given queens stay, errors say why
// there is no completion, small boards agree with brute force.
#include "solve/given_queens.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <optional>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "nqueens/error.hpp"
#include "nqueens/info.hpp"
#include "nqueens/placement.hpp"
#include "nqueens/solve.hpp"
#include "nqueens/verify.hpp"
#include "solve/search.hpp"
#include "support/message_of.hpp"
#include "support/solutions.hpp"

namespace nqueens {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

/// A plain board with these restrictions.
Board board_with(std::uint64_t size, const std::vector<Square>& given,
                 const std::vector<Square>& blocked = {}) {
  Board board(size);
  for (const Square& square : given) board.place(square);
  for (const Square& square : blocked) board.block(square);
  return board;
}

/// `queens` random queens of a solution.
std::vector<Square> part_of_solution(std::uint64_t size, std::uint64_t queens, std::uint64_t seed) {
  const Placement solution = solve(size, {.threads = 1, .seed = seed}).placement;
  std::vector<std::uint64_t> rows(size);
  std::iota(rows.begin(), rows.end(), std::uint64_t{0});
  base::Random random(seed);
  std::vector<Square> given;
  for (std::uint64_t i = 0; i < queens; ++i) {
    std::swap(rows[i], rows[i + random.below(static_cast<std::uint32_t>(size - i))]);
    given.push_back({rows[i], solution[rows[i]]});
  }
  return given;
}

/// The lines of queens that do not attack each other.
class Marks {
 public:
  explicit Marks(std::uint64_t size)
      : size_(size), rows_(size), columns_(size), diagonals_(2 * size), antidiagonals_(2 * size) {}

  bool attacked(const Square& square) const {
    return rows_[square.row] || columns_[square.column] ||
           diagonals_[square.row + size_ - square.column] ||
           antidiagonals_[square.row + square.column];
  }
  void place(const Square& square) {
    rows_[square.row] = columns_[square.column] = true;
    diagonals_[square.row + size_ - square.column] = true;
    antidiagonals_[square.row + square.column] = true;
  }

 private:
  std::uint64_t size_;
  std::vector<bool> rows_, columns_, diagonals_, antidiagonals_;
};

/// Up to `queens` random queens that do not attack each other.
std::vector<Square> random_queens(std::uint64_t size, std::uint64_t queens, std::uint64_t seed) {
  base::Random random(seed);
  Marks marks(size);
  std::vector<Square> given;
  for (std::uint64_t tries = 0; tries < 200 * size && given.size() < queens; ++tries) {
    const Square square = {random.below(static_cast<std::uint32_t>(size)),
                           random.below(static_cast<std::uint32_t>(size))};
    if (marks.attacked(square)) continue;
    marks.place(square);
    given.push_back(square);
  }
  return given;
}

bool has(const Placement& placement, const std::vector<Square>& given) {
  return std::all_of(given.begin(), given.end(),
                     [&](const Square& square) { return placement[square.row] == square.column; });
}

void expect_completed(std::uint64_t size, const std::vector<Square>& given, int threads = 1) {
  const SolveResult result = solve(board_with(size, given),
                                   {.algorithm = "qs4", .threads = threads, .seed = given.size()});
  EXPECT_TRUE(is_solution(result.placement)) << size << " with " << given.size();
  EXPECT_TRUE(has(result.placement, given)) << size << " with " << given.size();
  EXPECT_TRUE(result.verified);
  EXPECT_EQ(result.given, solving::GivenQueens(board_with(size, given)).size());
  EXPECT_EQ(result.algorithm, "qs4");
}

TEST(GivenQueens, PartsOfSolutionsAreCompleted) {
  for (const std::uint64_t size : {65u, 66u, 100u, 257u, 1000u, 2000u}) {
    for (const std::uint64_t queens :
         {std::uint64_t{1}, std::uint64_t{2}, size / 10, size / 4, size / 2, 3 * size / 4,
          9 * size / 10, size - 3, size - 1, size}) {
      for (std::uint64_t seed = 0; seed < 5; ++seed) {
        expect_completed(size, part_of_solution(size, queens, seed));
      }
    }
  }
}

TEST(GivenQueens, RandomQueensAreCompleted) {
  for (const std::uint64_t size : {65u, 300u, 1000u}) {
    for (const std::uint64_t queens : {size / 10, size / 4, size / 2}) {
      for (std::uint64_t seed = 0; seed < 5; ++seed) {
        expect_completed(size, random_queens(size, queens, seed));
      }
    }
  }
}

TEST(GivenQueens, PartsOfASolutionOfAMillionAreCompleted) {
  for (const std::uint64_t queens : {10'000u, 500'000u, 999'000u, 999'950u}) {
    expect_completed(1'000'000, part_of_solution(1'000'000, queens, 3));
  }
  expect_completed(300'000, part_of_solution(300'000, 1000, 4), 2);
}

/// Many sets of up to three queens that do not attack each other.
void for_each_few_queens(std::uint64_t size,
                         const std::function<void(const std::vector<Square>&)>& visit) {
  const std::uint64_t squares = size * size;
  for (std::uint64_t code = 0; code < squares * squares * squares; code += 1 + code / 97) {
    Marks marks(size);
    std::vector<Square> given;
    for (std::uint64_t rest = code, i = 0; i < 3; ++i, rest /= squares) {
      const Square square = {rest % squares / size, rest % size};
      if (marks.attacked(square)) continue;
      marks.place(square);
      given.push_back(square);
    }
    visit(given);
  }
}

TEST(GivenQueens, SmallBoardsAgreeWithAllSolutions) {
  for (int size = 4; size <= 8; ++size) {
    const std::vector<Placement> solutions = tests::all_solutions(Problem(size));
    const auto n = static_cast<std::uint64_t>(size);
    int completed = 0;
    int impossible = 0;
    for_each_few_queens(n, [&](const std::vector<Square>& given) {
      const bool exists = std::any_of(solutions.begin(), solutions.end(),
                                      [&](const auto& solution) { return has(solution, given); });
      if (exists) {
        expect_completed(n, given);
        ++completed;
      } else {
        EXPECT_THROW_WITH(solve(board_with(n, given), {.algorithm = "qs4"}), NoSolution,
                          "no completion exists: ");
        ++impossible;
      }
    });
    EXPECT_GT(completed, 10);
    EXPECT_GT(impossible, 10);
  }
}

TEST(GivenQueens, DenseBoardsAreDecided) {
  int impossible = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const std::vector<Square> given = random_queens(500, 460, seed);
    try {
      EXPECT_TRUE(has(solve(board_with(500, given)).placement, given));
    } catch (const NoSolution& error) {
      EXPECT_THAT(error.what(), StartsWith("no completion exists: "));
      ++impossible;
    }
  }
  EXPECT_GT(impossible, 0);
}

TEST(GivenQueens, TheSameSeedGivesTheSamePlacement) {
  const std::vector<Square> given = part_of_solution(2000, 200, 1);
  std::vector<Square> turned(given.rbegin(), given.rend());
  const SolveResult one = solve(board_with(2000, given), {.threads = 1, .seed = 5});
  EXPECT_EQ(solve(board_with(2000, turned), {.threads = 1, .seed = 5}).placement, one.placement);
  EXPECT_NE(solve(board_with(2000, given), {.threads = 1, .seed = 6}).placement, one.placement);
  EXPECT_EQ(solve(board_with(2000, given), {.algorithm = "qs4", .threads = 1, .seed = 5}).placement,
            one.placement);
}

TEST(GivenQueens, BadOnesAreRefused) {
  const std::pair<std::vector<Square>, const char*> cases[] = {
      {{{3, 100}}, "row 3, column 100"},
      {{{100, 3}}, "row 100, column 3"},
      {{{7, 9}, {50, 0}, {7, 2}}, "7:2 and 7:9 attack each other in a row"},
      {{{90, 4}, {50, 0}, {7, 4}}, "7:4 and 90:4 attack each other in a column"},
      {{{90, 87}, {50, 0}, {7, 4}}, "7:4 and 90:87 attack each other on a diagonal"},
      {{{90, 1}, {50, 0}, {7, 84}}, "7:84 and 90:1 attack each other on an antidiagonal"}};
  for (const auto& one : cases) {
    EXPECT_THROW_WITH(solve(board_with(100, one.first)), InvalidArgument, one.second);
  }
  for (const AlgorithmInfo& algorithm : algorithms()) {
    if (algorithm.takes_given) continue;
    EXPECT_THROW_WITH(solve(board_with(100, {{0, 3}}), {.algorithm = algorithm.name}),
                      InvalidArgument, algorithm.name + " takes no given queens");
  }
}

TEST(GivenQueens, BlockedSquaresStayEmpty) {
  std::mt19937 random(7);
  for (const std::uint64_t size : {70u, 300u, 5000u}) {
    std::vector<Square> blocked;
    for (std::uint64_t i = 0; i < 10 * size; ++i)
      blocked.push_back({random() % size, random() % size});
    // All squares of a row but three.
    for (std::uint64_t i = 3; i < size; ++i) blocked.push_back({size / 2, i});
    Board board = board_with(size, {}, blocked);
    const SolveOptions options = {.seed = 1};
    std::set<std::pair<std::uint64_t, std::uint64_t>> forbidden;
    for (const Square& square : blocked) forbidden.emplace(square.row, square.column);
    const auto is_free = [&](const Square& square) {
      return forbidden.count({square.row, square.column}) == 0;
    };
    for (const Square& square : {Square{3, 8}, Square{20, 4}}) {
      if (is_free(square)) board.place(square);
    }
    const SolveResult result = solve(board, options);
    EXPECT_TRUE(result.verified);
    EXPECT_TRUE(is_solution(result.placement));
    for (std::uint64_t row = 0; row < size; ++row) {
      EXPECT_TRUE(is_free({row, result.placement[row]}));
    }
    for (const Square& square : board.given()) {
      EXPECT_EQ(result.placement[square.row], square.column);
    }
    EXPECT_EQ(solve(board, options).placement, result.placement);
  }
}

TEST(GivenQueens, SmallBlockedBoardsAreDecided) {
  std::mt19937 random(8);
  int solved = 0;
  for (int i = 0; i < 300; ++i) {
    const std::uint64_t size = 4 + random() % 5;
    std::vector<Square> blocked;
    for (std::uint64_t k = random() % (size * size); k > 0; --k) {
      blocked.push_back({random() % size, random() % size});
    }
    const Board board = board_with(size, {}, blocked);
    const SolveOptions options = {.algorithm = "qs4", .seed = 1};
    if (tests::all_solutions(Problem(board)).empty()) {
      EXPECT_THROW(solve(board, options), NoSolution);
      continue;
    }
    ++solved;
    const SolveResult result = solve(board, options);
    EXPECT_TRUE(is_solution(result.placement));
    for (const Square& square : blocked) {
      EXPECT_NE(result.placement[square.row], square.column);
    }
  }
  EXPECT_GT(solved, 50);
}

TEST(GivenQueens, ABlockedLineOrQueenIsRefused) {
  std::vector<Square> row;
  for (std::uint64_t column = 0; column < 1000; ++column) row.push_back({5, column});
  EXPECT_THROW_WITH(solve(board_with(1000, {}, row)), NoSolution, "every square of row 5 is");
  EXPECT_THROW_WITH(solve(board_with(1000, {{1, 2}}, {{1, 2}})), InvalidArgument, "on 1:2, which");
  EXPECT_THROW_WITH(board_with(100, {}, {{1, 100}}), InvalidArgument, "row 1, column 100");
}

/// Queens that attack every square of the last row, each up to three of them.
std::vector<Square> attackers_of_last_row(std::uint64_t size) {
  Marks marks(size);
  std::vector<Square> given;
  const std::uint64_t last = size - 1;
  // The columns of the last row that a queen attacks.
  const auto targets_of = [&](const Square& queen) {
    std::vector<std::uint64_t> columns = {queen.column};
    const std::uint64_t distance = last - queen.row;
    if (queen.column >= distance) columns.push_back(queen.column - distance);
    if (queen.column + distance < size) columns.push_back(queen.column + distance);
    return columns;
  };
  for (std::uint64_t column = 0; column < size; ++column) {
    if (marks.attacked({last, column})) continue;
    std::optional<Square> best;
    std::ptrdiff_t most = 0;
    for (std::uint64_t row = 0; row < last; ++row) {
      for (const std::uint64_t other : targets_of({row, column})) {
        const Square queen = {row, other};
        if (marks.attacked(queen)) continue;
        const auto targets = targets_of(queen);
        const std::ptrdiff_t fresh =
            std::count_if(targets.begin(), targets.end(), [&](std::uint64_t target) {
              return !marks.attacked({last, target});
            });
        if (fresh <= most) continue;
        most = fresh;
        best = queen;
      }
    }
    if (!best) return {};
    marks.place(*best);
    given.push_back(*best);
  }
  return given;
}

TEST(GivenQueens, ALineWithoutAFreeSquareIsSaid) {
  std::vector<Square> given = attackers_of_last_row(1000);
  ASSERT_GE(given.size(), 334u);
  ASSERT_LT(given.size() + solving::kFewRows, 1000u);
  EXPECT_THROW_WITH(solve(board_with(1000, given)), NoSolution, "every square of row 999 is");
  for (Square& square : given) std::swap(square.row, square.column);
  EXPECT_THROW_WITH(solve(board_with(1000, given)), NoSolution, "every square of column 999 is");
}

// Queens in the middle take the short diagonals' room: there seems to be no completion.
TEST(GivenQueens, ASearchWithoutHopeEnds) {
  std::vector<Square> given = random_queens(350, 300, 1);
  for (Square& square : given) square = {square.row + 175, square.column + 175};
  ASSERT_LT(given.size() + solving::kFewRows, 700u);
  const SolveOptions options = {.threads = 1, .seed = 8, .max_starts = 4};
  EXPECT_THROW_WITH(solve(board_with(700, given), options), Stopped, "another seed than 8");
}

TEST(GivenQueens, MemoryIsStated) {
  const std::vector<Square> given = part_of_solution(100'000, 30'000, 1);
  const std::uint64_t without = solve_memory_bytes(100'000, {.algorithm = "qs4"});
  EXPECT_GE(solve_memory_bytes(board_with(100'000, given)), without + 30'000 * 8);
  EXPECT_EQ(solve(board_with(100'000, given)).memory_bytes,
            solve_memory_bytes(board_with(100'000, given)));
}

}  // namespace
}  // namespace nqueens
