// Shards and merges: exact totals with any engine and number of shards, stops and resumptions,
// refusals that name the journal, what is missing and in which shard.
#include "nqueens/merge.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "journal/journal.hpp"
#include "journal/shards.hpp"
#include "merge/merge.hpp"
#include "nqueens/count.hpp"
#include "nqueens/error.hpp"
#include "nqueens/info.hpp"
#include "support/message_of.hpp"
#include "support/processor_engines.hpp"
#include "support/stop.hpp"
#include "support/temporary_directory.hpp"

namespace nqueens {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;
using tests::message_of;

class Merge : public ::testing::Test {
 protected:
  std::filesystem::path part(int shard) const {
    return directory_ / ("part-" + std::to_string(shard));
  }

  CountOptions options(int shard, const std::string& engine = "auto",
                       std::optional<int> depth = {}) const {
    return {.engine = engine, .threads = 2, .depth = depth, .journal = part(shard)};
  }

  /// Counts all shards and returns their journals. At depth 2 small boards have several tasks.
  std::vector<std::filesystem::path> do_all(const Board& board, int shards,
                                            const std::string& engine = "auto") const {
    std::vector<std::filesystem::path> journals;
    for (int shard = 1; shard <= shards; ++shard) {
      const auto depth = shards > 1 ? std::optional(2) : std::nullopt;
      count_shard(board, {shard, shards}, options(shard, engine, depth));
      journals.push_back(part(shard));
    }
    return journals;
  }

  static std::string error_of(const Board& board, const Shard& shard, const CountOptions& options) {
    return message_of<Error>([&] { count_shard(board, shard, options); });
  }

