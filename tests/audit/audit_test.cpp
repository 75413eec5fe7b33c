// Audits of journals: of every engine, closed and open, in use, with planted errors; the
// probabilities. Forged records with right check sums, in every call that reads a journal.
#include "nqueens/audit.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <functional>

#include "engine/rows/row_decomposition.hpp"
#include "journal/journal.hpp"
#include "merge/merge.hpp"
#include "nqueens/count.hpp"
#include "nqueens/error.hpp"
#include "nqueens/info.hpp"
#include "nqueens/wide.hpp"
#include "support/message_of.hpp"
#include "support/processor_engines.hpp"
#include "support/stop.hpp"
#include "support/tally_of.hpp"
#include "support/temporary_directory.hpp"

namespace nqueens {
namespace {

using ::testing::HasSubstr;
using tests::message_of;
using tests::tally_of;

constexpr std::uint64_t kAll = UINT64_MAX;

class Audit : public ::testing::Test {
 protected:
  void count_into_journal(const Board& board, const std::string& engine) {
    std::filesystem::remove(path_);
    CountOptions options{.engine = engine, .threads = 2, .journal = path_};
    if (board.rows() > 4) options.depth = 2;  // by default small boards are one task
    count(board, options);
  }

  AuditResult audit(const AuditOptions& options = {}) const {
    return audit_journals({{path_}}, options);
  }

  /// The one with the most solutions: a tally of a task that can have none is refused at once.
  journal::JournalRecord largest_record() const {
    return std::ranges::max(journal::read_journal(path_).records, {},
                            [](const auto& record) { return record.tally.solutions(); });
  }

  /// Replaces the record of a task by one with another tally and right check sums.
  void plant(std::uint64_t task, std::uint64_t solutions) const {
    const journal::JournalContents contents = journal::read_journal(path_);
    std::string text = journal::format_header(contents.header);
    for (const journal::JournalRecord& record : contents.records) {
      text += journal::format_record(contents.header.plan_id, record.task_id,
                                     record.task_id == task ? tally_of(solutions) : record.tally);
    }
    tests::write_file(path_, text);
  }

  void close() const { merge_journals({{path_}}, {.output = path_}); }

  /// Writes the closed journal of other tallies; all its sums are right.
  void forge(const std::vector<std::uint64_t>& tallies) const {
    const journal::JournalContents contents = journal::read_journal(path_);
    journal::ClosedJournal closed{contents.header, contents.counted_by, tallies};
    for (int which = 0; which < 2; ++which) {
      const std::uint32_t prime = engine::kResiduePrimes[which];
      for (const std::uint64_t tally : tallies) {
        closed.residues[which] =
            static_cast<std::uint32_t>((closed.residues[which] + tally % prime) % prime);
      }
    }
    tests::write_file(path_, journal::format_closed(closed));
  }

  std::string audit_error(const AuditOptions& options = {}) const {
    return message_of<Error>([&] { audit(options); });
  }

