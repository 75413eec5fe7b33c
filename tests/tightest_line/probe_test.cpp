// Random descents against the trees that they estimate.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "tightest_line/walk.hpp"

namespace nqueens::tightest_line {
namespace {

struct Tree {
  double nodes = 0;
  double solutions = 0;
};

Tree tree_of(const Problem& problem) {
  Walk walk(problem);
  constexpr std::uint64_t kAll = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t budget = kAll;
  Tree tree;
  while (walk.next(budget) == Walk::Step::found) ++tree.solutions;
  tree.nodes = static_cast<double>(kAll - budget);
  return tree;
}

/// The means of many descents lie within five of their standard errors.
void expect_unbiased(const Problem& problem) {
  const Tree tree = tree_of(problem);
  base::Random random(1);
  constexpr int kProbes = 20'000;
  double nodes = 0, nodes_squared = 0, solutions = 0, solutions_squared = 0;
  for (int i = 0; i < kProbes; ++i) {
    const Probe one = probe(problem, random);
    nodes += one.nodes;
    nodes_squared += one.nodes * one.nodes;
    solutions += one.solutions;
    solutions_squared += one.solutions * one.solutions;
  }
  const auto error = [](double sum, double squares) {
    const double mean = sum / kProbes;
    return std::sqrt(std::max(0.0, squares / kProbes - mean * mean) / kProbes);
  };
  EXPECT_NEAR(nodes / kProbes, tree.nodes, 5 * error(nodes, nodes_squared) + 1e-9 * tree.nodes);
  EXPECT_NEAR(solutions / kProbes, tree.solutions, 5 * error(solutions, solutions_squared));
}

TEST(Probe, MeansAreThoseOfTheTree) {
  expect_unbiased(Problem(8));
  expect_unbiased(Problem(5, 8, Variant::queens));
  expect_unbiased(Problem(8, 5, Variant::queens));
  expect_unbiased(Problem(7, Variant::torus));
  expect_unbiased(Problem(7, Variant::semi));
  Problem given(9);
  given.require({4, 2});
  given.block_diagonal(0);
  expect_unbiased(given);
}

TEST(Probe, BoardsWithoutAChoiceAreKnownExactly) {
  base::Random random(1);
  const Probe empty = probe(Problem(0), random);
  EXPECT_EQ(empty.nodes, 0);
  EXPECT_EQ(empty.solutions, 1);
  const Probe impossible = probe(Problem(4, 3, Variant::queens), random);
  EXPECT_EQ(impossible.nodes, 0);
  EXPECT_EQ(impossible.solutions, 0);
}

}  // namespace
}  // namespace nqueens::tightest_line
