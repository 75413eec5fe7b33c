// list() of restricted boards, rectangles and variants: against plain backtracking, published
// numbers, and itself on other threads.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <vector>

#include "nqueens/error.hpp"
#include "nqueens/list.hpp"
#include "nqueens/symmetry.hpp"
#include "support/restricted_boards.hpp"
#include "support/stop.hpp"
#include "verify/find_violation.hpp"

namespace nqueens {
namespace {

std::vector<Placement> listed(const Problem& problem, const ListOptions& options = {}) {
  std::vector<Placement> all;
  const ListResult result = list(
      board_of(problem),
      [&](const SolutionBlock& block) {
        EXPECT_EQ(block.board_size(), problem.rows());
        for (std::size_t i = 0; i < block.size(); ++i) {
          all.emplace_back(block[i].begin(), block[i].end());
        }
      },
      options);
  EXPECT_EQ(result.solutions, all.size());
  EXPECT_EQ(result.board_size, problem.rows());
  return all;
}

/// Those of the solutions that no image under a symmetry of the problem comes before.
std::vector<Placement> least_of_orbits(const Problem& problem,
                                       const std::vector<Placement>& solutions) {
  std::vector<Placement> least;
  for (const Placement& columns : solutions) {
    bool is_least = true;
    for (const Symmetry symmetry : symmetries_of(board_of(problem))) {
      Placement turned(columns.size());
      for (std::uint64_t row = 0; row < columns.size(); ++row) {
        const Square to = image(symmetry, {row, columns[row]}, columns.size(),
                                static_cast<std::uint64_t>(problem.columns()));
        turned[to.row] = static_cast<Column>(to.column);
      }
      EXPECT_TRUE(std::binary_search(solutions.begin(), solutions.end(), turned));
      is_least = is_least && columns <= turned;
    }
    if (is_least) least.push_back(columns);
  }
  return least;
}

/// Columns 1, 3, 5, ..., then 0, 2, 4, ...: a solution where the size leaves neither 2 nor 3 when
/// divided by 6 (Pauls 1874).
Placement solved_by_formula(Column size) {
  Placement columns;
  for (Column column = 1; column < size; column += 2) columns.push_back(column);
  for (Column column = 0; column < size; column += 2) columns.push_back(column);
  return columns;
}

RC_GTEST_PROP(RestrictedList, IsWhatBacktrackingGives, ()) {
  const Problem problem = tests::random_restricted_board(8);
  const std::vector<Placement> expected = tests::all_solutions(problem);
  const std::vector<Placement> unique = least_of_orbits(problem, expected);
  for (const int threads : {1, 3}) {
    RC_ASSERT(listed(problem, {.threads = threads}) == expected);
    RC_ASSERT(listed(problem, {.threads = threads, .unique = true}) == unique);
  }
}

TEST(RestrictedList, VariantsHaveThePublishedNumbers) {
  EXPECT_EQ(listed(Problem(8, Variant::semi)).size(), 2113u);
  EXPECT_EQ(listed(Problem(11, Variant::torus)).size(), 88u);
  EXPECT_EQ(listed(Problem(8, Variant::torus)).size(), 0u);
  EXPECT_EQ(listed(Problem(12, Variant::superqueens)).size(), 156u);
  EXPECT_EQ(listed(Problem(3, 12, Variant::queens)).size(), 756u);
  EXPECT_EQ(listed(Problem(12, 3, Variant::queens)).size(), 0u);
}

// More than are sorted at once.
TEST(RestrictedList, LongListsAreInOrderOnAnyNumberOfThreads) {
  const Problem problem(9, Variant::semi);
  const std::vector<Placement> one = listed(problem, {.threads = 1});
  EXPECT_EQ(one.size(), 12657u);
  EXPECT_TRUE(std::is_sorted(one.begin(), one.end()));
  EXPECT_EQ(std::adjacent_find(one.begin(), one.end()), one.end());
  for (const int threads : {2, 5}) EXPECT_EQ(listed(problem, {.threads = threads}), one);
  EXPECT_EQ(listed(problem, {.threads = 2, .unique = true}), least_of_orbits(problem, one));
  for (const std::uint64_t limit : {1u, 100u, 2049u, 12657u}) {
    for (const int threads : {1, 3}) {
      const auto first = listed(problem, {.threads = threads, .limit = limit});
      ASSERT_EQ(first.size(), limit);
      EXPECT_TRUE(std::equal(first.begin(), first.end(), one.begin()));
    }
  }
}

TEST(RestrictedList, LargestBoards) {
  const Placement solution = solved_by_formula(64);
  Problem problem(64);
  for (std::uint64_t row = 0; row < 40; ++row) problem.require({row, solution[row]});
  const std::vector<Placement> all = listed(problem, {.threads = 1});
  EXPECT_GT(all.size(), 1u);
  EXPECT_TRUE(std::is_sorted(all.begin(), all.end()));
  EXPECT_TRUE(std::binary_search(all.begin(), all.end(), solution));
  for (const Placement& columns : all) EXPECT_EQ(find_violation(problem, columns), std::nullopt);
  EXPECT_EQ(listed(problem, {.threads = 3}), all);
}

TEST(RestrictedList, CanBeStopped) {
  const auto nothing = [](const SolutionBlock&) {};
  for (const int threads : {1, 2}) {
    EXPECT_THROW(list(Board(24, Variant::semi), nothing,
                      {.threads = threads, .stop = tests::already_stopped()}),
                 Stopped);
  }
  EXPECT_THROW(list(Board(8, Variant::semi), nothing, {.threads = -1}), InvalidArgument);
  EXPECT_EQ(list(Board(33), nothing, {.limit = 1}).solutions, 1u);
}

}  // namespace
}  // namespace nqueens
