// Printing of 128-bit counts.
#include "nqueens/wide.hpp"

#include <gtest/gtest.h>

namespace nqueens {
namespace {

TEST(Wide, PrintsTheEnds) {
  EXPECT_EQ(to_string(WideCount{0}), "0");
  EXPECT_EQ(to_string(~WideCount{0}), "340282366920938463463374607431768211455");
}

}  // namespace
}  // namespace nqueens
