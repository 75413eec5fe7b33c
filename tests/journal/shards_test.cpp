// Shards: the rule against its literal form, and the spread that it promises.
#include "journal/shards.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include "engine/engine.hpp"
#include "engine/plan.hpp"
#include "nqueens/error.hpp"
#include "support/message_of.hpp"
#include "support/property.hpp"
#include "support/seeded_random.hpp"

namespace nqueens::journal {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<engine::Task> tasks_of(const std::vector<std::uint32_t>& costs) {
  std::vector<engine::Task> tasks;
  for (const std::uint32_t cost : costs) tasks.push_back({tasks.size(), 0, 1, cost});
  return tasks;
}

std::vector<engine::Task> random_tasks() {
  // Few different costs, so that many are equal.
  tests::SeededRandom random;
  std::vector<std::uint32_t> costs(random.from_to(1, 100));
  for (std::uint32_t& cost : costs) cost = static_cast<std::uint32_t>(random.from_to(1, 11));
  return tasks_of(costs);
}

std::string refusal(std::size_t tasks, int shards) {
  return tests::message_of<InvalidArgument>(
      [&] { const Shards dealt(tasks_of(std::vector<std::uint32_t>(tasks, 1)), shards); });
}

/// The rule word by word: the costliest task left goes to the shard with the least work.
std::vector<int> by_the_rule(const std::vector<engine::Task>& tasks, int shards) {
  std::vector<int> shard_of(tasks.size(), -1);
  std::vector<std::uint64_t> cost(static_cast<std::size_t>(shards));
  for (std::size_t round = 0; round < tasks.size(); ++round) {
    std::size_t costliest = tasks.size();
    for (std::size_t id = 0; id < tasks.size(); ++id) {
      if (shard_of[id] >= 0) continue;
      if (costliest == tasks.size() || tasks[id].cost > tasks[costliest].cost) costliest = id;
    }
    const auto least = std::min_element(cost.begin(), cost.end());
    *least += tasks[costliest].cost;
    shard_of[costliest] = static_cast<int>(least - cost.begin());
  }
  return shard_of;
}

PROPERTY(Shards, FollowTheRuleAndDifferByOneTaskAtMost) {
  const std::vector<engine::Task> tasks = random_tasks();
  const int count = *rc::gen::inRange(1, static_cast<int>(tasks.size()) + 1);
  const Shards shards(tasks, count);
  const std::vector<int> expected = by_the_rule(tasks, count);
  std::vector<std::uint64_t> costs(static_cast<std::size_t>(count));
  std::uint32_t largest = 0;
  for (const engine::Task& task : tasks) {
    RC_ASSERT(shards.of(task.id) == expected[task.id]);
    costs[static_cast<std::size_t>(shards.of(task.id))] += task.cost;
    largest = std::max(largest, task.cost);
  }
  const auto [least, most] = std::minmax_element(costs.begin(), costs.end());
  RC_ASSERT(*least > 0u);
  RC_ASSERT(*most - *least <= largest);
}

TEST(Shards, RefusesMoreShardsThanTasks) {
  EXPECT_THAT(refusal(5, 6), HasSubstr("number of shards out of range: 6; 1 to 5, "));
  EXPECT_THAT(refusal(5, 0), HasSubstr("out of range: 0; 1 to 5"));
  EXPECT_THAT(refusal(5, -1), HasSubstr("out of range: -1; 1 to 5"));
  EXPECT_EQ(refusal(5, 5), "nothing thrown");
  // A problem without tasks allows one shard, which has nothing to do.
  EXPECT_EQ(refusal(0, 1), "nothing thrown");
  EXPECT_THAT(refusal(0, 2), HasSubstr("out of range: 2; 1 to 1"));
}

/// These never change: shards that were begun must be resumed with the same tasks.
TEST(Shards, OfRowSetsKeepTheirTasks) {
  const auto& engine = engine::find_engine("colour-join");
  const engine::Plan plan(engine.decompose(Problem(16)), 2);
  const Shards shards(plan.tasks(), 5);
  std::vector<std::uint64_t> tasks(5);
  std::vector<std::uint64_t> sum_of_ids(5);
  for (const engine::Task& task : plan.tasks()) {
    const auto shard = static_cast<std::size_t>(shards.of(task.id));
    ++tasks[shard];
    sum_of_ids[shard] += task.id;
  }
  EXPECT_THAT(tasks, ElementsAre(69, 69, 69, 69, 69));
  EXPECT_THAT(sum_of_ids, ElementsAre(11359, 12006, 13052, 11431, 11492));
}

}  // namespace
}  // namespace nqueens::journal
