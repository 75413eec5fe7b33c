// Printing and parsing of 128-bit counts.
#include "nqueens/wide.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "nqueens/error.hpp"

namespace nqueens {
namespace {

TEST(Wide, PrintsTheEnds) {
  EXPECT_EQ(to_string(WideCount{0}), "0");
  EXPECT_EQ(to_string(~WideCount{0}), "340282366920938463463374607431768211455");
}

TEST(Wide, ParsesTheLargestAndRefusesTheNext) {
  EXPECT_TRUE(parse_wide("340282366920938463463374607431768211455") == ~WideCount{0});
  EXPECT_THROW(parse_wide("340282366920938463463374607431768211456"), InvalidArgument);
  EXPECT_THROW(parse_wide("3402823669209384634633746074317682114550"), InvalidArgument);
}

TEST(Wide, RefusesAnythingButDigits) {
  for (const char* text : {"", " 1", "1 ", "-1", "+1", "1_000", "0x10", "1e3"}) {
    EXPECT_THROW(parse_wide(text), InvalidArgument) << text;
  }
}

RC_GTEST_PROP(Wide, ParsingUndoesPrinting, (std::uint64_t high, std::uint64_t low)) {
  const WideCount value = (WideCount{high} << 64) | low;
  RC_ASSERT(parse_wide(to_string(value)) == value);
}

}  // namespace
}  // namespace nqueens
