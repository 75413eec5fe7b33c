// Shards: the rule against a literal reading of it, and the spread it promises.
#include "journal/shards.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "counting/engine.hpp"
#include "counting/plan.hpp"
#include "nqueens/error.hpp"
#include "support/message_of.hpp"

namespace nqueens::journal {
namespace {

using ::testing::HasSubstr;

std::vector<counting::Task> tasks_of(const std::vector<std::uint32_t>& costs) {
  std::vector<counting::Task> tasks;
  for (const std::uint32_t cost : costs) tasks.push_back({tasks.size(), 0, 1, cost});
  return tasks;
}

std::vector<counting::Task> random_tasks() {
  // Few different costs, so that many are equal.
  return tasks_of(*rc::gen::nonEmpty(
      rc::gen::container<std::vector<std::uint32_t>>(rc::gen::inRange<std::uint32_t>(1, 12))));
}

std::string refusal(std::size_t tasks, int shards) {
  return tests::message_of<InvalidArgument>(
      [&] { const Shards dealt(tasks_of(std::vector<std::uint32_t>(tasks, 1)), shards); });
}

/// The rule word by word: again and again the costliest task that is left to the least shard.
std::vector<int> by_the_rule(const std::vector<counting::Task>& tasks, int shards) {
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

RC_GTEST_PROP(Shards, FollowTheRule, ()) {
  const std::vector<counting::Task> tasks = random_tasks();
  const int count = *rc::gen::inRange(1, static_cast<int>(tasks.size()) + 1);
  const Shards shards(tasks, count);
  const std::vector<int> expected = by_the_rule(tasks, count);
  RC_ASSERT(shards.count() == count);
  std::vector<ShardLoad> loads(static_cast<std::size_t>(count));
  for (const counting::Task& task : tasks) {
    RC_ASSERT(shards.of(task.id) == expected[task.id]);
    ShardLoad& load = loads[static_cast<std::size_t>(shards.of(task.id))];
    ++load.tasks;
    load.cost += task.cost;
  }
  for (std::size_t shard = 0; shard < loads.size(); ++shard) {
    RC_ASSERT(shards.loads()[shard].tasks == loads[shard].tasks);
    RC_ASSERT(shards.loads()[shard].cost == loads[shard].cost);
    RC_ASSERT(loads[shard].tasks > 0u);
  }
}

RC_GTEST_PROP(Shards, DifferByOneTaskAtMost, ()) {
  const std::vector<counting::Task> tasks = random_tasks();
  const Shards shards(tasks, *rc::gen::inRange(1, static_cast<int>(tasks.size()) + 1));
  std::uint32_t largest = 0;
  for (const counting::Task& task : tasks) largest = std::max(largest, task.cost);
  const auto [least, most] = std::minmax_element(
      shards.loads().begin(), shards.loads().end(),
      [](const ShardLoad& one, const ShardLoad& other) { return one.cost < other.cost; });
  RC_ASSERT(most->cost - least->cost <= largest);
}

TEST(Shards, FixedExample) {
  // 7 to the first, 5 to the second, 4 to the second (5 < 7), 3 to the first (7 < 9), 2 and 2 to
  // the second (9 < 10) and then the first (10 < 11): the lower id first.
  const Shards shards(tasks_of({2, 3, 7, 2, 5, 4}), 2);
  const std::vector<int> expected = {1, 0, 0, 0, 1, 1};
  for (std::uint64_t task = 0; task < expected.size(); ++task) {
    EXPECT_EQ(shards.of(task), expected[task]) << task;
  }
}

TEST(Shards, RefusesMoreShardsThanTasks) {
  EXPECT_THAT(refusal(5, 6), HasSubstr("number of shards out of range: 6; 1 to 5, "));
  EXPECT_THAT(refusal(5, 0), HasSubstr("out of range: 0; 1 to 5"));
  EXPECT_THAT(refusal(5, -1), HasSubstr("out of range: -1; 1 to 5"));
  EXPECT_EQ(refusal(5, 5), "nothing thrown");
  // A problem without a task is done by one shard that has nothing to do.
  EXPECT_EQ(refusal(0, 1), "nothing thrown");
  EXPECT_THAT(refusal(0, 2), HasSubstr("out of range: 2; 1 to 1"));
}

/// Whose journals are resumed, deals as the ones who began them did.
TEST(Shards, OfRowSetsKeepTheirTasks) {
  const auto& engine = counting::find_engine("colour-join");
  const counting::Plan plan(engine.decompose(Problem(16)), 2);
  const Shards shards(plan.tasks(), 5);
  std::vector<std::uint64_t> tasks(5);
  std::vector<std::uint64_t> sum_of_ids(5);
  for (const counting::Task& task : plan.tasks()) {
    const auto shard = static_cast<std::size_t>(shards.of(task.id));
    ++tasks[shard];
    sum_of_ids[shard] += task.id;
  }
  EXPECT_THAT(tasks, testing::ElementsAre(69, 69, 69, 69, 68));
  EXPECT_THAT(sum_of_ids, testing::ElementsAre(9703, 11041, 13603, 12066, 12583));
}

}  // namespace
}  // namespace nqueens::journal
