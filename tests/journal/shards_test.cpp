// Shards: the rule against a literal reading of it, the spread it promises, plans that hang on
// nothing of a machine.
#include "journal/shards.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "api/pipeline.hpp"
#include "nqueens/error.hpp"
#include "support/message_of.hpp"

namespace nqueens::journal {
namespace {

using api::choose_engine;
using api::make_plan;

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

TEST(SharedPlan, AutoIsTheBestOfAMachineWithEverything) {
  for (int size = 1; size <= 24; ++size) {
    const Problem problem(size);
    EXPECT_EQ(choose_engine(problem, "auto").name(),
              counting::fastest_engine(problem, base::InstructionSet::avx512)->name());
  }
  EXPECT_EQ(choose_engine(Problem(12), "reference").name(), "reference");
  EXPECT_THROW(choose_engine(Problem(12), "bitmsk"), InvalidArgument);
  Problem blocked(12);
  blocked.block({0, 0});
  EXPECT_THROW(choose_engine(blocked, "simd"), InvalidArgument);
}

counting::Plan plan_for(const counting::Engine& engine, int n, int shards,
                        std::optional<int> depth = {}) {
  return make_plan(engine.decompose(Problem(n)), depth, {.shards = shards});
}

/// Enough tasks for the threads of a shard, and not several times as many, with every engine.
TEST(SharedPlan, AShardHasSomeHundredTasksAndNoMoreThanItNeeds) {
  for (const counting::Engine* engine : counting::all_engines()) {
    for (const int shards : {8, 64}) {
      const counting::Plan plan = plan_for(*engine, 17, shards);
      const counting::Plan coarser = plan_for(*engine, 17, shards, plan.depth() - 1);
      const auto enough = 512u * static_cast<unsigned>(shards);
      EXPECT_LT(coarser.tasks().size(), enough * 3 / 2) << engine->name();
      // The vectors of simd would be empty: its tasks are no shorter than half a millisecond.
      if (engine->name() == "simd") continue;
      EXPECT_GT(plan.tasks().size(), enough / 3) << engine->name();
    }
  }
}

TEST(SharedPlan, DepthIsForFiveHundredTasksAShard) {
  for (const counting::Engine* engine : counting::all_engines()) {
    const auto decomposition = engine->decompose(Problem(17));
    for (const int shards : {1, 3, 40}) {
      const counting::Plan plan = plan_for(*engine, 17, shards);
      EXPECT_EQ(plan.depth(), decomposition->choose_depth(512 * static_cast<unsigned>(shards)));
      EXPECT_EQ(plan.decomposition().name(), decomposition->name());
    }
    EXPECT_EQ(plan_for(*engine, 17, 3, 1).depth(), 1);
    EXPECT_THROW(plan_for(*engine, 17, 0, 1), InvalidArgument);
    EXPECT_THROW(plan_for(*engine, 17, 1 << 23, 1), InvalidArgument);
  }
}

/// A shard that was begun is resumed with the same tasks. Whoever changes them after a release
/// raises plan_version().
TEST(SharedPlan, ShardsOfRowSetsKeepTheirTasks) {
  const counting::Plan plan = plan_for(counting::find_engine("colour-join"), 16, 5);
  const Shards shards(plan.tasks(), 5);
  std::vector<std::uint64_t> tasks(5);
  std::vector<std::uint64_t> sum_of_ids(5);
  for (const counting::Task& task : plan.tasks()) {
    const auto shard = static_cast<std::size_t>(shards.of(task.id));
    ++tasks[shard];
    sum_of_ids[shard] += task.id;
  }
  EXPECT_THAT(tasks, testing::ElementsAre(607, 607, 609, 608, 607));
  EXPECT_THAT(sum_of_ids, testing::ElementsAre(944331, 932832, 915762, 895142, 925136));
}

TEST(SharedPlan, SmallBoardsAreCutDeepEnoughForTheShards) {
  for (const counting::Engine* engine : counting::all_engines()) {
    const auto decomposition = engine->decompose(Problem(11));
    for (const int shards : {1, 2, 20, 100}) {
      const counting::Plan plan = plan_for(*engine, 11, shards);
      EXPECT_GE(plan.tasks().size(), static_cast<std::size_t>(shards)) << engine->name();
      const int usual = decomposition->choose_depth(512 * static_cast<unsigned>(shards));
      EXPECT_GE(plan.depth(), usual);
      if (plan.depth() == usual) continue;
      // No deeper than needed.
      const counting::Plan above(decomposition, plan.depth() - 1);
      EXPECT_LT(above.tasks().size(), static_cast<std::size_t>(shards)) << engine->name();
    }
  }
  // Where no depth gives enough tasks, it is for Shards to refuse.
  EXPECT_LT(plan_for(counting::find_engine("bitmask"), 4, 1000).tasks().size(), 1000u);
}

}  // namespace
}  // namespace nqueens::journal
