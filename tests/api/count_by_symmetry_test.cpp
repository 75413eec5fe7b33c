// Fundamental solutions by Burnside's lemma: against A002562, and of restricted boards against the
// orbits of their solutions, collected one by one.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>

#include "counting/symmetric.hpp"
#include "nqueens/count.hpp"
#include "nqueens/wide.hpp"

namespace nqueens {
namespace {

TEST(CountBySymmetry, GivesThePublishedFundamentalSolutions) {
  for (int n = 0; n <= 14; ++n) {
    const SymmetryCounts counts = count_by_symmetry(n);
    EXPECT_TRUE(counts.all == *known_solutions(n)) << n;
    EXPECT_TRUE(counts.fundamental == *known_fundamental_solutions(n)) << n;
    EXPECT_EQ(counts.count.board.rows(), static_cast<std::uint64_t>(n));
  }
}

TEST(CountBySymmetry, BurnsideTiesThePublishedTablesTogether) {
  // The symmetric counts far beyond what is counted here, from the tables of Q and U alone.
  for (int n = 2; n <= 23; ++n) {
    const WideCount left = 8 * *known_fundamental_solutions(n);
    const WideCount right =
        *known_solutions(n) + count_point_symmetric(n) + 2 * count_quarter_turn_symmetric(n);
    EXPECT_TRUE(left == right) << "n = " << n;
  }
}

using Squares = std::set<std::pair<std::uint64_t, std::uint64_t>>;

/// All solutions as sets of squares, by trying every allowed column of every row.
std::set<Squares> all_solutions(const Board& board) {
  const Problem problem(board);
  std::set<Squares> found;
  std::vector<int> columns;
  const auto place = [&](const auto& self) -> void {
    const int row = static_cast<int>(columns.size());
    if (row == problem.rows()) {
      Squares squares;
      for (std::size_t r = 0; r < columns.size(); ++r) {
        squares.emplace(r, static_cast<std::uint64_t>(columns[r]));
      }
      found.insert(squares);
      return;
    }
    for (int column = 0; column < problem.columns(); ++column) {
      bool free = ((problem.allowed(row) >> column) & 1u) != 0;
      for (int above = 0; above < row && free; ++above) {
        free = ((problem.attacked(above, columns[static_cast<std::size_t>(above)], row) >> column) &
                1u) == 0;
      }
      if (!free) continue;
      columns.push_back(column);
      self(self);
      columns.pop_back();
    }
  };
  place(place);
  return found;
}

Squares image_of(Symmetry symmetry, const Squares& squares, const Board& problem) {
  Squares images;
  for (const auto& [row, column] : squares) {
    const Square to = image(symmetry, Square{row, column}, problem.rows(), problem.columns());
    images.emplace(to.row, to.column);
  }
  return images;
}

/// A board of any variant with some squares blocked, each with its images under a random symmetry
/// or two, so that most problems keep some.
Board random_symmetric_problem() {
  const auto variant = *rc::gen::element(Variant::queens, Variant::queens, Variant::torus,
                                         Variant::superqueens, Variant::semi);
  const int columns = *rc::gen::inRange(1, variant == Variant::semi ? 7 : 9);
  const bool is_square = variant == Variant::torus || *rc::gen::arbitrary<bool>();
  const int rows = is_square ? columns : *rc::gen::inRange(1, columns + 1);
  Board problem(rows, columns, variant);
  const auto kept = symmetries_of(problem);
  const Symmetry one = *rc::gen::elementOf(kept);
  const Symmetry two = *rc::gen::elementOf(kept);
  const int blocked = *rc::gen::inRange(0, 4);
  for (int i = 0; i < blocked; ++i) {
    Squares orbit = {{*rc::gen::inRange<std::uint64_t>(0, static_cast<std::uint64_t>(rows)),
                      *rc::gen::inRange<std::uint64_t>(0, static_cast<std::uint64_t>(columns))}};
    for (std::size_t size = 0; size != orbit.size();) {
      size = orbit.size();
      orbit.merge(image_of(one, orbit, problem));
      orbit.merge(image_of(two, orbit, problem));
    }
    for (const auto& [row, column] : orbit) problem.block({row, column});
  }
  return problem;
}

RC_GTEST_PROP(CountBySymmetry, GivesTheOrbitsOfRestrictedBoards, ()) {
  const Board problem = random_symmetric_problem();
  const std::set<Squares> solutions = all_solutions(problem);
  std::set<Squares> least;
  std::uint64_t half = 0;
  std::uint64_t quarter = 0;
  const std::vector<Symmetry> kept = symmetries_of(problem);
  for (const Squares& solution : solutions) {
    Squares best = solution;
    for (const Symmetry symmetry : kept) {
      best = std::min(best, image_of(symmetry, solution, problem));
    }
    least.insert(best);
    half += image_of(Symmetry::half_turn, solution, problem) == solution;
    quarter +=
        problem.is_square() && image_of(Symmetry::quarter_turn, solution, problem) == solution;
  }
  const SymmetryCounts counts = count_by_symmetry(problem, {.threads = 1});
  RC_ASSERT(counts.symmetries == kept);
  RC_ASSERT(counts.all == solutions.size());
  RC_ASSERT(counts.fundamental == least.size());
  RC_ASSERT(counts.point_symmetric == half);
  RC_ASSERT(counts.quarter_turn_symmetric == quarter);
}

TEST(CountBySymmetry, FixedCountsOfPlainBoardsAreThoseOfTheirOwnSearches) {
  for (int n = 1; n <= 15; ++n) {
    for (const auto& [symmetry, expected] :
         {std::pair{Symmetry::half_turn, count_point_symmetric(n)},
          std::pair{Symmetry::quarter_turn, count_quarter_turn_symmetric(n)}}) {
      std::uint64_t solutions = 0;
      ASSERT_TRUE(counting::count_fixed(Problem(n), symmetry, {}, solutions));
      EXPECT_TRUE(solutions == expected) << n;
    }
  }
}

RC_GTEST_PROP(OrbitRows, AddUp, ()) {
  // Any numbers of orbits: 8, 4 and 2 solutions each.
  const auto eights = static_cast<WideCount>(*rc::gen::inRange(0, 1 << 30)) << 60;
  const auto fours = static_cast<WideCount>(*rc::gen::inRange(0, 1 << 30));
  const auto twos = static_cast<WideCount>(*rc::gen::inRange(0, 1 << 30));
  SymmetryCounts counts;
  counts.count.board = 20;
  counts.quarter_turn_symmetric = 2 * twos;
  counts.point_symmetric = 4 * fours + 2 * twos;
  counts.all = 8 * eights + 4 * fours + 2 * twos;
  const std::vector<Orbits> rows = counts.orbits();
  RC_ASSERT(rows[0].number == eights);
  RC_ASSERT(rows[1].number == fours);
  RC_ASSERT(rows[2].number == twos);
  RC_ASSERT(rows[0].solutions + rows[1].solutions + rows[2].solutions == counts.all);
}

}  // namespace
}  // namespace nqueens
