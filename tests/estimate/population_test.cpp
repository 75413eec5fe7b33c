// Samples of a population against the number of solutions that they estimate.
#include "estimate/population.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>

#include "mrv/walk.hpp"

namespace nqueens::estimating {
namespace {

double solutions_of(const Problem& problem) {
  mrv::Walk walk(problem);
  std::uint64_t budget = std::numeric_limits<std::uint64_t>::max();
  double solutions = 0;
  while (walk.next(budget) == mrv::Walk::Step::found) ++solutions;
  return solutions;
}

/// The mean of many samples lies within four of its standard errors.
void expect_unbiased(const Problem& problem, std::size_t capacity, int samples = 2000) {
  const double solutions = solutions_of(problem);
  Population population(problem, capacity);
  base::Random random(capacity);
  double sum = 0;
  double squares = 0;
  for (int i = 0; i < samples; ++i) {
    const PopulationSample one = population.sample(random, {}).value();
    if (one.is_exact) {
      ASSERT_EQ(one.solutions, solutions);
    }
    sum += one.solutions;
    squares += one.solutions * one.solutions;
  }
  const double mean = sum / samples;
  const double error = std::sqrt(std::fmax(0, squares / samples - mean * mean) / samples);
  EXPECT_NEAR(mean, solutions, 4 * error + 1e-9 * solutions)
      << problem.description() << ", capacity " << capacity;
}

Problem restricted() {
  Problem problem(10);
  problem.require({4, 2});
  problem.block({0, 0});
  problem.exclude({false, 1});
  problem.exclude({true, 9});
  return problem;
}

TEST(Population, MeansAreTheNumbersOfSolutions) {
  for (const std::size_t capacity : {1u, 2u, 7u, 40u}) {
    expect_unbiased(Problem(7), capacity);
    expect_unbiased(Problem(9), capacity);
    expect_unbiased(restricted(), capacity);
    expect_unbiased(Problem(6, 9, Variant::queens), capacity);
    expect_unbiased(Problem(7, Variant::torus), capacity);
    expect_unbiased(Problem(8, Variant::semi), capacity);
    expect_unbiased(Problem(10, Variant::superqueens), capacity);
  }
}

TEST(Population, IsExactWhereAllFit) {
  base::Random random(1);
  const auto sample = [&](const Problem& problem) {
    const PopulationSample one = Population(problem, 2000).sample(random, {}).value();
    EXPECT_TRUE(one.is_exact);
    return one.solutions;
  };
  EXPECT_EQ(sample(Problem(0)), 1);
  EXPECT_EQ(sample(Problem(1)), 1);
  EXPECT_EQ(sample(Problem(2)), 0);
  EXPECT_EQ(sample(Problem(3)), 0);
  EXPECT_EQ(sample(Problem(8)), 92);
  EXPECT_EQ(sample(Problem(8, 5, Variant::queens)), 0);
  EXPECT_EQ(sample(restricted()), solutions_of(restricted()));
  Problem none(8);
  none.restrict_row(3, 0);
  EXPECT_EQ(sample(none), 0);
}

TEST(Population, SamplesVaryLessThanSingleDescents) {
  const auto variance = [](std::size_t capacity, int samples) {
    const Problem problem(12);
    Population population(problem, capacity);
    base::Random random(3);
    double squares = 0;
    for (int i = 0; i < samples; ++i) {
      const double difference = population.sample(random, {}).value().solutions / 14200 - 1;
      squares += difference * difference;
    }
    return squares / samples;
  };
  // Both take 10,000 descents.
  EXPECT_LT(variance(100, 100), variance(1, 10'000) / 100);
}

TEST(Population, Stops) {
  base::Random random(1);
  int asked = 0;
  const Problem problem(12);
  Population population(problem, 10);
  EXPECT_FALSE(population.sample(random, [&] { return ++asked > 5; }).has_value());
}

}  // namespace
}  // namespace nqueens::estimating
