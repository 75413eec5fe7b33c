// Board sizes, per-row masks and their description.
#include "nqueens/problem.hpp"

#include <gtest/gtest.h>

#include <bit>

#include "nqueens/error.hpp"

namespace nqueens {
namespace {

TEST(Problem, TakesEverySizeFromZeroToTheLimit) {
  for (int n = 0; n <= kMaxCountSize; ++n) {
    const Problem problem(n);
    EXPECT_TRUE(problem.is_plain());
    EXPECT_TRUE(problem.is_mirror_symmetric());
    EXPECT_EQ(problem.description(), "plain");
    EXPECT_EQ(std::popcount(problem.full_row()), n);
  }
  EXPECT_THROW(Problem(-1), InvalidArgument);
  EXPECT_THROW(Problem(kMaxCountSize + 1), InvalidArgument);
}

TEST(Problem, BlockAndRequireClearBits) {
  Problem problem(5);
  problem.block({1, 2});
  EXPECT_EQ(problem.allowed(1), 0b11011u);
  EXPECT_FALSE(problem.is_plain());
  EXPECT_TRUE(problem.is_mirror_symmetric());
  problem.require({3, 0});
  EXPECT_EQ(problem.allowed(3), 0b00001u);
  EXPECT_FALSE(problem.is_mirror_symmetric());
  EXPECT_EQ(problem.description(), "1f-1b-1f-1-1f");
  problem.block({3, 0});
  EXPECT_EQ(problem.allowed(3), 0u);
}

TEST(Problem, RefusesSquaresOutsideTheBoard) {
  Problem problem(8);
  EXPECT_THROW(problem.require({8, 0}), InvalidArgument);
  EXPECT_THROW(problem.block({0, 8}), InvalidArgument);
  EXPECT_THROW(problem.block({std::uint64_t{1} << 40, 0}), InvalidArgument);
  EXPECT_TRUE(problem.is_plain());
}

}  // namespace
}  // namespace nqueens
