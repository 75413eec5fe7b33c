// Fundamental solutions by Burnside's lemma, against A002562.
#include <gtest/gtest.h>

#include "nqueens/count.hpp"
#include "nqueens/known_values.hpp"

namespace nqueens {
namespace {

TEST(CountBySymmetry, GivesThePublishedFundamentalSolutions) {
  for (int n = 0; n <= 14; ++n) {
    const SymmetryCounts counts = count_by_symmetry(n);
    EXPECT_TRUE(counts.all == *known_solutions(n)) << n;
    EXPECT_TRUE(counts.fundamental == *known_fundamental_solutions(n)) << n;
    EXPECT_EQ(counts.board_size, n);
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

}  // namespace
}  // namespace nqueens
