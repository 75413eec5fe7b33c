// Boards of any size: refusals, equality, given queens, attacks compared with the masks; masks by
// row and their description. The first and last published values, and 128-bit counts as text.
#include "nqueens/board.hpp"

#include <gtest/gtest.h>

#include <bit>

#include "domain/attacks.hpp"
#include "domain/problem.hpp"
#include "nqueens/count.hpp"
#include "nqueens/error.hpp"
#include "nqueens/wide.hpp"
#include "support/message_of.hpp"
#include "support/property.hpp"
#include "support/random_problem.hpp"
#include "support/solutions.hpp"

namespace nqueens {
namespace {

TEST(Board, HasItsLimits) {
  EXPECT_EQ(Board(kMaxStreamedSize).rows(), kMaxStreamedSize);
  EXPECT_THROW_WITH(Board(-1), InvalidArgument, "-1; a board has 0 to 100000000000 rows");
  EXPECT_THROW(Board(kMaxStreamedSize + 1), InvalidArgument);
  EXPECT_THROW(Board(~std::uint64_t{0}), InvalidArgument);
  EXPECT_THROW(Board(0, 5), InvalidArgument);
  EXPECT_THROW(Board(5, 65), InvalidArgument);
  EXPECT_THROW(Board(3, 5, Variant::torus), InvalidArgument);
  EXPECT_THROW(Board(65, Variant::semi), InvalidArgument);
  EXPECT_THROW(Board(65).exclude({false, 0}), InvalidArgument);
  EXPECT_THROW(Problem(Board(65)), InvalidArgument);
}

TEST(Board, RefusesWhatIsNotOnIt) {
  Board board(3, 4);
  EXPECT_THROW_WITH(board.place({3, 0}), InvalidArgument, "has rows 0 to 2 and columns 0 to 3");
  EXPECT_THROW(board.block({0, 4}), InvalidArgument);
  EXPECT_THROW(board.block({std::uint64_t{1} << 40, 0}), InvalidArgument);
  EXPECT_THROW_WITH(board.exclude({false, 4}), InvalidArgument, "this board has -2 to 3");
  EXPECT_THROW(board.exclude({false, -3}), InvalidArgument);
  EXPECT_THROW_WITH(board.exclude({true, 6}), InvalidArgument, "this board has 0 to 5");
  EXPECT_THROW(board.exclude({true, -1}), InvalidArgument);
  EXPECT_EQ(board, Board(3, 4));
  EXPECT_THROW(Board(0).place({0, 0}), InvalidArgument);
}

TEST(Board, IsPlainUntilItIsRestricted) {
  Board board = 100;
  EXPECT_TRUE(board.is_plain() && board.is_large() && board.has_only_squares());
  board.block({1, 2});
  EXPECT_FALSE(board.is_plain());
  EXPECT_TRUE(board.has_only_squares());
  EXPECT_FALSE(Board(8, Variant::semi).has_only_squares());
  EXPECT_FALSE(Board(8, 9).has_only_squares());
  Board excluded = 8;
  excluded.exclude({true, 0});
  EXPECT_FALSE(excluded.has_only_squares() || excluded.is_plain());
}

TEST(Board, EqualityIsThatOfSets) {
  Board one(8);
  Board other(8);
  for (const Square& square : {Square{1, 2}, Square{3, 4}}) one.block(square);
  for (const Square& square : {Square{3, 4}, Square{1, 2}, Square{3, 4}}) other.block(square);
  EXPECT_EQ(one, other);
  other.place({5, 5});
  EXPECT_NE(one, other);
  EXPECT_NE(Board(8), Board(8, Variant::torus));
}

PROPERTY(Board, AttacksAreThoseOfTheMasks) {
  const Problem problem = tests::random_board(9);
  const Board board = board_of(problem);
  RC_ASSERT(Problem(board) == problem);
  for (int row = 0; row < problem.rows(); ++row) {
    for (int other = 0; other < problem.rows(); ++other) {
      for (int i = 0; i < problem.columns() * problem.columns(); ++i) {
        const int column = i / problem.columns();
        const int target = i % problem.columns();
        const bool expected = row == other
                                  ? column != target
                                  : ((problem.attacked(row, column, other) >> target) & 1u) != 0;
        const auto square = [](int r, int c) {
          return Square{static_cast<std::uint64_t>(r), static_cast<std::uint64_t>(c)};
        };
        RC_ASSERT(attack(board, square(row, column), square(other, target)).has_value() ==
                  expected);
      }
    }
  }
}

PROPERTY(Board, GivenQueensAreRefusedWhereTwoAttackEachOther) {
  Board board = board_of(Problem(*rc::gen::inRange(2, 9), *rc::gen::elementOf(tests::kVariants)));
  const auto line = rc::gen::inRange<std::uint64_t>(0, board.rows());
  for (int i = *rc::gen::inRange(0, 4); i > 0; --i) board.place({*line, *line});
  for (int i = *rc::gen::inRange(0, 3); i > 0; --i) board.block({*line, *line});
  bool expected = false;
  for (const Square& queen : board.given()) {
    for (const Square& other : board.given()) expected |= attack(board, queen, other).has_value();
    for (const Square& square : board.blocked()) expected |= queen == square;
  }
  bool refused = false;
  try {
    checked_queens(board);
  } catch (const InvalidArgument&) {
    refused = true;
  }
  RC_ASSERT(refused == expected);
}

TEST(Problem, ADiagonalOfATorusGoesOnAtTheOppositeEdge) {
  for (int number = -4; number <= 8; ++number) {
    Problem diagonal(5, Variant::torus);
    if (number <= 4) diagonal.exclude({false, number});
    Problem antidiagonal(5, Variant::torus);
    if (number >= 0) antidiagonal.exclude({true, number});
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

TEST(Problem, VariantsHaveNames) {
  for (const Variant variant : tests::kVariants) {
    EXPECT_EQ(parse_variant(to_string(variant)), variant);
    EXPECT_EQ(Problem(4, variant).is_plain(), variant == Variant::queens);
    EXPECT_EQ(Problem(4, variant).is_mirror_symmetric(), variant != Variant::semi);
  }
  EXPECT_THROW(parse_variant("knights"), InvalidArgument);
  EXPECT_EQ(Problem(2, Variant::torus).description(), "torus:3-3");
}

TEST(Problem, QueensAttackAsTheirVariantSays) {
  for (const Variant variant : tests::kVariants) {
    for (const int size : {1, 2, 5, 8, 33, 64}) {
      const Problem problem(size, variant);
      const int step = size > 8 ? 7 : 1;
      for (int row = 0; row < size; row += step) {
        for (int column = 0; column < size; column += step) {
          for (int other = 0; other < size; ++other) {
            if (other == row) continue;
            std::uint64_t expected = 0;
            for (int c = 0; c < size; ++c) {
              if (tests::attack_each_other(variant, size, other - row, c - column)) {
                expected |= std::uint64_t{1} << c;
              }
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

TEST(Wide, PrintsTheEnds) {
  EXPECT_EQ(to_string(WideCount{0}), "0");
  EXPECT_EQ(to_string(~WideCount{0}), "340282366920938463463374607431768211455");
}

}  // namespace
}  // namespace nqueens
