// The eight symmetries as a group, orbits of solutions, canonical forms.
#include "nqueens/symmetry.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "nqueens/error.hpp"
#include "nqueens/known_values.hpp"
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
    std::map<Placement, int> members;
    tests::for_each_solution(n, [&](const Placement& solution) {
      EXPECT_TRUE(is_solution(solution));
      ++solutions;
      ++members[canonical_form(solution)];
    });
    EXPECT_EQ(solutions, *known_solutions(n));
    EXPECT_EQ(members.size(), *known_fundamental_solutions(n)) << n;
    for (const auto& [form, count] : members) EXPECT_EQ(count, orbit_size(form)) << n;
  }
}

TEST(Symmetry, QuarterTurnsFollowTheClock) {
  // The queen of the top left corner goes to the top right one.
  EXPECT_EQ(image(Symmetry::quarter_turn, Square{0, 0}, 5), (Square{0, 4}));
  EXPECT_EQ(image(Symmetry::half_turn, Square{0, 0}, 5), (Square{4, 4}));
  EXPECT_EQ(image(Symmetry::three_quarter_turn, Square{0, 0}, 5), (Square{4, 0}));
  EXPECT_EQ(image(Symmetry::mirror_columns, Square{1, 0}, 5), (Square{1, 4}));
  EXPECT_EQ(image(Symmetry::mirror_rows, Square{1, 0}, 5), (Square{3, 0}));
  EXPECT_EQ(image(Symmetry::transpose, Square{1, 0}, 5), (Square{0, 1}));
  EXPECT_EQ(image(Symmetry::antitranspose, Square{1, 0}, 5), (Square{4, 3}));
}

TEST(Symmetry, RefusesWhatIsNoPermutation) {
  EXPECT_THROW(image(Symmetry::quarter_turn, Placement{1, 1}), InvalidPlacement);
  EXPECT_THROW(canonical_form(Placement{2, 0}), InvalidPlacement);
}

RC_GTEST_PROP(Symmetry, TurnsAndMirrorsObeyTheGroup, ()) {
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

RC_GTEST_PROP(Symmetry, CanonicalFormIsCommonToTheOrbitAndNothingElse, ()) {
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
  RC_ASSERT(static_cast<int>(images.size()) == orbit_size(columns));
}

}  // namespace
}  // namespace nqueens
