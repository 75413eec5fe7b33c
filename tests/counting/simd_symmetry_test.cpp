// The border rule: the weights of the eight images of every solution add up to eight, and all
// numbers of tied lines occur.
#include <gtest/gtest.h>

#include <set>

#include "counting/simd/simd.hpp"
#include "nqueens/symmetry.hpp"
#include "nqueens/wide.hpp"
#include "support/solutions.hpp"

namespace nqueens::counting {
namespace {

std::uint32_t weight_of(const Placement& placement) {
  const int size = static_cast<int>(placement.size());
  BorderQueens queens;
  for (int row = 0; row < size; ++row) {
    const auto column = static_cast<int>(placement[static_cast<std::size_t>(row)]);
    if (column == 0) queens.left_row = row;
    if (column == size - 1) queens.right_row = row;
  }
  queens.top_column = static_cast<int>(placement.front());
  queens.bottom_column = static_cast<int>(placement.back());
  return border_weight(size, queens);
}

TEST(BorderWeight, OfTheEightImagesAddUpToEight) {
  std::set<std::multiset<std::uint32_t>> kinds;
  for (int size = 4; size <= 10; ++size) {
    std::uint64_t weighted = 0;
    tests::for_each_solution(size, [&](const Placement& placement) {
      weighted += weight_of(placement);
      std::uint32_t sum = 0;
      std::multiset<std::uint32_t> weights;
      for (const Symmetry symmetry : kSymmetries) {
        const std::uint32_t weight = weight_of(image(symmetry, placement));
        weights.insert(weight);
        sum += weight;
      }
      EXPECT_EQ(sum, 8u) << size;
      kinds.insert(weights);
    });
    EXPECT_EQ(weighted, *known_solutions(size));
  }
  // One line, two, three and four tied.
  EXPECT_TRUE(kinds.contains({0, 0, 0, 0, 0, 0, 0, 8}));
  EXPECT_TRUE(kinds.contains({0, 0, 0, 0, 0, 0, 4, 4}));
  EXPECT_TRUE(kinds.contains({0, 0, 0, 0, 0, 2, 2, 4}));
  EXPECT_TRUE(kinds.contains({0, 0, 0, 0, 2, 2, 2, 2}));
  EXPECT_EQ(kinds.size(), 4u);
}

}  // namespace
}  // namespace nqueens::counting
