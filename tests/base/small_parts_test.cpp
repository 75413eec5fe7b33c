// The check sum has to be the same on every machine: journals travel.
#include "base/checksum.hpp"

#include <gtest/gtest.h>

namespace nqueens::base {
namespace {

TEST(Checksum, HasThePublishedValueOfTheEmptyText) {
  // XXH3_64bits of no bytes with seed 0, from the xxHash specification.
  EXPECT_EQ(checksum(""), 0x2D06800538D394C2u);
}

TEST(Checksum, DependsOnEveryByteAndOnTheSeed) {
  EXPECT_NE(checksum("1176 2 2 2"), checksum("1176 2 2 3"));
  EXPECT_NE(checksum("1176 2 2 2", 1), checksum("1176 2 2 2", 2));
  EXPECT_EQ(checksum("1176 2 2 2", 7), checksum("1176 2 2 2", 7));
}

TEST(Checksum, HexHasSixteenDigits) {
  EXPECT_EQ(to_hex(0xAB), "00000000000000ab");
  EXPECT_EQ(to_hex(~std::uint64_t{0}), "ffffffffffffffff");
}

}  // namespace
}  // namespace nqueens::base
