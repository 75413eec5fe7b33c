// The tables at their ends. (tests/api ties the two together by Burnside's identity.)
#include <gtest/gtest.h>

#include "nqueens/wide.hpp"

namespace nqueens {
namespace {

TEST(KnownValues, EndsAreRight) {
  EXPECT_EQ(known_solutions(0), WideCount{1});
  EXPECT_EQ(known_solutions(8), WideCount{92});
  EXPECT_EQ(known_solutions(27), WideCount{234'907'967'154'122'528});
  EXPECT_EQ(known_fundamental_solutions(8), WideCount{12});
  EXPECT_FALSE(known_solutions(-1).has_value());
  EXPECT_FALSE(known_solutions(28).has_value());
  EXPECT_FALSE(known_fundamental_solutions(28).has_value());
}

}  // namespace
}  // namespace nqueens
