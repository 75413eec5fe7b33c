// The eight symmetries as a group, canonical forms.
#include "nqueens/symmetry.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "domain/problem.hpp"
#include "nqueens/count.hpp"
#include "nqueens/error.hpp"
#include "nqueens/verify.hpp"
#include "support/property.hpp"
#include "support/random_problem.hpp"
#include "support/solutions.hpp"

namespace nqueens {
namespace {

Placement random_permutation() {
  const auto size = *rc::gen::inRange<Column>(0, 30);
  Placement columns(size);
  std::iota(columns.begin(), columns.end(), Column{0});
  for (std::size_t left = size; left > 1; --left) {
    std::swap(columns[left - 1], columns[*rc::gen::inRange<std::size_t>(0, left)]);
  }
  return columns;
}

TEST(Symmetry, OrbitsOfTheSmallBoardsHaveThePublishedNumbers) {
  for (int n = 1; n <= 8; ++n) {
    std::uint64_t solutions = 0;
    std::set<Placement> forms;
    for (const Placement& solution : tests::all_solutions(Problem(n))) {
      EXPECT_TRUE(is_solution(solution));
      ++solutions;
      forms.insert(canonical_form(solution));
    }
    EXPECT_EQ(solutions, *known_solutions(n));
    EXPECT_EQ(forms.size(), *known_fundamental_solutions(n)) << n;
  }
}

TEST(Symmetry, QuarterTurnsFollowTheClock) {
  // The queen of the top left corner goes to the top right one.
  EXPECT_EQ(image(Symmetry::quarter_turn, {0, 0}, 5, 5), (Square{0, 4}));
  EXPECT_EQ(image(Symmetry::half_turn, {0, 0}, 5, 5), (Square{4, 4}));
  EXPECT_EQ(image(Symmetry::three_quarter_turn, {0, 0}, 5, 5), (Square{4, 0}));
  EXPECT_EQ(image(Symmetry::mirror_columns, {1, 0}, 5, 5), (Square{1, 4}));
  EXPECT_EQ(image(Symmetry::mirror_rows, {1, 0}, 5, 5), (Square{3, 0}));
  EXPECT_EQ(image(Symmetry::transpose, {1, 0}, 5, 5), (Square{0, 1}));
  EXPECT_EQ(image(Symmetry::antitranspose, {1, 0}, 5, 5), (Square{4, 3}));
}

TEST(Symmetry, RefusesWhatIsNoPermutation) {
  EXPECT_THROW(image(Symmetry::quarter_turn, Placement{1, 1}), InvalidPlacement);
  EXPECT_THROW(canonical_form(Placement{2, 0}), InvalidPlacement);
}

PROPERTY(Symmetry, TurnsAndMirrorsObeyTheGroup) {
  const Placement columns = random_permutation();
  const Placement quarter = image(Symmetry::quarter_turn, columns);
  RC_ASSERT(image(Symmetry::quarter_turn, quarter) == image(Symmetry::half_turn, columns));
  RC_ASSERT(image(Symmetry::three_quarter_turn, quarter) == columns);
  RC_ASSERT(image(Symmetry::quarter_turn, image(Symmetry::mirror_rows, columns)) ==
            image(Symmetry::transpose, columns));
  for (const Symmetry mirror : {Symmetry::mirror_columns, Symmetry::mirror_rows,
                                Symmetry::transpose, Symmetry::antitranspose}) {
    RC_ASSERT(image(mirror, image(mirror, columns)) == columns);
  }
}

PROPERTY(Symmetry, CanonicalFormIsCommonToTheOrbitAndNothingElse) {
  const Placement columns = random_permutation();
  const Placement form = canonical_form(columns);
  std::set<Placement> images;
  for (const Symmetry symmetry : kSymmetries) {
    const Placement turned = image(symmetry, columns);
    RC_ASSERT(canonical_form(turned) == form);
    RC_ASSERT(is_solution(turned) == is_solution(columns));
    images.insert(turned);
  }
  RC_ASSERT(*images.begin() == form);
}

TEST(SymmetriesOf, BlockedSquaresBreakThem) {
  using enum Symmetry;
  Board corner(6);
  corner.block({0, 0});
  EXPECT_EQ(symmetries_of(corner), (std::vector{identity, transpose}));
  Board two(6);
  two.block({0, 1});
  two.block({5, 4});
  EXPECT_EQ(symmetries_of(two), (std::vector{identity, half_turn}));
  Board ring(6);
  for (const auto& [row, column] : {Square{0, 1}, Square{1, 5}, Square{5, 4}, Square{4, 0}}) {
    ring.block({row, column});
  }
  EXPECT_EQ(symmetries_of(ring),
            (std::vector{identity, quarter_turn, half_turn, three_quarter_turn}));
  Board wide(3, 4, Variant::queens);
  wide.block({1, 0});
  EXPECT_EQ(symmetries_of(wide), (std::vector{identity, mirror_rows}));
}

/// Whether the symmetry keeps the attacks, square by square.
bool keeps_attacks(const Board& board, Symmetry symmetry) {
  const Problem problem(board);
  const std::uint64_t rows = board.rows();
  const std::uint64_t columns = board.columns();
  const auto attacks = [&](Square a, Square b) {
    return (problem.attacked(static_cast<int>(a.row), static_cast<int>(a.column),
                             static_cast<int>(b.row)) >>
                b.column &
            1u) != 0;
  };
  for (std::uint64_t a = 0; a < rows * columns; ++a) {
    for (std::uint64_t b = 0; b < rows * columns; ++b) {
      const Square first{a / columns, a % columns};
      const Square second{b / columns, b % columns};
      const Square to_first = image(symmetry, first, rows, columns);
      const Square to_second = image(symmetry, second, rows, columns);
      // No row or column ever has two queens.
      if (first.row == second.row || to_first.row == to_second.row) continue;
      if (attacks(first, second) != attacks(to_first, to_second)) return false;
    }
  }
  return true;
}

TEST(SymmetriesOf, AreThoseThatKeepTheAttacks) {
  for (const Variant variant : tests::kVariants) {
    for (int rows = 3; rows <= 6; ++rows) {
      for (int columns = 3; columns <= 6; ++columns) {
        if (variant == Variant::torus && rows != columns) continue;
        const Board problem(rows, columns, variant);
        const std::vector<Symmetry> kept = symmetries_of(problem);
        for (const Symmetry symmetry : kSymmetries) {
          const bool is_kept = std::find(kept.begin(), kept.end(), symmetry) != kept.end();
          // A rectangle may keep attacks under a symmetry that turns it into another board.
          if (!is_kept && !problem.is_square()) continue;
          EXPECT_EQ(keeps_attacks(problem, symmetry), is_kept)
              << to_string(variant) << " " << rows << "x" << columns << " " << to_string(symmetry);
        }
      }
    }
  }
}

}  // namespace
}  // namespace nqueens
