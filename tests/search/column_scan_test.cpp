// The scan of all columns of a row against a plain loop, and the fairness of its choice.
#include "search/column_scan.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <map>
#include <stop_token>
#include <vector>

#include "base/random.hpp"

namespace nqueens::search {
namespace {

const std::stop_token kNever;
const std::atomic<bool> kRunning{false};

RC_GTEST_PROP(ColumnScan, FindsTheFewest, (std::uint64_t seed)) {
  base::Random random(seed);
  // Sizes around the blocks that the scan works in, and tiny ones.
  const std::uint64_t size = 1 + random.below(random.below(2) == 0 ? 100 : 20000);
  const std::uint32_t most = 1 + random.below(kMaxScannedCount);
  std::vector<std::uint8_t> counts[3];
  for (auto& family : counts) {
    for (std::uint64_t i = 0; i < size; ++i) {
      family.push_back(std::uint8_t(1 + random.below(most)));
    }
  }
  const RowCounters row = {counts[0].data(), counts[1].data(), counts[2].data()};
  int least = 1000;
  for (std::uint64_t column = 0; column < size; ++column) {
    least = std::min(least, counts[0][column] + counts[1][column] + counts[2][column]);
  }
  const auto found = scan_columns(row, size, random, StopSignal(kNever, kRunning));
  RC_ASSERT(found.has_value());
  RC_ASSERT(found->column < size);
  RC_ASSERT(int(found->queens) == least);
  RC_ASSERT(int(row.queens(found->column)) == least);
}

TEST(ColumnScan, ChoosesEveryTieEquallyOften) {
  constexpr std::uint64_t kSize = 10000;
  const std::vector<std::uint8_t> zero(kSize, 0);
  std::vector<std::uint8_t> counts(kSize, 2);
  // Unevenly spread over blocks, at both ends, and neighbours.
  const std::vector<std::uint64_t> ties = {0, 1, 2, 4095, 4096, 5000, 9998, 9999};
  for (const std::uint64_t column : ties) counts[column] = 1;
  const RowCounters row = {counts.data(), zero.data(), zero.data()};
  base::Random random(3);
  std::map<std::uint64_t, int> chosen;
  for (int draw = 0; draw < 8000; ++draw) {
    ++chosen[scan_columns(row, kSize, random, StopSignal(kNever, kRunning))->column];
  }
  ASSERT_EQ(chosen.size(), ties.size());
  // 1000 expected, standard deviation 30.
  for (const auto& [column, times] : chosen) {
    EXPECT_GT(times, 850) << column;
    EXPECT_LT(times, 1150) << column;
  }
}

TEST(ColumnScan, EndsWhenStopped) {
  const std::vector<std::uint8_t> zero(10, 0);
  const RowCounters row = {zero.data(), zero.data(), zero.data()};
  base::Random random(1);
  const std::atomic<bool> over{true};
  EXPECT_FALSE(scan_columns(row, 10, random, StopSignal(kNever, over)).has_value());
}

}  // namespace
}  // namespace nqueens::search
