// The quick test for the least of an orbit against canonical_form(), and the masks against it.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "catalog/prefixes.hpp"
#include "nqueens/placement.hpp"
#include "nqueens/symmetry.hpp"

namespace nqueens::catalog {
namespace {

bool agrees(const Placement& columns) {
  const std::vector<std::uint8_t> bytes(columns.begin(), columns.end());
  return is_least_of_orbit(bytes) == (canonical_form(columns) == columns);
}

TEST(OrbitLeast, IsTheCanonicalFormOfEverySmallPermutation) {
  for (Column size = 0; size <= 7; ++size) {
    Placement columns(size);
    std::iota(columns.begin(), columns.end(), Column{0});
    do {
      ASSERT_TRUE(agrees(columns));
      const auto n = static_cast<int>(size);
      if (n == 0 || canonical_form(columns) != columns) continue;
      // No least one is lost by the masks.
      ASSERT_LE(2 * columns[0], size - 1);
      const RowMasks masks = columns_of_least(n, static_cast<int>(columns[0]));
      for (std::size_t row = 1; row < size; ++row) ASSERT_TRUE(masks[row] >> columns[row] & 1);
    } while (std::next_permutation(columns.begin(), columns.end()));
  }
}

RC_GTEST_PROP(OrbitLeast, IsTheCanonicalFormOfLargerPermutations, ()) {
  const auto size = *rc::gen::inRange<Column>(8, 33);
  Placement columns(size);
  std::iota(columns.begin(), columns.end(), Column{0});
  for (std::size_t left = size; left > 1; --left) {
    std::swap(columns[left - 1], columns[*rc::gen::inRange<std::size_t>(0, left)]);
  }
  RC_ASSERT(agrees(columns));
  RC_ASSERT(agrees(canonical_form(columns)));
}

}  // namespace
}  // namespace nqueens::catalog
