// Counts cut into shards: exact totals of any engine and number of shards, stops and resumptions,
// refusals by name, what is missing and whose it is, status.
#include "nqueens/cluster.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "counting/rows/row_decomposition.hpp"
#include "journal/reader.hpp"
#include "journal/shards.hpp"
#include "nqueens/audit.hpp"
#include "nqueens/count.hpp"
#include "nqueens/error.hpp"
#include "nqueens/info.hpp"
#include "nqueens/known_values.hpp"
#include "nqueens/version.hpp"
#include "support/message_of.hpp"
#include "support/temporary_directory.hpp"

namespace nqueens {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;
using tests::message_of;

class Cluster : public ::testing::Test {
 protected:
  std::filesystem::path part(int shard) const {
    return directory_ / ("part-" + std::to_string(shard));
  }

  WorkOptions options(int shard, int shards) const {
    WorkOptions options;
    options.shard = {shard, shards};
    options.journal = part(shard);
    options.threads = 2;
    return options;
  }

  /// Does all shards and returns their journals.
  std::vector<std::filesystem::path> do_all(const Problem& problem, int shards,
                                            const std::string& engine = "auto") const {
    std::vector<std::filesystem::path> journals;
    for (int shard = 1; shard <= shards; ++shard) {
      WorkOptions of = options(shard, shards);
      of.engine = engine;
      work(problem, of);
      journals.push_back(of.journal);
    }
    return journals;
  }

  static std::string work_error(const Problem& problem, const WorkOptions& options) {
    return message_of<Error>([&] { work(problem, options); });
  }