  const tests::TemporaryDirectory directory_;
};

TEST_F(Merge, ShardsOfEveryEngineAddUp) {
  for (const EngineInfo& engine : tests::processor_engines()) {
    for (const int shards : {1, 2, 5}) {
      const auto journals = do_all(Board(10), shards, engine.name);
      const MergeResult result = merge_journals(journals);
      ASSERT_TRUE(result.solutions) << engine.name << " " << shards;
      EXPECT_TRUE(*result.solutions == *known_solutions(10)) << engine.name << " " << shards;
      EXPECT_EQ(result.duplicates, 0u);
      EXPECT_THAT(result.missing, IsEmpty());
      for (const auto& journal : journals) std::filesystem::remove(journal);
    }
  }
}

TEST_F(Merge, BoardsWithoutSolutionsOrTasksAddUp) {
  for (const int size : {0, 1, 2, 3}) {
    const MergeResult result = merge_journals(do_all(Board(size), 1));
    ASSERT_TRUE(result.solutions) << size;
    EXPECT_TRUE(*result.solutions == *known_solutions(size)) << size;
    std::filesystem::remove(part(1));
  }
  Board nothing(8);
  for (std::uint64_t column = 0; column < 8; ++column) nothing.block({0, column});
  for (const std::string engine : {"bitmask", "colour-join"}) {
    const auto journals = do_all(nothing, 1, engine);
    EXPECT_TRUE(*merge_journals(journals).solutions == 0) << engine;
    EXPECT_EQ(merge_journals(journals).fraction, 1) << engine;
    std::filesystem::remove(part(1));
  }
}

TEST_F(Merge, ThePlanHangsOnNoThreadsInstructionsAndShards) {
  for (const int size : {14, 16}) {
    std::set<std::string> ids;
    for (const int threads : {1, 7}) {
      for (const std::string& set : instruction_sets()) {
        CountOptions of{
            .engine = size == 14 ? "bitmask" : "auto", .instruction_set = set, .threads = threads};
        ids.insert(plan_count(Board(size), of).plan_id);
        ids.insert(plan_count(Board(size), of, Shard{1, 3}).plan_id);
        of.journal = part(1);
        std::filesystem::remove(part(1));
        if (size == 14) ids.insert(count_shard(Board(size), {1, threads}, of).plan_id);
      }
    }
    EXPECT_EQ(ids.size(), 1u) << size;
  }
}

TEST_F(Merge, RecordsOfOtherShardsStay) {
  const CountOptions of = options(1, "bitmask", 2);
  const ShardResult first = count_shard(Board(12), {1, 3}, of);
  const ShardResult second = count_shard(Board(12), {2, 3}, of);
  EXPECT_EQ(second.tasks_of_others, first.shard_tasks);
  EXPECT_EQ(second.tasks_resumed, 0u);
  count_shard(Board(12), {3, 3}, of);
  // One journal has all of it; count resumes it as well.
  const MergeResult merged = merge_journals(std::vector{of.journal});
  EXPECT_TRUE(*merged.solutions == *known_solutions(12));
  EXPECT_EQ(merged.files[0].shards, (std::vector<Shard>{{1, 3}, {2, 3}, {3, 3}}));
  const CountResult all = count(12, {.journal = of.journal});
  EXPECT_EQ(all.tasks_resumed, all.tasks);
  EXPECT_TRUE(all.solutions == *known_solutions(12));
}

TEST_F(Merge, AJournalIsResumedByItsOwnPlan) {
  const ShardResult begun = count_shard(Board(12), {1, 2}, options(1, "bitmask", 2));
  const ShardResult resumed = count_shard(Board(12), {2, 2}, options(1));
  EXPECT_EQ(resumed.plan_id, begun.plan_id);
  EXPECT_EQ(resumed.depth, 2);
  EXPECT_TRUE(*merge_journals(std::vector{part(1)}).solutions == *known_solutions(12));
}

/// The plan does not depend on the numbers of shards and threads.
TEST_F(Merge, JournalsOfAnyShardsAndThreadsFitEachOther) {
  std::vector<std::filesystem::path> journals;
  for (const Shard& shard : {Shard{1, 2}, {2, 3}, {3, 3}, {1, 3}}) {
    CountOptions of = options(static_cast<int>(journals.size()), "bitmask", 2);
    of.threads = 1 + static_cast<int>(journals.size()) % 3;
    count_shard(Board(12), shard, of);
    journals.push_back(of.journal);
  }
  const MergeResult result = merge_journals(journals);
  EXPECT_TRUE(*result.solutions == *known_solutions(12));
  EXPECT_GT(result.duplicates, 0u);
  journals.pop_back();
  EXPECT_EQ(merge_journals(journals).shards, 3) << "the number that they name most often";
}

TEST_F(Merge, JournalsOfOtherPlansAreRefusedByName) {
  const Shard shard{1, 1};
  const ShardResult begun = count_shard(Board(13), shard, options(1));
  const std::string name = part(1).string();
  EXPECT_THAT(error_of(Board(12), shard, options(1)),
              StartsWith("journal of another plan: " + name + "; it holds board 13"));
  Board blocked(13);
  blocked.block({0, 0});
  EXPECT_THAT(error_of(blocked, shard, options(1)),
              AllOf(StartsWith("journal of another plan: " + name + "; it holds board 13"),
                    HasSubstr(", this run is board 13 without 0:0: leave the board out")));
  EXPECT_THAT(error_of(Board(13), shard, options(1, "auto", begun.depth + 1)),
              HasSubstr("it holds " + begun.decomposition + " at depth " +
                        std::to_string(begun.depth) + ", this run asks for depth "));
  EXPECT_THAT(error_of(Board(13), shard, options(1, "bitmask")),
              HasSubstr("cannot count its tasks"));
  const std::string before = tests::read_file(part(1));
  count_shard(Board(13), shard, options(1));
  EXPECT_EQ(tests::read_file(part(1)), before);
}

TEST_F(Merge, ShardsRefuseBadOptions) {
  EXPECT_THAT(error_of(Board(9), {3, 2}, options(1)), HasSubstr("shard out of range: 3/2; 1/2 to"));
  EXPECT_THAT(error_of(Board(9), {1, kMaxShards + 1}, options(1)),
              HasSubstr("number of shards out of range: 4194305"));
  CountOptions of = options(1);
  of.journal.clear();
  EXPECT_THAT(error_of(Board(9), {1, 2}, of), HasSubstr("no journal"));
  of.journal = directory_.path();
  EXPECT_THAT(error_of(Board(9), {1, 1}, of), HasSubstr("Is a directory"));
  EXPECT_THROW_WITH(count(9, {.except = {part(1)}}), InvalidArgument, "no total without the tasks");
  // Nothing was begun.
  EXPECT_TRUE(std::filesystem::is_empty(directory_.path()));
  tests::write_file(part(1), "no journal at all\n");
  EXPECT_THAT(error_of(Board(9), {1, 1}, options(1)), HasSubstr("not a journal: "));
  EXPECT_EQ(tests::read_file(part(1)), "no journal at all\n");
}

TEST_F(Merge, TooManyShardsNameTheDepthThatHasEnough) {
  try {
    count_shard(Board(8), {1, 5}, options(1, "bitmask", 1));
    FAIL() << "nothing thrown";
  } catch (const TooManyShards& error) {
    EXPECT_STREQ(error.what(), "too many shards: 5; the plan at depth 1 has 4 tasks");
    EXPECT_EQ(error.deep_enough, 2);
  }
  try {
    plan_count(Board(8), {.engine = "bitmask"}, Shard{1, 1000});
    FAIL() << "nothing thrown";
  } catch (const TooManyShards& error) {
    EXPECT_EQ(error.deep_enough, std::nullopt);
  }
  EXPECT_TRUE(std::filesystem::is_empty(directory_.path()));
}

TEST_F(Merge, ItSaysWhatIsMissingAndWhoseItIs) {
  const Board board(12);
  auto journals = do_all(board, 4, "bitmask");
  const std::uint64_t all = plan_count(board, {.engine = "bitmask", .depth = 2}).tasks;
  // Shard 2 lost some records, shard 4 all.
  const std::string whole = tests::read_file(part(2));
  tests::write_file(part(2), whole.substr(0, whole.size() * 2 / 3));
  const std::uint64_t shard4 = journal::read_journal(part(4)).records.size();
  journals.pop_back();
  std::filesystem::remove(part(4));
  const auto left = journal::read_journal(part(2));
  const std::uint64_t lost =
      journal::parse_journal(whole, "whole").records.size() - left.records.size();

  MergeResult result = merge_journals(journals);
  EXPECT_EQ(result.solutions, std::nullopt);
  EXPECT_EQ(result.tasks, all);
  EXPECT_EQ(result.missing.size(), lost + shard4);
  EXPECT_EQ(result.tasks_done, all - lost - shard4);
  EXPECT_GT(result.fraction, 0.5);
  EXPECT_LT(result.fraction, 0.75);
  EXPECT_EQ(result.files[1].shards, (std::vector<Shard>{{2, 4}}));
  EXPECT_EQ(result.shards, 4);
  ASSERT_EQ(result.gaps.size(), 2u);
  EXPECT_EQ(result.gaps[0].shard, 2);
  EXPECT_EQ(result.gaps[0].tasks_missing, lost);
  EXPECT_EQ(result.gaps[0].journal, part(2));
  EXPECT_EQ(result.gaps[1].shard, 4);
  EXPECT_EQ(result.gaps[1].tasks_missing, shard4);
  EXPECT_EQ(result.gaps[1].journal, "");
  for (const ShardGap& gap : result.gaps) EXPECT_THAT(gap.except, IsEmpty());
  EXPECT_DOUBLE_EQ(result.gaps[0].predicted_core_seconds + result.gaps[1].predicted_core_seconds,
                   result.missing_core_seconds);

  // After these shards are counted, there is a total.
  for (const ShardGap& gap : result.gaps) {
    CountOptions of = options(gap.shard, result.count_engine, result.depth);
    if (!gap.journal.empty()) of.journal = gap.journal;
    EXPECT_EQ(count_shard(board, {gap.shard, 4}, of).tasks_resumed == 0, gap.journal.empty());
  }
  journals.push_back(part(4));
  result = merge_journals(journals);
  EXPECT_TRUE(*result.solutions == *known_solutions(12));
  EXPECT_THAT(result.gaps, IsEmpty());
}

/// Last writes are set; births cannot be.
TEST_F(Merge, TheTimeLeftIsByTheSpeedOfTheJournals) {
  const auto journals = do_all(Board(12), 2);
  merging::JournalSet set = merging::read_journals(journals, {});
  if (!journal::seconds_of_writing(part(1))) GTEST_SKIP() << "no birth times here";
  /// The time of a unit of cost, predicted as 1 s, by two journals of 100 s of cost on 2 threads.
  const auto factor = [&](double one, double two, double least_seconds = 0) {
    for (const auto& [path, seconds] : {std::pair(part(1), one), {part(2), two}}) {
      const std::chrono::duration<double> more(seconds - *journal::seconds_of_writing(path));
      std::filesystem::last_write_time(
          path, std::filesystem::last_write_time(path) +
                    std::chrono::duration_cast<std::chrono::nanoseconds>(more));
    }
    set.work = {{100, 2}, {100, 2}};
    const auto time = merging::time_by_journals(set, {.seconds_per_cost = 1}, least_seconds);
    return time ? time->seconds_per_cost : 0;
  };
  EXPECT_NEAR(factor(100, 300), 4, 1e-3);
  EXPECT_NEAR(factor(100, 300, 200), 6, 1e-3) << "the first is too short";
  EXPECT_NEAR(factor(100, 501), 2, 1e-3) << "the second had a pause";
  EXPECT_NEAR(factor(100, 4), 2, 1e-3) << "the second is a copy";
  EXPECT_EQ(factor(100, -5, 101), 0);
  EXPECT_FALSE(merge_journals(std::vector{part(1)}).is_time_by_journals);
  EXPECT_EQ(set.work[0].threads, 2);
  count_shard(Board(12), {2, 2}, {.threads = 1, .journal = part(1)});
  set = merging::read_journals(std::vector{part(1)}, {});
  EXPECT_EQ(set.work[0].threads, 0) << "two counters";
}

TEST_F(Merge, ItNamesTheEngineOfTheDecomposition) {
  for (const EngineInfo& engine : tests::processor_engines()) {
    const auto journals = do_all(Board(11), 1, engine.name);
    const CountOptions of = options(1, merge_journals(journals).count_engine);
    EXPECT_EQ(error_of(Board(11), {1, 1}, of), "nothing thrown") << engine.name << " " << of.engine;
    for (const auto& journal : journals) std::filesystem::remove(journal);
  }
  EXPECT_EQ(merge_journals(do_all(Board(11), 1)).count_engine, "auto");
}

TEST_F(Merge, Refuses) {
  EXPECT_THROW_WITH(merge_journals({}), Error, "no journal to read");
  const auto journals = do_all(Board(9), 1);
  count(10, {.journal = part(3)});
  EXPECT_THROW_WITH(merge_journals(std::vector{part(1), part(3)}), Error,
                    "journal of another plan: " + part(3).string());
  EXPECT_THROW_WITH(merge_journals(std::vector{part(1), part(7)}), Error,
                    "no such journal: " + part(7).string());
  EXPECT_THROW(merge_journals(journals, {.stop = tests::already_stopped()}), Stopped);
}

/// The bytes do not depend on the journals that are merged; an incomplete count is not written.
TEST_F(Merge, OneClosedJournalOfAnyParts) {
  const std::filesystem::path whole = directory_ / "whole.nqj";
  std::vector<std::filesystem::path> journals = do_all(Board(12), 3, "bitmask");
  const auto close = [&](const std::vector<std::filesystem::path>& parts) {
    const MergeResult merged = merge_journals(parts, {.output = whole});
    EXPECT_EQ(merged.output_bytes, std::filesystem::file_size(whole));
    return tests::read_file(whole);
  };
  const std::string text = close(journals);
  std::reverse(journals.begin(), journals.end());
  EXPECT_EQ(close(journals), text);
  journals.push_back(journals.front());
  journals.push_back(whole);
  EXPECT_EQ(close(journals), text);
  EXPECT_EQ(close({whole}), text);
  const MergeResult again = merge_journals(std::vector{whole});
  EXPECT_TRUE(*again.solutions == *known_solutions(12));
  EXPECT_TRUE(again.files[0].closed);
  EXPECT_EQ(again.fraction, 1);
  EXPECT_EQ(again.output_bytes, 0u);
  EXPECT_EQ(tests::read_file(whole), text);

  MergeOptions options{.accept = [](const MergeResult&) { throw Stopped("not accepted"); },
                       .output = directory_ / "part"};
  EXPECT_FALSE(merge_journals(std::vector{journals[0]}, options).solutions);
  EXPECT_THROW(merge_journals(journals, options), Stopped);
  EXPECT_FALSE(std::filesystem::exists(options.output));
}

}  // namespace
}  // namespace nqueens
