// The generator: a fixed sequence, and numbers below a bound that are spread evenly.
#include "base/random.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace nqueens::base {
namespace {

TEST(Random, SameSeedSameSequence) {
  Random first(7), second(7), other(8);
  int equal_to_other = 0;
  for (int i = 0; i < 100; ++i) {
    const std::uint64_t number = first.next();
    EXPECT_EQ(number, second.next());
    equal_to_other += number == other.next();
  }
  EXPECT_EQ(equal_to_other, 0);
}

TEST(Random, BelowStaysBelowAndReachesEveryValue) {
  Random random(1);
  std::vector<int> seen(10);
  for (int i = 0; i < 10000; ++i) {
    const std::uint32_t value = random.below(10);
    ASSERT_LT(value, 10u);
    ++seen[value];
  }
  // 1000 expected each, standard deviation 30.
  for (const int count : seen) EXPECT_NEAR(count, 1000, 200);
  EXPECT_EQ(random.below(1), 0u);
}

}  // namespace
}  // namespace nqueens::base
