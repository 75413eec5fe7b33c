// The union of journals: sums, duplicates, refusals that name files and task.
#include "journal/journal_union.hpp"

#include <gmock/gmock.h>

#include "nqueens/error.hpp"
#include "support/message_of.hpp"

namespace nqueens::journal {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

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

TEST_F(Union, ATaskIsCountedTwiceByDifferentMachines) {
  using Machines = std::vector<Provenance>;
  const Provenance one{"a1", "1.0.0", "simd", "avx2", 8}, same{"a1", "1.1.0", "simd", "avx2", 1};
  const Provenance host{"a2", "1.0.0", "simd", "avx2", 8}, isa{"a1", "1.0.0", "simd", "bmi2", 8};
  const auto twice_with = [&](std::vector<std::uint64_t> tasks, const Machines& machines) {
    JournalContents contents = journal({});
    for (const std::uint64_t task : tasks)
      contents.records.push_back(journal({{task, 7}}).records[0]);
    contents.counted_by = machines;
    union_.add("nqj", contents);
    return union_.counted_twice();
  };
  EXPECT_EQ(twice_with({0, 1}, {one}), 0u);
  EXPECT_EQ(twice_with({0, 1}, {one}), 0u) << "a copy";
  EXPECT_EQ(twice_with({1, 2}, {host, same}), 0u) << "one of two machines is the same";
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
