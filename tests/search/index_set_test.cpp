// The set that searches draw from, against std::set.
#include "search/index_set.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <atomic>
#include <cstdint>
#include <set>
#include <stop_token>

#include "base/random.hpp"

namespace nqueens::search {
namespace {

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

TEST(IndexSet, ClearedItTakesEverythingAgain) {
  const std::stop_token never;
  const std::atomic<bool> over{false};
  IndexSet set(100);
  for (std::uint64_t index = 0; index < 100; ++index) set.insert(index);
  EXPECT_EQ(set.size(), 100u);
  EXPECT_TRUE(set.clear(StopSignal(never, over)));
  EXPECT_EQ(set.size(), 0u);
  for (std::uint64_t index = 0; index < 100; ++index) set.insert(index);
  EXPECT_EQ(set.size(), 100u);
}

}  // namespace
}  // namespace nqueens::search
