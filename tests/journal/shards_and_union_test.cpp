// Shards: the rule against its literal form, and the spread that it promises. The union of
// journals: sums, duplicates, refusals that name files and task.
#include <gmock/gmock.h>

#include <algorithm>

#include "engine/engine.hpp"
#include "engine/plan.hpp"
#include "journal/journal_union.hpp"
#include "journal/shards.hpp"
#include "nqueens/error.hpp"
#include "support/message_of.hpp"
#include "support/property.hpp"
#include "support/seeded_random.hpp"

namespace nqueens::journal {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

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
  EXPECT_THAT(tasks, testing::ElementsAre(69, 69, 69, 69, 69));
  EXPECT_THAT(sum_of_ids, testing::ElementsAre(11359, 12006, 13052, 11431, 11492));
}

class Union : public ::testing::Test {
 protected:
  /// A journal with these (task, tally) records.
  JournalContents journal(
      const std::vector<std::pair<std::uint64_t, std::uint64_t>>& records) const {
    JournalContents contents;
    contents.header = header_;
    for (const auto& [task, tally] : records) {
      JournalRecord record{task, {}};
      record.tally.add(tally, 1);
      contents.records.push_back(record);
    }
    return contents;
  }

  std::string error_of(const std::string& name, const JournalContents& contents) {
    return tests::message_of<JournalError>([&] { union_.add(name, contents); });
  }

  const JournalHeader header_{10, "plain", "rows", 2, 4, 0xabc};
  JournalUnion union_{header_, "a.nqj"};
};

TEST_F(Union, AddsUpWhenNothingIsMissing) {
  EXPECT_EQ(union_.add("a.nqj", journal({{2, 5}, {0, 7}})), 2u);
  EXPECT_FALSE(union_.complete());
  EXPECT_EQ(union_.solutions(), std::nullopt);
  EXPECT_THAT(union_.missing(), ElementsAre(1, 3));
  EXPECT_TRUE(union_.has(2));
  EXPECT_FALSE(union_.has(3));
  // Sums are wider than 64 bits.
  EXPECT_EQ(union_.add("b.nqj", journal({{1, UINT64_MAX}, {3, UINT64_MAX}})), 2u);
  ASSERT_TRUE(union_.complete());
  EXPECT_TRUE(union_.missing().empty());
  EXPECT_EQ(to_string(*union_.solutions()), "36893488147419103242");
}

TEST_F(Union, EqualDuplicatesAreDroppedAndCounted) {
  JournalContents first = journal({{0, 7}, {1, 1}});
  first.duplicates = 3;
  union_.add("a.nqj", first);
  EXPECT_EQ(union_.add("a.nqj", first), 0u);
  EXPECT_EQ(union_.add("b.nqj", journal({{1, 1}, {2, 2}, {3, 0}})), 2u);
  EXPECT_EQ(union_.duplicates(), 3u + 3 + 2 + 1);
  EXPECT_EQ(union_.tasks_done(), 4u);
  EXPECT_EQ(to_string(*union_.solutions()), "10");
}

TEST_F(Union, ATaskIsCountedTwiceByDifferentCounters) {
  using Counters = std::vector<Provenance>;
  const Provenance one{"a1", "1.0.0", "simd", "avx2", 8}, same{"a1", "1.1.0", "simd", "avx2", 1};
  const Provenance host{"a2", "1.0.0", "simd", "avx2", 8}, isa{"a1", "1.0.0", "simd", "bmi2", 8};
  const auto twice_with = [&](std::vector<std::uint64_t> tasks, const Counters& counters) {
    JournalContents contents = journal({});
    for (const std::uint64_t task : tasks)
      contents.records.push_back(journal({{task, 7}}).records[0]);
    contents.counted_by = counters;
    union_.add("nqj", contents);
    return union_.counted_twice();
  };
  EXPECT_EQ(twice_with({0, 1}, {one}), 0u);
  EXPECT_EQ(twice_with({0, 1}, {one}), 0u) << "a copy";
  EXPECT_EQ(twice_with({1, 2}, {host, same}), 0u) << "one of two counters is the same";
  EXPECT_EQ(twice_with({0}, {}), 0u) << "nobody knows who counted";
  EXPECT_EQ(twice_with({1}, {isa}), 1u);
  EXPECT_EQ(twice_with({1, 3}, {host}), 1u) << "a third record";
  EXPECT_EQ(twice_with({0, 2, 3}, {isa}), 4u);
}

TEST_F(Union, AContradictionNamesBothFilesAndTheTaskAndChangesNothing) {
  union_.add("a.nqj", journal({{0, 7}}));
  union_.add("b.nqj", journal({{1, 1}}));
  EXPECT_THAT(error_of("c.nqj", journal({{2, 9}, {1, 2}})),
              StartsWith("contradiction between journals b.nqj and c.nqj: task 1 has the tallies 1 "
                         "and 2; "));
  EXPECT_THAT(union_.missing(), ElementsAre(2, 3));
  EXPECT_EQ(union_.duplicates(), 0u);
  EXPECT_EQ(error_of("d.nqj", journal({{2, 3}, {3, 3}})), "nothing thrown");
  EXPECT_EQ(to_string(*union_.solutions()), "14");
}

TEST_F(Union, JournalsOfOtherPlansAreRefusedByName) {
  const auto refused_with = [&](auto change) {
    JournalContents other = journal({});
    change(other.header);
    return error_of("b.nqj", other);
  };
  EXPECT_EQ(refused_with([](auto& header) { header.depth = 3; }),
            "journal of another plan: b.nqj; it holds board 10, rows at depth 3, "
            "plan 0000000000000abc, but a.nqj holds board 10, rows at depth 2, plan "
            "0000000000000abc: count all shards at one depth, 2 or 3");
  EXPECT_THAT(refused_with([](auto& header) { header.board_size = 11; }), HasSubstr("board 11"));
  EXPECT_THAT(refused_with([](auto& header) { header.problem = "1-2"; }),
              HasSubstr("board 2x10 with 0:0 "));
  EXPECT_THAT(refused_with([](auto& header) { header.plan_id = 1; }), HasSubstr("another plan"));
  EXPECT_THAT(refused_with([](auto& header) { header.tasks = 5; }), HasSubstr("another plan"));
}

TEST(UnionOfNothing, IsZeroWhereThereIsNoTask) {
  const JournalUnion none({2, "plain", "rows", 2, 0, 1}, "a.nqj");
  EXPECT_TRUE(none.complete());
  EXPECT_EQ(to_string(*none.solutions()), "0");
}

}  // namespace
}  // namespace nqueens::journal
