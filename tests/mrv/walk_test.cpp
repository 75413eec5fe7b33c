// The MRV search against plain backtracking, and its random descents against the trees that they
// estimate.
#include "mrv/walk.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "support/property.hpp"
#include "support/random_problem.hpp"
#include "support/solutions.hpp"

namespace nqueens::mrv {
namespace {

using Columns = std::vector<std::uint8_t>;

constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();

/// The solutions in the order of the walk, and the queens it places.
struct Path {
  std::vector<Columns> solutions;
  std::uint64_t nodes = 0;
  friend bool operator==(const Path&, const Path&) = default;
};

/// Ends with the budget.
Path path_of(Walk& walk, const std::uint64_t limit = kUnlimited) {
  Path path;
  std::uint64_t budget = limit;
  while (walk.next(budget) == Walk::Step::found) {
    path.solutions.emplace_back(walk.columns().begin(), walk.columns().end());
  }
  path.nodes = limit - budget;
  return path;
}

std::vector<Columns> solutions(const Problem& problem, std::optional<std::uint64_t> seed = {}) {
  Walk walk(problem, seed);
  std::vector<Columns> found = path_of(walk).solutions;
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<Columns> by_definition(const Problem& problem) {
  std::vector<Columns> found;
  for (const Placement& one : tests::all_solutions(problem))
    found.emplace_back(one.begin(), one.end());
  return found;
}

PROPERTY(Walk, RestrictedBoardsAsByDefinition) {
  const Problem problem = tests::random_board(8);
  const std::vector<Columns> expected = by_definition(problem);
  RC_ASSERT(solutions(problem) == expected);
  RC_ASSERT(solutions(problem, 1) == expected);
  Walk walk(problem);
  std::uint64_t budget = kUnlimited;
  std::uint64_t count = 0;
  RC_ASSERT(walk.count(budget, count) == Walk::Step::exhausted);
  RC_ASSERT(count == expected.size());
  Walk lister(problem);
  RC_ASSERT(path_of(lister).nodes == kUnlimited - budget);
}

/// Every instruction set gives the same solutions in the same order with the same number of nodes.
void expect_same_path(const Problem& problem, std::uint64_t limit) {
  for (const std::optional<std::uint64_t> seed : {std::optional<std::uint64_t>{}, {5}}) {
    Walk portable(problem, seed, base::InstructionSet::portable);
    const Path expected = path_of(portable, limit);
    for (const WalkKernels* kernels : walk_kernels()) {
      Walk walk(problem, seed, kernels->instruction_set);
      RC_ASSERT(path_of(walk, limit) == expected);
    }
  }
}

PROPERTY(Walk, KernelsWalkAlike) {
  expect_same_path(tests::random_board(9), kUnlimited);
}

PROPERTY(Walk, KernelsWalkAlikeOnLargeBoards) {
  const int size = tests::draw(10, kMaxProblemSize + 1);
  Problem problem(size, tests::draw(0, 2) == 0 ? Variant::queens : Variant::superqueens);
  const auto line = [&] { return static_cast<std::uint64_t>(tests::draw(0, size)); };
  for (int i = 0; i < size; ++i) problem.block({line(), line()});
  expect_same_path(problem, 1000);
}

TEST(Walk, TheBudgetEndsItAndItGoesOn) {
  const Problem problem(8);
  Walk whole(problem);
  const Path expected = path_of(whole);
  for (const std::uint64_t slice : {1u, 7u}) {
    Walk walk(problem);
    Path path;
    for (Walk::Step step{}; step != Walk::Step::exhausted;) {
      std::uint64_t budget = slice;
      step = walk.next(budget);
      ASSERT_TRUE(step != Walk::Step::spent || budget == 0);
      path.nodes += slice - budget;
      if (step == Walk::Step::found) {
        path.solutions.emplace_back(walk.columns().begin(), walk.columns().end());
      }
    }
    EXPECT_EQ(path.solutions, expected.solutions);
    EXPECT_EQ(path.nodes, expected.nodes);
  }
}

TEST(Walk, BranchesCutOffHoldTheRestOfTheSolutions) {
  const Problem problem(10);
  std::vector<std::vector<Cell>> branches = {{}};
  std::uint64_t solutions = 0;
  std::size_t cut = 0;
  while (!branches.empty()) {
    Walk walk(problem);
    walk.start(branches.back());
    branches.pop_back();
    for (Walk::Step step = Walk::Step::spent; step != Walk::Step::exhausted;) {
      std::uint64_t budget = 100;
      step = walk.count(budget, solutions);
      if (auto branch = walk.split()) {
        branches.push_back(*std::move(branch));
        ++cut;
      }
    }
  }
  EXPECT_EQ(solutions, 724u);
  EXPECT_GT(cut, 10u);
}

/// The means of many descents lie within five of their standard errors.
void expect_unbiased(const Problem& problem) {
  Walk walk(problem);
  const Path tree = path_of(walk);
  base::Random random(1);
  constexpr int kDescents = 20'000;
  double nodes = 0, nodes_squared = 0, solutions = 0, solutions_squared = 0;
  for (int i = 0; i < kDescents; ++i) {
    const Descent one = descend(problem, random);
    nodes += one.nodes;
    nodes_squared += one.nodes * one.nodes;
    solutions += one.solutions;
    solutions_squared += one.solutions * one.solutions;
  }
  const auto expect_near = [](double expected, double sum, double squares) {
    const double mean = sum / kDescents;
    const double error = std::sqrt(std::max(0.0, squares / kDescents - mean * mean) / kDescents);
    EXPECT_NEAR(mean, expected, 5 * error + 1e-9 * expected);
  };
  expect_near(static_cast<double>(tree.nodes), nodes, nodes_squared);
  expect_near(static_cast<double>(tree.solutions.size()), solutions, solutions_squared);
}

TEST(Descent, MeansAreThoseOfTheTree) {
  expect_unbiased(Problem(0));
  expect_unbiased(Problem(8));
  expect_unbiased(Problem(5, 8, Variant::queens));
  expect_unbiased(Problem(8, 5, Variant::queens));
  expect_unbiased(Problem(7, Variant::torus));
  expect_unbiased(Problem(7, Variant::semi));
  Problem given(9);
  given.require({4, 2});
  given.exclude({false, 0});
  expect_unbiased(given);
}

}  // namespace
}  // namespace nqueens::mrv
