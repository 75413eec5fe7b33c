// Tallies: residues that follow the sum, and refusal to wrap.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "counting/decomposition.hpp"
#include "nqueens/error.hpp"

namespace nqueens::counting {
namespace {

RC_GTEST_PROP(Tally, ResiduesFollowAnySum, (const std::vector<std::uint32_t>& parts)) {
  Tally tally;
  std::uint64_t sum = 0;
  for (const std::uint32_t part : parts) {
    const std::uint64_t solutions = std::uint64_t{part} * 4099;
    tally.add(solutions, part % 9);
    sum += solutions * (part % 9);
  }
  RC_ASSERT(tally.solutions() == sum);
  RC_ASSERT(tally.is_consistent());
}

TEST(Tally, RefusesToWrap) {
  Tally tally;
  tally.add(~std::uint64_t{0}, 1);
  EXPECT_THROW(tally.add(1, 1), Error);
  Tally product;
  EXPECT_THROW(product.add(std::uint64_t{1} << 63, 2), Error);
}

TEST(Tally, AFlippedBitContradictsTheResidues) {
  Tally tally;
  tally.add(123456789, 2);
  for (int bit = 0; bit < 64; ++bit) {
    const Tally flipped = Tally::restored(tally.solutions() ^ (std::uint64_t{1} << bit),
                                          tally.residue(0), tally.residue(1));
    EXPECT_FALSE(flipped.is_consistent()) << bit;
  }
}

TEST(RowPrefix, HoldsTwelveColumns) {
  RowPrefix prefix;
  for (int row = 0; row < RowPrefix::kMaxDepth; ++row) prefix = prefix.with(row, 31 - row);
  prefix = prefix.with(3, 7);
  for (int row = 0; row < RowPrefix::kMaxDepth; ++row) {
    EXPECT_EQ(RowPrefix(prefix.code())[row], row == 3 ? 7 : 31 - row);
  }
}

}  // namespace
}  // namespace nqueens::counting
