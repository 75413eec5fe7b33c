// Board sizes, per-row masks and their description.
#include "domain/problem.hpp"

#include <gtest/gtest.h>

#include <bit>

#include "nqueens/error.hpp"

namespace nqueens {
namespace {

TEST(Problem, ADiagonalOfATorusGoesOnAtTheOppositeEdge) {
  for (int number = -4; number <= 8; ++number) {
    Problem diagonal(5, Variant::torus);
    if (number <= 4) diagonal.block_diagonal(number);
    Problem antidiagonal(5, Variant::torus);
    if (number >= 0) antidiagonal.block_antidiagonal(number);
    for (int row = 0; row < 5; ++row) {
      if (number <= 4) {
        EXPECT_EQ(diagonal.allowed(row), 0x1Fu & ~(1u << (row + number + 5) % 5));
      }
      if (number >= 0) {
        EXPECT_EQ(antidiagonal.allowed(row), 0x1Fu & ~(1u << (number - row + 5) % 5));
      }
    }
  }
}

TEST(Problem, TakesEverySizeFromZeroToTheLimit) {
  for (int n = 0; n <= kMaxProblemSize; ++n) {
    const Problem problem(n);
    EXPECT_TRUE(problem.is_plain());
    EXPECT_TRUE(problem.is_mirror_symmetric());
    EXPECT_EQ(problem.description(), "plain");
    EXPECT_EQ(std::popcount(problem.full_row()), n);
  }
  EXPECT_THROW(Problem(-1), InvalidArgument);
  EXPECT_THROW(Problem(kMaxProblemSize + 1), InvalidArgument);
}

TEST(Problem, ABoardNeedNotBeSquare) {
  const Problem problem(3, 5, Variant::queens);
  EXPECT_EQ(problem.rows(), 3);
  EXPECT_EQ(problem.columns(), 5);
  EXPECT_FALSE(problem.is_square());
  EXPECT_FALSE(problem.is_plain());
  EXPECT_EQ(problem.description(), "1f-1f-1f");
  EXPECT_EQ(Problem(5, 5, Variant::queens), Problem(5));
  EXPECT_THROW(Problem(0, 5, Variant::queens), InvalidArgument);
  EXPECT_THROW(Problem(5, kMaxProblemSize + 1, Variant::queens), InvalidArgument);
  EXPECT_THROW(Problem(3, 5, Variant::torus), InvalidArgument);
}

TEST(Problem, VariantsHaveNames) {
  for (const Variant variant :
       {Variant::queens, Variant::torus, Variant::superqueens, Variant::semi}) {
    EXPECT_EQ(parse_variant(to_string(variant)), variant);
    EXPECT_EQ(Problem(4, variant).is_plain(), variant == Variant::queens);
    EXPECT_EQ(Problem(4, variant).is_mirror_symmetric(), variant != Variant::semi);
  }
  EXPECT_THROW(parse_variant("knights"), InvalidArgument);
  EXPECT_EQ(Problem(2, Variant::torus).description(), "torus:3-3");
}

/// By the definitions, square by square.
bool attack(Variant variant, int size, int rows_apart, int columns_apart) {
  const auto wrapped = [&](int distance) { return ((distance % size) + size) % size == 0; };
  if (columns_apart == 0 || columns_apart == rows_apart) return true;
  if (variant == Variant::semi) return false;
  if (columns_apart == -rows_apart) return true;
  if (variant == Variant::torus) {
    return wrapped(columns_apart - rows_apart) || wrapped(columns_apart + rows_apart);
  }
  return variant == Variant::superqueens &&
         rows_apart * rows_apart + columns_apart * columns_apart == 5;
}

TEST(Problem, QueensAttackAsTheirVariantSays) {
  for (const Variant variant :
       {Variant::queens, Variant::torus, Variant::superqueens, Variant::semi}) {
    for (const int size : {1, 2, 5, 8, 33, 64}) {
      const Problem problem(size, variant);
      const int step = size > 8 ? 7 : 1;
      for (int row = 0; row < size; row += step) {
        for (int column = 0; column < size; column += step) {
          for (int other = 0; other < size; ++other) {
            if (other == row) continue;
            std::uint64_t expected = 0;
            for (int c = 0; c < size; ++c) {
              if (attack(variant, size, other - row, c - column)) expected |= std::uint64_t{1} << c;
            }
            ASSERT_EQ(problem.attacked(row, column, other), expected)
                << to_string(variant) << " " << size << ": " << row << ":" << column << " "
                << other;
          }
        }
      }
    }
  }
}

TEST(Problem, BlocksDiagonals) {
  Problem problem(3, 4, Variant::queens);
  problem.block_diagonal(1);
  EXPECT_EQ(problem.description(), "d-b-7");
  problem.block_antidiagonal(5);
  EXPECT_EQ(problem.description(), "d-b-7");
  problem.block_antidiagonal(0);
  EXPECT_EQ(problem.description(), "c-b-7");
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

}  // namespace
}  // namespace nqueens
