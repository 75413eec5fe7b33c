// The counters and their prices against counting all pairs anew, for every storage; and that no
// count can wrap around.
#include "search/line_counters.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "nqueens/error.hpp"
#include "nqueens/placement.hpp"

namespace nqueens::search {
namespace {

using Bytes = DenseStorage<std::uint8_t>;
using Words = DenseStorage<std::uint16_t>;

/// Pairs of queens on a common line; a pair that shares a column too counts for it as well.
std::int64_t pairs(const Placement& placement, bool with_columns) {
  std::int64_t found = 0;
  for (std::int64_t b = 0; b < std::int64_t(placement.size()); ++b) {
    for (std::int64_t a = 0; a < b; ++a) {
      const std::int64_t column_a = placement[std::size_t(a)];
      const std::int64_t column_b = placement[std::size_t(b)];
      found += a - column_a == b - column_b;
      found += a + column_a == b + column_b;
      found += with_columns && column_a == column_b;
    }
  }
  return found;
}

Placement random_permutation(std::uint32_t size, base::Random& random) {
  Placement placement(size);
  std::iota(placement.begin(), placement.end(), 0u);
  for (std::uint32_t i = 0; i < size; ++i) {
    std::swap(placement[i], placement[i + random.below(size - i)]);
  }
  return placement;
}

template <typename Storage>
class DiagonalCountersTest : public testing::Test {};
using Storages = testing::Types<Bytes, Words, SparseStorage>;
TYPED_TEST_SUITE(DiagonalCountersTest, Storages);

TYPED_TEST(DiagonalCountersTest, SwapPriceIsTheDifferenceOfRecounts) {
  const bool held = rc::check([](std::uint64_t seed) {
    const auto size = *rc::gen::inRange<std::uint32_t>(2, 40);
    base::Random random(seed);
    Placement placement = random_permutation(size, random);
    DiagonalCounters<TypeParam> counters(size);
    for (std::uint32_t row = 0; row < size; ++row) counters.place(row, placement[row]);
    for (int swap = 0; swap < 20; ++swap) {
      const std::uint32_t a = random.below(size);
      const std::uint32_t b = random.below(size);
      if (a == b) continue;
      const std::int64_t before = pairs(placement, false);
      const std::int64_t price = counters.swap_price(a, placement[a], b, placement[b]);
      counters.swap(a, placement[a], b, placement[b]);
      std::swap(placement[a], placement[b]);
      RC_ASSERT(pairs(placement, false) - before == price);
    }
    // And nothing was left behind on any line.
    DiagonalCounters<TypeParam> anew(size);
    for (std::uint32_t row = 0; row < size; ++row) anew.place(row, placement[row]);
    for (std::uint64_t line = 0; line < anew.lines(size); ++line) {
      RC_ASSERT(counters.diagonals().count(line) == anew.diagonals().count(line));
      RC_ASSERT(counters.antidiagonals().count(line) == anew.antidiagonals().count(line));
    }
  });
  EXPECT_TRUE(held);
}

TYPED_TEST(DiagonalCountersTest, MovePriceIsTheDifferenceOfRecounts) {
  const bool held = rc::check([](std::uint64_t seed) {
    const auto size = *rc::gen::inRange<std::uint32_t>(2, 40);
    base::Random random(seed);
    LineCounters<TypeParam> counters(size);
    Placement placement(size);
    std::int64_t total = 0;
    for (std::uint32_t row = 0; row < size; ++row) {
      placement[row] = random.below(size);
      total += std::int64_t(counters.place(row, placement[row]));
    }
    RC_ASSERT(total == pairs(placement, true));
    for (int move = 0; move < 20; ++move) {
      const std::uint32_t row = random.below(size);
      const std::uint32_t to = random.below(size);
      if (to == placement[row]) continue;
      const std::int64_t price = counters.move_price(row, placement[row], to);
      const std::uint64_t removed = counters.remove(row, placement[row]);
      const std::uint64_t added = counters.place(row, to);
      placement[row] = to;
      RC_ASSERT(std::int64_t(added) - std::int64_t(removed) == price);
      total += price;
      RC_ASSERT(total == pairs(placement, true));
    }
  });
  EXPECT_TRUE(held);
}

TEST(LineStorage, ADenseCounterRefusesToWrap) {
  Bytes storage(3);
  for (std::uint64_t queens = 0; queens < 255; ++queens) ASSERT_EQ(storage.increment(1), queens);
  EXPECT_THROW(storage.increment(1), Error);
  EXPECT_EQ(storage.count(1), 255u);
  EXPECT_EQ(storage.count(0), 0u);
  EXPECT_EQ(storage.decrement(1), 254u);
}

TEST(LineStorage, ASparseStorageCountsAnyNumber) {
  SparseStorage storage(200);
  for (std::uint64_t queens = 0; queens < 1000; ++queens) {
    ASSERT_EQ(storage.increment(70), queens);
    // Of the same remainder modulo 64, and so hit by the same bit of the filter.
    ASSERT_EQ(storage.count(6), 0u);
    ASSERT_EQ(storage.count(134), 0u);
  }
  for (std::uint64_t queens = 1000; queens-- > 0;) ASSERT_EQ(storage.decrement(70), queens);
  EXPECT_EQ(storage.occupied(70), 0u);
}

}  // namespace
}  // namespace nqueens::search