  const tests::TemporaryDirectory directory_;
};

TEST_F(Cluster, ShardsOfEveryEngineAddUp) {
  for (const EngineInfo& engine : engines()) {
    for (const int shards : {1, 2, 5}) {
      const auto journals = do_all(Problem(10), shards, engine.name);
      const MergeResult result = merge_journals(journals);
      ASSERT_TRUE(result.solutions) << engine.name << " " << shards;
      EXPECT_TRUE(*result.solutions == *known_solutions(10)) << engine.name << " " << shards;
      EXPECT_EQ(result.duplicates, 0u);
      EXPECT_THAT(result.missing, IsEmpty());
      for (const auto& journal : journals) std::filesystem::remove(journal);
    }
  }
}

TEST_F(Cluster, RestrictedProblemsAddUp) {
  Problem problem(11);
  problem.require({2, 5});
  problem.block({7, 1});
  const WideCount solutions = count(problem, {.engine = "bitmask"}).solutions;
  for (const std::string engine : {"bitmask", "colour-join"}) {
    const auto journals = do_all(problem, 3, engine);
    const MergeResult result = merge_journals(journals);
    EXPECT_TRUE(result.problem == problem);
    ASSERT_TRUE(result.solutions);
    EXPECT_TRUE(*result.solutions == solutions);
    for (const auto& journal : journals) std::filesystem::remove(journal);
  }
}

TEST_F(Cluster, BoardsWithoutSolutionsOrTasksAddUp) {
  for (const int size : {0, 1, 2, 3}) {
    const MergeResult result = merge_journals(do_all(Problem(size), 1));
    ASSERT_TRUE(result.solutions) << size;
    EXPECT_TRUE(*result.solutions == *known_solutions(size)) << size;
    std::filesystem::remove(part(1));
  }
  Problem nothing(8);
  nothing.restrict_row(0, 0);
  for (const std::string engine : {"bitmask", "colour-join"}) {
    const auto journals = do_all(nothing, 1, engine);
    EXPECT_TRUE(*merge_journals(journals).solutions == 0) << engine;
    EXPECT_EQ(journal_status(journals).fraction, 1) << engine;
    std::filesystem::remove(part(1));
  }
}

TEST_F(Cluster, AShardHoldsItsOwnTasks) {
  const Problem problem(12);
  const auto journals = do_all(problem, 4);
  const ShardPlan plan = plan_shards(problem, 4);
  std::uint64_t tasks = 0;
  for (const auto& journal : journals) {
    const auto contents = journal::read_journal(journal);
    EXPECT_EQ(contents.header.tasks, plan.tasks);
    EXPECT_GE(contents.records.size(), plan.min_tasks);
    EXPECT_LE(contents.records.size(), plan.max_tasks);
    tasks += contents.records.size();
  }
  EXPECT_EQ(tasks, plan.tasks);
}

TEST_F(Cluster, ThePlanHangsOnNoThreadsAndInstructions) {
  std::set<std::string> ids;
  for (const int threads : {1, 7}) {
    for (const std::string& set : machine().instruction_sets) {
      ShardPlanOptions of;
      of.threads = threads;
      of.instruction_set = set;
      ids.insert(plan_shards(Problem(13), 3, of).plan_id);
      WorkOptions work_of = options(1, 3);
      work_of.threads = threads;
      work_of.instruction_set = set;
      ids.insert(work(Problem(13), work_of).plan_id);
    }
  }
  EXPECT_EQ(ids.size(), 1u);
}

TEST_F(Cluster, AShardIsStoppedAndGoesOnByItself) {
  const Problem problem(14);
  const auto plan = counting::Plan(counting::row_decomposition(problem), 4);
  const std::uint64_t own = journal::Shards(plan.tasks(), 3).loads()[1].tasks;
  WorkOptions of = options(2, 3);
  of.engine = "bitmask";
  of.depth = 4;
  std::uint64_t before = 0;
  for (int round = 0;; ++round) {
    std::stop_source source;
    of.stop = source.get_token();
    of.threads = 1 + round % 3;
    of.progress_interval = std::chrono::milliseconds(1);
    of.on_progress = [&](const Progress& progress) {
      // Of the shard alone.
      EXPECT_EQ(progress.tasks_total, own);
      EXPECT_GE(progress.tasks_done, before);
      EXPECT_LE(progress.fraction, 1.0);
      if (progress.tasks_done > before + own / 8) source.request_stop();
    };
    try {
      const WorkResult result = work(problem, of);
      EXPECT_EQ(result.shard_tasks, own);
      EXPECT_EQ(result.tasks_resumed, before);
      EXPECT_EQ(result.tasks, plan.tasks().size());
      EXPECT_GE(round, 1) << "never stopped: nothing was tested";
      break;
    } catch (const Stopped&) {
    }
    before = journal::read_journal(of.journal).records.size();
    ASSERT_LT(round, 100);
  }
  EXPECT_EQ(journal::read_journal(of.journal).records.size(), own);
}

TEST_F(Cluster, RecordsOfOtherShardsStay) {
  WorkOptions of = options(1, 3);
  const WorkResult first = work(Problem(11), of);
  of.shard.number = 2;
  const WorkResult second = work(Problem(11), of);
  EXPECT_EQ(second.tasks_of_others, first.shard_tasks);
  EXPECT_EQ(second.tasks_resumed, 0u);
  of.shard.number = 3;
  work(Problem(11), of);
  // One journal with all of it, which count takes over as well.
  EXPECT_TRUE(*merge_journals(std::vector{of.journal}).solutions == *known_solutions(11));
  const CountResult all = count(11, {.journal = of.journal, .resume = true});
  EXPECT_EQ(all.tasks_resumed, all.tasks);
  EXPECT_TRUE(all.solutions == *known_solutions(11));
}

TEST_F(Cluster, AJournalIsResumedByItsOwnPlan) {
  WorkOptions of = options(1, 2);
  of.engine = "bitmask";
  of.depth = 2;
  const WorkResult begun = work(Problem(12), of);
  of.shard = {2, 2};
  of.engine = "auto";
  of.depth = std::nullopt;
  const WorkResult resumed = work(Problem(12), of);
  EXPECT_EQ(resumed.plan_id, begun.plan_id);
  EXPECT_EQ(resumed.depth, 2);
  EXPECT_TRUE(*merge_journals(std::vector{of.journal}).solutions == *known_solutions(12));
}

TEST_F(Cluster, ShardsOfAnotherNumberMayBeMixed) {
  // The depth given, the plan is the same whatever the number of shards.
  std::vector<std::filesystem::path> journals;
  for (const auto& [shard, shards] : {std::pair{1, 2}, {2, 3}, {3, 3}, {1, 3}}) {
    WorkOptions of = options(shard, shards);
    of.depth = 2;
    of.engine = "bitmask";
    of.journal = directory_ / (std::to_string(shard) + "-of-" + std::to_string(shards));
    work(Problem(11), of);
    journals.push_back(of.journal);
  }
  const MergeResult result = merge_journals(journals);
  EXPECT_TRUE(*result.solutions == *known_solutions(11));
  EXPECT_GT(result.duplicates, 0u);
}

TEST_F(Cluster, AnEmptyFileAndATornTailAreGoneOnWith) {
  tests::write_file(part(1), "");
  const WorkResult first = work(Problem(11), options(1, 2));
  const std::string whole = tests::read_file(part(1));
  tests::write_file(part(1), whole.substr(0, whole.size() - 7));
  const WorkResult second = work(Problem(11), options(1, 2));
  EXPECT_EQ(second.tasks_resumed + 1, first.shard_tasks);
}

TEST_F(Cluster, WorkRefusesJournalsOfOtherPlansByName) {
  const WorkResult begun = work(Problem(13), options(1, 2));
  const std::string name = part(1).string();
  EXPECT_THAT(work_error(Problem(12), options(1, 2)),
              StartsWith("journal of another plan: " + name + "; it holds board 13"));
  Problem blocked(13);
  blocked.block({0, 0});
  EXPECT_THAT(work_error(blocked, options(1, 2)),
              AllOf(StartsWith("journal of another plan: " + name + "; it holds board 13"),
                    EndsWith(", this run is board 13 without 0:0")));
  WorkOptions of = options(1, 2);
  of.depth = begun.depth + 1;
  EXPECT_THAT(work_error(Problem(13), of),
              HasSubstr("it holds " + begun.decomposition + " to depth " +
                        std::to_string(begun.depth) + ", this run asks for depth "));
  of = options(1, 2);
  of.engine = begun.decomposition == "rows" ? "simd" : "bitmask";
  EXPECT_THAT(work_error(Problem(13), of), HasSubstr("cannot count its tasks"));
  const std::string before = tests::read_file(part(1));
  work(Problem(13), options(1, 2));
  EXPECT_EQ(tests::read_file(part(1)), before);
}

TEST_F(Cluster, WorkRefusesBadOptions) {
  EXPECT_THAT(work_error(Problem(9), options(3, 2)), HasSubstr("shard out of range: 3/2; 1/2 to"));
  EXPECT_THAT(work_error(Problem(9), options(0, 2)), HasSubstr("shard out of range: 0/2"));
  EXPECT_THAT(work_error(Problem(9), options(1, 0)), HasSubstr("number of shards out of range: 0"));
  EXPECT_THAT(work_error(Problem(9), options(1, kMaxShards)),
              HasSubstr("number of shards out of range: 4194304; 1 to "));
  EXPECT_THAT(work_error(Problem(28), options(1, 2)),
              HasSubstr("nobody has counted 28 queens yet"));
  WorkOptions of = options(1, 2);
  of.journal.clear();
  EXPECT_THAT(work_error(Problem(9), of), HasSubstr("no journal"));
  of.journal = directory_.path();
  EXPECT_THAT(work_error(Problem(9), of), HasSubstr("Is a directory"));
  // Nothing was begun.
  EXPECT_TRUE(std::filesystem::is_empty(directory_.path()));
  tests::write_file(part(1), "no journal at all\n");
  EXPECT_THAT(work_error(Problem(9), options(1, 2)), HasSubstr("not a journal: "));
  EXPECT_EQ(tests::read_file(part(1)), "no journal at all\n");
}

TEST_F(Cluster, MergeSaysWhatIsMissingAndWhoseItIs) {
  const Problem problem(12);
  auto journals = do_all(problem, 4, "bitmask");
  ShardPlanOptions plan_options;
  plan_options.engine = "bitmask";
  const std::uint64_t all = plan_shards(problem, 4, plan_options).tasks;
  // Shard 2 lost some, shard 4 everything.
  const std::string whole = tests::read_file(part(2));
  tests::write_file(part(2), whole.substr(0, whole.size() * 2 / 3));
  const std::uint64_t shard4 = journal::read_journal(part(4)).records.size();
  journals.pop_back();
  std::filesystem::remove(part(4));
  const auto left = journal::read_journal(part(2));
  const std::uint64_t lost =
      journal::parse_journal(whole, "whole").records.size() - left.records.size();

  MergeResult result = merge_journals(journals, {.shards = 4});
  EXPECT_EQ(result.solutions, std::nullopt);
  EXPECT_EQ(result.tasks, all);
  EXPECT_EQ(result.missing.size(), lost + shard4);
  EXPECT_EQ(result.tasks_done, all - lost - shard4);
  ASSERT_EQ(result.gaps.size(), 2u);
  EXPECT_EQ(result.gaps[0].shard, 2);
  EXPECT_EQ(result.gaps[0].tasks_missing, lost);
  EXPECT_EQ(result.gaps[0].journal, part(2));
  EXPECT_EQ(result.gaps[1].shard, 4);
  EXPECT_EQ(result.gaps[1].tasks_missing, shard4);
  EXPECT_EQ(result.gaps[1].journal, "");
  EXPECT_DOUBLE_EQ(result.gaps[0].predicted_core_seconds + result.gaps[1].predicted_core_seconds,
                   result.missing_core_seconds);
  // The journals know how many shards there are, as long as they agree.
  MergeResult again = merge_journals(journals);
  EXPECT_EQ(again.shards, 4);
  ASSERT_EQ(again.gaps.size(), 2u);
  EXPECT_EQ(again.gaps[0].tasks_missing, lost);
  EXPECT_EQ(again.gaps[0].journal, part(2));
  WorkOptions other = options(1, 9);
  other.engine = "bitmask";
  other.depth = result.depth;
  other.journal = part(9);
  work(problem, other);
  journals.push_back(part(9));
  again = merge_journals(journals);
  EXPECT_EQ(again.shards, 0);
  EXPECT_THAT(again.gaps, IsEmpty());
  EXPECT_EQ(merge_journals(journals, {.shards = 9}).shards, 9);
  journals.pop_back();

  // What it says is done, and then there is the total.
  for (const ShardGap& gap : result.gaps) {
    WorkOptions of = options(gap.shard, 4);
    of.engine = result.work_engine;
    of.depth = result.depth;
    if (!gap.journal.empty()) of.journal = gap.journal;
    EXPECT_EQ(work(problem, of).tasks_resumed == 0, gap.journal.empty());
  }
  journals.push_back(part(4));
  result = merge_journals(journals, {.shards = 4});
  EXPECT_TRUE(*result.solutions == *known_solutions(12));
  EXPECT_THAT(result.gaps, IsEmpty());
}

TEST_F(Cluster, MergeNamesTheEngineOfTheDecomposition) {
  for (const EngineInfo& engine : engines()) {
    const auto journals = do_all(Problem(11), 2, engine.name);
    const MergeResult result = merge_journals(journals);
    WorkOptions of = options(1, 2);
    of.engine = result.work_engine;
    EXPECT_EQ(work_error(Problem(11), of), "nothing thrown")
        << engine.name << " " << result.work_engine;
    for (const auto& journal : journals) std::filesystem::remove(journal);
  }
  EXPECT_EQ(merge_journals(do_all(Problem(11), 1)).work_engine, "auto");
}

TEST_F(Cluster, MergeRefuses) {
  EXPECT_THAT(message_of<Error>([] { merge_journals({}); }), HasSubstr("no journal to read"));
  const auto journals = do_all(Problem(9), 2);
  EXPECT_THAT(message_of<Error>([&] { merge_journals(journals, {.shards = 100000}); }),
              HasSubstr("number of shards out of range: 100000"));
  EXPECT_THAT(message_of<Error>([&] { merge_journals(journals, {.shards = -1}); }),
              HasSubstr("number of shards out of range: -1"));
  count(10, {.journal = part(3)});
  EXPECT_THAT(message_of<Error>([&] {
                merge_journals(std::vector{part(1), part(3)});
              }),
              StartsWith("journal of another plan: " + part(3).string()));
  EXPECT_THAT(message_of<Error>([&] {
                merge_journals(std::vector{part(1), part(7)});
              }),
              HasSubstr("no such journal: " + part(7).string()));
  std::stop_source source;
  source.request_stop();
  EXPECT_THROW(merge_journals(journals, {.stop = source.get_token()}), Stopped);
}

/// A complete journal of 11 queens whose plan this release does not make, as one that began by
/// `version` would be.
journal::ClosedJournal journal_of_another_release(const std::filesystem::path& whole,
                                                  const std::string& version) {
  count(11, {.engine = "colour-join", .threads = 1, .journal = whole});
  const journal::JournalContents contents = journal::read_journal(whole);
  journal::ClosedJournal journal{contents.header, contents.counted_by, {}};
  journal.header.plan_id ^= 1;
  journal.tallies.resize(contents.records.size());
  for (Provenance& one : journal.counted_by) one.version = version;
  for (const journal::JournalRecord& record : contents.records) {
    journal.tallies[record.task_id] = record.tally.solutions();
    for (int i = 0; i < 2; ++i) {
      journal.residues[i] =
          (journal.residues[i] + record.tally.residue(i)) % counting::kResiduePrimes[i];
    }
  }
  return journal;
}

TEST_F(Cluster, AJournalOfAnotherReleaseIsRefusedInOneLine) {
  for (const auto& [version, advice] :
       {std::pair("0.0.9", std::string("use nqueens 0.0.9, which began it")),
        std::pair(kVersion, std::string("use the build of nqueens ") + kVersion + " that began it"),
        std::pair("", std::string("use the version of this program that began it"))}) {
    std::filesystem::remove(part(1));
    journal::ClosedJournal journal = journal_of_another_release(part(1), version);
    std::string text = journal::format_closed(journal);
    if (*version == 0) {  // nobody has counted yet
      text = journal::format_header(journal.header);
    } else {  // open, without the record of the last task
      text.resize(text.rfind('\n', text.size() - 2) + 1);
      text = journal::format_header(journal.header) + text.substr(text.find('\n') + 1);
    }
    tests::write_file(part(1), text);
    const std::string expected =
        "journal of another release: " + part(1).string() + "; nqueens " + kVersion +
        " cuts row-sets into other tasks; to finish or audit it, " + advice;
    const std::vector journals{part(1)};
    WorkOptions of_work = options(1, 1);
    of_work.engine = "colour-join";
    EXPECT_EQ(message_of<JournalError>([&] { merge_journals(journals); }), expected);
    EXPECT_EQ(message_of<JournalError>([&] { journal_status(journals); }), expected);
    EXPECT_EQ(message_of<JournalError>([&] { audit_journals(journals, {}); }), expected);
    EXPECT_EQ(message_of<JournalError>([&] { work(Problem(11), of_work); }), expected);
    EXPECT_EQ(message_of<JournalError>([&] { count(11, {.journal = part(1), .resume = true}); }),
              expected);
    EXPECT_EQ(tests::read_file(part(1)), text) << "changed";
  }
}

/// What is finished needs no plan.
TEST_F(Cluster, ACompleteJournalOfAnotherReleaseStillGivesItsTotal) {
  const journal::ClosedJournal journal = journal_of_another_release(part(1), "0.0.9");
  const std::string text = journal::format_closed(journal);
  tests::write_file(part(1), text);
  tests::write_file(part(2), text);
  const std::vector journals{part(1), part(2)};
  const MergeResult merged = merge_journals(journals, {.tallies = true});
  ASSERT_TRUE(merged.solutions);
  EXPECT_TRUE(*merged.solutions == *known_solutions(11));
  EXPECT_EQ(merged.decomposition, "row-sets");
  EXPECT_TRUE(merged.missing.empty());
  EXPECT_EQ(merged.duplicates, merged.tasks);
  write_journal(merged, part(3));
  EXPECT_EQ(tests::read_file(part(3)), text);
  const JournalStatus status = journal_status(journals);
  EXPECT_EQ(status.fraction, 1);
  EXPECT_EQ(status.tasks_done, merged.tasks);
  EXPECT_EQ(status.missing_core_seconds, 0);
  EXPECT_THAT(message_of<JournalError>([&] { audit_journals(journals, {}); }),
              HasSubstr("use nqueens 0.0.9, which began it"));
  // So does one that is complete and was never merged.
  tests::write_file(part(2),
                    journal::format_header(journal.header) + text.substr(text.find('\n') + 1));
  EXPECT_TRUE(*merge_journals(std::vector{part(2)}).solutions == *known_solutions(11));
  EXPECT_EQ(journal_status(std::vector{part(2)}).fraction, 1);
  // A journal of this release's plan is no part of it.
  count(11, {.engine = "colour-join", .journal = part(4)});
  EXPECT_THAT(message_of<JournalError>([&] {
                merge_journals(std::vector{part(1), part(4)});
              }),
              StartsWith("journal of another plan: " + part(4).string()));
}

/// The same bytes whatever journals the records came from; what is not complete is not written.
TEST_F(Cluster, OneClosedJournalOfAnyParts) {
  const std::filesystem::path whole = directory_ / "whole.nqj";
  std::vector<std::filesystem::path> journals = do_all(Problem(12), 3, "bitmask");
  const auto close = [&](const std::vector<std::filesystem::path>& parts) {
    write_journal(merge_journals(parts, {.tallies = true}), whole);
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
  EXPECT_EQ(journal_status(std::vector{whole}).fraction, 1);

  EXPECT_THROW(write_journal(again, whole), InvalidArgument) << "without tallies";
  const MergeResult part = merge_journals(std::vector{journals[0]}, {.tallies = true});
  EXPECT_TRUE(part.tallies.empty());
  EXPECT_THROW(write_journal(part, directory_ / "part"), InvalidArgument);
  EXPECT_FALSE(std::filesystem::exists(directory_ / "part"));
  EXPECT_EQ(tests::read_file(whole), text);
}

TEST_F(Cluster, StatusOfWriters) {
  const Problem problem(12);
  const auto journals = do_all(problem, 2);
  JournalStatus status = journal_status(std::vector{part(1)});
  EXPECT_LT(status.tasks_done, status.tasks);
  EXPECT_NEAR(status.fraction, 0.5, 0.05);
  const auto age = std::chrono::system_clock::now() - status.writers[0].last_write;
  EXPECT_LT(std::chrono::abs(age), std::chrono::minutes(5));

  status = journal_status(std::vector{part(1), part(2), part(1)});
  EXPECT_EQ(status.tasks_done, status.tasks);
  EXPECT_EQ(status.fraction, 1);
  ASSERT_EQ(status.writers.size(), 3u);
  EXPECT_EQ(status.writers[0].file.tasks_done, status.writers[2].file.tasks_done);
  EXPECT_EQ(status.writers[2].file.tasks_new, 0u);
  EXPECT_EQ(status.duplicates, status.writers[0].file.tasks_done);
  EXPECT_NEAR(status.writers[0].fraction + status.writers[1].fraction, 1, 1e-9);
  // Written within a second: these times tell nothing.
  EXPECT_FALSE(status.rate);
}

TEST_F(Cluster, PlanMergeAndStatusPredictTheSame) {
  const Problem problem(14);
  ShardPlanOptions plan_options;
  plan_options.engine = "colour-join";
  const ShardPlan plan = plan_shards(problem, 4, plan_options);
  const ShardPlan whole = plan_shards(problem, 1, plan_options);
  const CountPlan alone =
      plan_count(problem, {.engine = "colour-join", .threads = 1, .depth = whole.depth});
  EXPECT_DOUBLE_EQ(whole.predicted_core_seconds, alone.predicted_core_seconds);
  EXPECT_DOUBLE_EQ(whole.mean_core_seconds, whole.predicted_core_seconds);

  // A journal without a record.
  do_all(problem, 4, "colour-join");
  const std::string text = tests::read_file(part(1));
  tests::write_file(directory_ / "none", text.substr(0, text.find('\n') + 1));
  const std::vector none{directory_ / "none"};
  MergeResult merged = merge_journals(none, {.shards = 4});
  EXPECT_DOUBLE_EQ(merged.missing_core_seconds, plan.predicted_core_seconds);
  double sum = 0;
  for (const ShardGap& gap : merged.gaps) sum += gap.predicted_core_seconds;
  EXPECT_DOUBLE_EQ(sum, plan.predicted_core_seconds);
  EXPECT_EQ(merge_journals(none).missing_core_seconds, journal_status(none).missing_core_seconds);
  EXPECT_LT(merge_journals(none).missing_core_seconds, plan.predicted_core_seconds);

  const std::vector some{part(1), part(2)};
  merged = merge_journals(some);
  EXPECT_EQ(merged.gaps.size(), 2u);
  EXPECT_GT(merged.missing_core_seconds, 0);
  EXPECT_EQ(merged.missing_core_seconds, journal_status(some).missing_core_seconds);
}

TEST_F(Cluster, EveryShardPaysForThePlan) {
  ShardPlanOptions of;
  of.engine = "bitmask";  // has no tables
  of.depth = 3;
  const ShardPlan one = plan_shards(Problem(12), 1, of);
  const ShardPlan many = plan_shards(Problem(12), 101, of);
  const double start = (many.predicted_core_seconds - one.predicted_core_seconds) / 100;
  EXPECT_GT(start, 2e-7 * static_cast<double>(one.tasks));
  EXPECT_LT(start, 4e-7 * static_cast<double>(one.tasks));
}

TEST_F(Cluster, PlanOfShards) {
  const ShardPlan plan = plan_shards(Problem(16), 6);
  EXPECT_EQ(plan.shards, 6);
  EXPECT_LE(plan.min_tasks * 6, plan.tasks);
  EXPECT_GE(plan.max_tasks * 6, plan.tasks);
  EXPECT_LE(plan.min_core_seconds, plan.mean_core_seconds);
  EXPECT_GE(plan.max_core_seconds, plan.mean_core_seconds);
  EXPECT_DOUBLE_EQ(plan.mean_core_seconds * 6, plan.predicted_core_seconds);
  EXPECT_LT(plan.max_core_seconds, 1.1 * plan.mean_core_seconds);
  EXPECT_EQ(plan.total_bytes(),
            plan.plan_bytes + plan.shared_bytes +
                static_cast<std::uint64_t>(plan.threads) * plan.bytes_per_thread);
  EXPECT_THAT(message_of<Error>([] { plan_shards(Problem(5), 1000); }),
              HasSubstr("number of shards out of range: 1000"));
  EXPECT_THAT(message_of<Error>([] { plan_shards(Problem(5), 0); }),
              HasSubstr("number of shards out of range: 0"));
}

}  // namespace
}  // namespace nqueens