  const tests::TemporaryDirectory directory_;
  const std::filesystem::path path_ = directory_ / "a.nqj";
};

TEST_F(Audit, AgreesWithEveryEngineAndChangesNothing) {
  for (const EngineInfo& engine : tests::processor_engines()) {
    for (const int n : {1, 6, 9, 10}) {
      count_into_journal(Board(n), engine.name);
      const std::string before = tests::read_file(path_);
      for (const int threads : {1, 3}) {
        const AuditResult result = audit({.samples = kAll, .threads = threads});
        EXPECT_TRUE(result.wrong.empty()) << engine.name << " " << n;
        EXPECT_TRUE(result.board == Board(n));
        EXPECT_EQ(result.records, result.tasks);
        EXPECT_EQ(result.recounted, result.records);
        EXPECT_EQ(result.agreed(), result.records);
        EXPECT_LE(result.threads, threads);
        EXPECT_TRUE(*result.solutions == *known_solutions(n));
        EXPECT_EQ(result.decomposition, engine.decomposition);
        ASSERT_EQ(result.counted_by.size(), 1u);
        EXPECT_EQ(result.counted_by[0].engine, engine.name);
      }
      EXPECT_EQ(tests::read_file(path_), before);
    }
  }
}

TEST_F(Audit, FindsAPlantedWrongTallyOfEveryEngine) {
  for (const EngineInfo& engine : tests::processor_engines()) {
    count_into_journal(Board(10), engine.name);
    const journal::JournalRecord record = largest_record();
    plant(record.task_id, record.tally.solutions() + 8);
    const AuditResult result = audit({.samples = kAll});
    ASSERT_EQ(result.wrong.size(), 1u) << engine.name;
    EXPECT_EQ(result.wrong[0].task, record.task_id);
    EXPECT_TRUE(result.wrong[0].recorded == record.tally.solutions() + 8);
    EXPECT_TRUE(result.wrong[0].recounted == record.tally.solutions());
    EXPECT_EQ(result.agreed() + 1, result.recounted);
    EXPECT_EQ(audit({.samples = kAll, .engine = "listing"}).wrong.size(), 1u);
  }
}

TEST_F(Audit, FindsAPlantedTallyOfARestrictedBoard) {
  Board board(10);
  board.place({4, 2});
  board.block({0, 0});
  const WideCount solutions = count(board, {.engine = "bitmask"}).solutions;
  for (const std::string engine : {"bitmask", "colour-join"}) {
    count_into_journal(board, engine);
    const AuditResult result = audit({.samples = kAll});
    EXPECT_EQ(result.engine, engine == "bitmask" ? "listing" : "colour-listing");
    EXPECT_TRUE(result.wrong.empty());
    EXPECT_TRUE(result.board == board);
    EXPECT_TRUE(*result.solutions == solutions);
    const journal::JournalRecord record = largest_record();
    plant(record.task_id, record.tally.solutions() + 1);
    EXPECT_EQ(audit({.samples = kAll}).wrong.size(), 1u);
  }
}

/// One of three records is wrong: some seeds must draw it wherever it is, and a seed always draws
/// the same record.
TEST_F(Audit, EveryRecordCanBeDrawn) {
  const engine::Plan plan(engine::row_decomposition(Problem(6)), 1);
  ASSERT_EQ(plan.tasks().size(), 3u);
  std::vector<int> hits(3);
  for (std::uint64_t place = 0; place < 3; ++place) {
    count_into_journal(Board(6), "bitmask");
    if (journal::read_journal(path_).records.size() != 3) {  // a depth of 0 was chosen
      std::filesystem::remove(path_);
      count(6, {.engine = "bitmask", .depth = 1, .journal = path_});
    }
    plant(place, 78);
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      const AuditOptions options{.samples = 1, .seed = seed, .threads = 1};
      const AuditResult result = audit(options);
      EXPECT_EQ(result.recounted, 1u);
      EXPECT_EQ(result.seed, seed);
      EXPECT_EQ(audit(options).wrong.size(), result.wrong.size());
      hits[place] += static_cast<int>(result.wrong.size());
    }
    // 20 are expected, standard deviation 3.7.
    EXPECT_GT(hits[place], 5);
    EXPECT_LT(hits[place], 40);
  }
  EXPECT_EQ(hits[0] + hits[1] + hits[2], 60) << "one seed draws one place";
}

TEST_F(Audit, ADryRunForecastsAndRecountsNothing) {
  for (const std::string engine : {"bitmask", "colour-join"}) {
    count_into_journal(Board(10), engine);
    const journal::JournalRecord record = largest_record();
    plant(record.task_id, record.tally.solutions() + 8);
    for (const std::uint64_t sample : {std::uint64_t{1}, kAll}) {
      const AuditResult plan = audit(
          {.samples = sample, .dry_run = true, .on_sample = [](const AuditResult&) { FAIL(); }});
      EXPECT_TRUE(plan.wrong.empty());
      EXPECT_EQ(plan.recounted, 0u);
      EXPECT_EQ(plan.sample, std::min(sample, plan.records));
      ASSERT_TRUE(plan.forecast);
      EXPECT_GT(plan.forecast->seconds, 0);
      EXPECT_GE(plan.forecast->error, 0);
    }
  }
}

TEST_F(Audit, WithoutRecordsThereIsNoForecast) {
  Board board(3);
  board.place({1, 1});
  count(board, {.engine = "bitmask", .depth = 2, .journal = path_});
  const AuditResult plan = audit({.seconds = 1, .dry_run = true});
  EXPECT_EQ(plan.records, 0u);
  EXPECT_FALSE(plan.forecast);
}

TEST_F(Audit, SizeAndSeedAreKnownBeforeTheRecountAndGiveTheSameSample) {
  count_into_journal(Board(10), "bitmask");
  for (const journal::JournalRecord& record : journal::read_journal(path_).records) {
    if (record.tally.solutions() > 0) plant(record.task_id, record.tally.solutions() + 8);
  }
  AuditResult told;
  const auto tell = [&](const AuditResult& plan) { told = plan; };
  const AuditResult one = audit({.seconds = 1e-9, .on_sample = tell});
  EXPECT_EQ(one.recounted, 1u);
  EXPECT_EQ(told.sample, 1u);
  EXPECT_EQ(told.recounted, 0u);
  EXPECT_EQ(told.seed, one.seed);
  const AuditResult again = audit({.samples = 1, .seed = told.seed});
  ASSERT_EQ(again.wrong.size(), one.wrong.size());
  for (const AuditMismatch& wrong : one.wrong) EXPECT_EQ(again.wrong[0].task, wrong.task);
  const AuditResult all = audit({.seconds = 1e9});
  EXPECT_EQ(all.recounted, all.records);
  EXPECT_FALSE(all.wrong.empty());
}

TEST_F(Audit, RefusesADamagedLine) {
  count_into_journal(Board(10), "bitmask");
  std::string text = tests::read_file(path_);
  text[text.size() - 3] ^= 1;
  tests::write_file(path_, text);
  EXPECT_THAT(audit_error(), HasSubstr("damaged journal: " + path_.string()));
}

TEST_F(Audit, Refuses) {
  EXPECT_THAT(audit_error(), HasSubstr("no such journal"));
  EXPECT_THAT(audit_error({.engine = "bitmsk"}),
              HasSubstr(fmt::format("engine cannot recount: bitmsk; one of {} is",
                                    fmt::join(audit_engines(), ", "))));
  EXPECT_THAT(audit_error({.engine = "simd"}), HasSubstr("engine cannot recount: simd"));
  count_into_journal(Board(8), "bitmask");
  EXPECT_THROW(audit({.stop = tests::already_stopped()}), Stopped);

  journal::JournalHeader header = journal::read_journal(path_).header;
  const auto expect_refused = [&](auto change, const std::string& words) {
    journal::JournalHeader other = header;
    change(other);
    tests::write_file(path_, journal::format_header(other) +
                                 journal::format_record(other.plan_id, 0, tally_of(1)));
    EXPECT_THAT(audit_error(), HasSubstr(words));
  };
  expect_refused([](auto& other) { other.plan_id ^= 1; }, "journal of another plan");
  EXPECT_EQ(message_of<Error>([&] { merge_journals({{path_}}); }), audit_error());
  // More tasks than a minute suffices to list; the header says how many there are.
  for (const std::uint64_t tasks : {header.tasks, std::uint64_t{1} << 22, std::uint64_t{1} << 40}) {
    const std::clock_t begin = std::clock();
    expect_refused(
        [&](auto& other) {
          other.board_size = 64;
          other.decomposition = "squares";
          other.depth = 10;
          other.tasks = tasks;
        },
        "its depth, 10, does not give its ");
    EXPECT_LT(std::clock() - begin, 5 * CLOCKS_PER_SEC);
  }
  expect_refused([](auto& other) { other.tasks = 5; }, "does not give its 5 tasks: ");
  EXPECT_EQ(message_of<Error>([&] { count(8, {.journal = path_}); }), audit_error());
  expect_refused([](auto& other) { other.depth = 99; }, "its depth, 99, does not give its ");
  EXPECT_EQ(message_of<Error>([&] { count(8, {.journal = path_}); }), audit_error());
  expect_refused([](auto& other) { other.decomposition = "spirals"; }, "unknown decomposition");
  expect_refused([](auto& other) { other.problem = "fg"; }, "unknown problem");
}

TEST_F(Audit, NoEngineCountsSolutionsThatHaveWeightsOfTheirOwn) {
  for (const EngineInfo& engine : tests::processor_engines()) {
    const auto cut = engine::find_decomposition(engine.decomposition, Problem(9));
    if (cut->has_uniform_weights()) continue;
    count_into_journal(Board(9), engine.name);
    const engine::Recounter own = cut->recounter();
    const std::string name = own.make_worker ? std::string(own.name) : "listing";
    EXPECT_EQ(audit().engine, name);
    const AuditResult listed = audit({.samples = kAll, .engine = "listing"});
    EXPECT_EQ(listed.engine, "listing");
    EXPECT_TRUE(listed.wrong.empty());
    EXPECT_THAT(audit_error({.engine = "bitmask"}), HasSubstr("cannot recount tasks of "));
  }
}

TEST_F(Audit, OfSeveralJournalsIsThatOfTheirUnion) {
  std::vector<std::filesystem::path> journals;
  for (int shard = 1; shard <= 3; ++shard) {
    journals.push_back(directory_ / std::to_string(shard));
    count_shard(Board(11), {shard, 3},
                {.engine = shard < 3 ? "bitmask" : "reference",
                 .threads = 1 + shard % 2,
                 .depth = 2,
                 .journal = journals.back()});
  }
  const AuditResult some = audit_journals(std::span(journals).first(2), {.samples = kAll});
  EXPECT_FALSE(some.solutions);
  EXPECT_LT(some.records, some.tasks);
  EXPECT_EQ(some.recounted, some.records);
  journals.push_back(journals.front());
  const AuditResult all = audit_journals(journals, {.samples = kAll});
  EXPECT_TRUE(*all.solutions == *known_solutions(11));
  EXPECT_TRUE(all.wrong.empty());
  EXPECT_EQ(all.counted_by.size(), 3u);
  EXPECT_EQ(all.files.size(), 4u);
  EXPECT_EQ(all.duplicates, all.files[3].tasks_done);
}

TEST_F(Audit, OfEveryEngineAClosedJournalIsCheckedFromTheFileAlone) {
  for (const EngineInfo& engine : tests::processor_engines()) {
    for (const int n : {0, 1, 2, 3, 6, 10}) {
      count_into_journal(Board(n), engine.name);
      close();
      const AuditResult result = audit({.samples = kAll});
      EXPECT_TRUE(*result.solutions == *known_solutions(n)) << engine.name << " " << n;
      EXPECT_TRUE(result.files[0].closed);
      EXPECT_EQ(result.recounted, result.tasks);
      EXPECT_TRUE(result.wrong.empty());
      // Nothing is left to do, and nothing is written.
      const std::string before = tests::read_file(path_);
      CountOptions options{.journal = path_};
      EXPECT_TRUE(count(n, options).solutions == *known_solutions(n));
      EXPECT_EQ(tests::read_file(path_), before);
    }
  }
}

/// All sums are right: arithmetic finds some forgeries, only the sample finds others.
TEST_F(Audit, ForgedTalliesAreImpossibleOrFoundBySample) {
  for (const EngineInfo& engine : tests::processor_engines()) {
    count_into_journal(Board(10), engine.name);
    close();
    const std::vector<std::uint64_t> whole = merging::read_journals({{path_}}, {}).all.tallies();
    const auto largest =
        static_cast<std::size_t>(std::max_element(whole.begin(), whole.end()) - whole.begin());
    std::vector<std::uint64_t> forged = whole;
    forged[largest] += 1;
    forge(forged);
    // A task that is the whole board may have any tally.
    if (whole.size() > 1) {
      EXPECT_THAT(audit_error({.samples = 0}), HasSubstr("impossible tally in journal "));
    }
    forged = whole;
    forged[largest] += 8;
    forge(forged);
    EXPECT_EQ(audit_error({.samples = 0}), "nothing thrown") << engine.name;
    const AuditResult result = audit({.samples = kAll});
    ASSERT_EQ(result.wrong.size(), 1u) << engine.name;
    EXPECT_EQ(result.wrong[0].task, largest);
  }
  // The sums stay right when two changes cancel out.
  count_into_journal(Board(10), "bitmask");
  std::vector<std::uint64_t> swapped = merging::read_journals({{path_}}, {}).all.tallies();
  const auto unequal = std::adjacent_find(swapped.begin(), swapped.end(), std::not_equal_to<>());
  std::iter_swap(unequal, unequal + 1);
  forge(swapped);
  EXPECT_EQ(audit({.samples = kAll}).wrong.size(), 2u);
}

/// A record with right residues and check sum, but a tally that its task cannot have.
TEST_F(Audit, AnImpossibleTallyIsRefusedAtEveryEntrance) {
  for (const EngineInfo& engine : tests::processor_engines()) {
    for (const std::uint64_t tally : {std::uint64_t{1'000'000'007}, UINT64_MAX - 7}) {
      std::filesystem::remove(path_);
      const CountOptions options{.engine = engine.name, .journal = path_};
      count_shard(Board(10), {1, 1}, options);
      plant(0, tally);
      const std::string before = tests::read_file(path_);
      const std::vector<std::function<void()>> entrances = {
          [&] { merge_journals({{path_}}); }, [&] { audit({.samples = 0}); }, [&] { audit(); },
          [&] { count(10, {.engine = engine.name, .journal = path_}); },
          [&] {
            count_shard(Board(10), {1, 1}, options);
          }};
      for (const auto& entrance : entrances) {
        EXPECT_THAT(message_of<Error>(entrance),
                    HasSubstr("impossible tally in journal " + path_.string() + ": " +
                              std::to_string(tally) + " of task 0, "));
      }
      EXPECT_EQ(tests::read_file(path_), before);
    }
  }
}

double choose(std::uint64_t n, std::uint64_t k) {
  double ways = 1;
  for (std::uint64_t i = 0; i < k; ++i) {
    ways = ways * static_cast<double>(n - i) / static_cast<double>(i + 1);
  }
  return k > n ? 0 : std::round(ways);
}

TEST(AuditProbability, IsHypergeometric) {
  for (std::uint64_t records = 1; records <= 12; ++records) {
    for (std::uint64_t wrong = 0; wrong <= records; ++wrong) {
      for (std::uint64_t sample = 0; sample <= records; ++sample) {
        const double missed = choose(records - wrong, sample) / choose(records, sample);
        EXPECT_NEAR(audit_detection_probability(records, wrong, sample), 1 - missed, 1e-12)
            << records << " " << wrong << " " << sample;
      }
    }
  }
}

TEST(AuditProbability, OfLargeJournals) {
  EXPECT_NEAR(audit_detection_probability(1000, 1, 10), 0.01, 1e-12);
  // From this many records, drawing is nearly drawing with replacement.
  EXPECT_NEAR(audit_detection_probability(4'000'000, 40'000, 100), 1 - std::pow(0.99, 100), 1e-4);
  EXPECT_EQ(audit_detection_probability(100, 1, 100), 1.0);
  EXPECT_NEAR(audit_detection_probability(137'297, 1, 100), 100 / 137'297.0, 1e-12);
  EXPECT_NEAR(audit_detection_probability(137'297, 10, 100), 1 - std::pow(1 - 100 / 137'297.0, 10),
              1e-6);
  EXPECT_NEAR(audit_detection_probability(137'297, 138, 100), 0.0957, 1e-4);
}

}  // namespace
}  // namespace nqueens
