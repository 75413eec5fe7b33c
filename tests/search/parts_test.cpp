// What searches are made of: the set they draw from against std::set, the scan of a row against a
// plain loop and for fairness.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "base/random.hpp"
#include "search/index_set.hpp"
#include "support/stop.hpp"

namespace nqueens::search {
namespace {

using tests::kNeverStopped;

RC_GTEST_PROP(IndexSet, BehavesAsASet, (std::uint64_t seed)) {
  const auto bound = *rc::gen::inRange<std::uint32_t>(1, 200);
  base::Random random(seed);
  IndexSet set(bound);
  std::set<std::uint64_t> model;
  for (int step = 0; step < 300; ++step) {
    if (random.below(3) != 0 || model.empty()) {
      const std::uint32_t index = random.below(bound);
      set.insert(index);
      model.insert(index);
    } else {
      const std::uint32_t position = set.draw(random);
      RC_ASSERT(model.erase(set.at(position)) == 1u);
      set.erase_at(position);
    }
    RC_ASSERT(set.size() == model.size());
  }
  std::set<std::uint64_t> members;
  for (std::uint64_t position = 0; position < set.size(); ++position) {
    members.insert(set.at(position));
  }
  RC_ASSERT(members == model);
}

RC_GTEST_PROP(ColumnScan, FindsTheFewest, (std::uint64_t seed)) {
  base::Random random(seed);
  // Sizes around the blocks that the scan works in, and tiny ones.
  const std::uint64_t size = 1 + random.below(random.below(2) == 0 ? 100 : 20000);
  const std::uint32_t max = 1 + random.below(kMaxScannedCount);
  std::vector<std::uint8_t> counts[3];
  for (auto& family : counts) {
    for (std::uint64_t i = 0; i < size; ++i) {
      family.push_back(std::uint8_t(1 + random.below(max)));
    }
  }
  const RowCounters row = {counts[0].data(), counts[1].data(), counts[2].data()};
  int least = 1000;
  for (std::uint64_t column = 0; column < size; ++column) {
    least = std::min(least, counts[0][column] + counts[1][column] + counts[2][column]);
  }
  const auto found = scan_columns(row, size, random, kNeverStopped);
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
    ++chosen[scan_columns(row, kSize, random, kNeverStopped)->column];
  }
  ASSERT_EQ(chosen.size(), ties.size());
  // 1000 expected, standard deviation 30.
  for (const auto& [column, times] : chosen) {
    EXPECT_GT(times, 850) << column;
    EXPECT_LT(times, 1150) << column;
  }
}

}  // namespace
}  // namespace nqueens::search
