// Auditing journals: of every engine, with planted errors, in use, and the probabilities.
#include "nqueens/audit.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "counting/rows/row_decomposition.hpp"
#include "journal/file.hpp"
#include "journal/reader.hpp"
#include "nqueens/count.hpp"
#include "nqueens/error.hpp"
#include "nqueens/info.hpp"
#include "support/temporary_directory.hpp"

namespace nqueens {
namespace {

using ::testing::HasSubstr;

constexpr std::uint64_t kAll = UINT64_MAX;

counting::Tally tally_of(std::uint64_t solutions) {
  counting::Tally tally;
  tally.add(solutions, 1);
  return tally;
}

class Audit : public ::testing::Test {
 protected:
  void write_journal(const Problem& problem, const std::string& engine) {
    std::filesystem::remove(path_);
    CountOptions options;
    options.engine = engine;
    options.threads = 2;
    options.journal = path_;
    count(problem, options);
  }

  /// Replaces one record by another that has all its check sums.
  void plant(std::size_t place, std::uint64_t solutions) {
    const journal::JournalContents contents = journal::read_journal(path_);
    std::string text = journal::format_header(contents.header);
    for (std::size_t i = 0; i < contents.records.size(); ++i) {
      const journal::JournalRecord& record = contents.records[i];
      text += journal::format_record(contents.header.plan_id, record.task_id,
                                     i == place ? tally_of(solutions) : record.tally);
    }
    tests::write_file(path_, text);
  }

  std::string error_of(const AuditOptions& options = {}) {
    try {
      audit_journal(path_, options);
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  }

  const tests::TemporaryDirectory directory_;
  const std::filesystem::path path_ = directory_ / "a.nqj";
};

TEST_F(Audit, AgreesWithEveryEngineAndChangesNothing) {
  for (const EngineInfo& engine : engines()) {
    for (const int n : {1, 6, 9, 10}) {
      write_journal(Problem(n), engine.name);
      const std::string before = tests::read_file(path_);
      for (const int threads : {1, 3}) {
        const AuditResult result = audit_journal(path_, {.sample = kAll, .threads = threads});
        EXPECT_TRUE(result.wrong.empty()) << engine.name << " " << n;
        EXPECT_EQ(result.board_size, n);
        EXPECT_EQ(result.records, result.tasks);
        EXPECT_EQ(result.recounted, result.records);
        EXPECT_EQ(result.agreed(), result.records);
        EXPECT_EQ(result.threads, threads);
      }
      EXPECT_EQ(tests::read_file(path_), before);
    }
  }
}

TEST_F(Audit, FindsAPlantedWrongTallyOfEveryEngine) {
  for (const EngineInfo& engine : engines()) {
    write_journal(Problem(10), engine.name);
    const journal::JournalContents contents = journal::read_journal(path_);
    const std::size_t place = contents.records.size() / 2;
    const journal::JournalRecord& record = contents.records[place];
    plant(place, record.tally.solutions() + 1);
    const AuditResult result = audit_journal(path_, {.sample = kAll});
    ASSERT_EQ(result.wrong.size(), 1u) << engine.name;
    EXPECT_EQ(result.wrong[0].task, record.task_id);
    EXPECT_TRUE(result.wrong[0].recorded == record.tally.solutions() + 1);
    EXPECT_TRUE(result.wrong[0].recounted == record.tally.solutions());
    EXPECT_EQ(result.agreed() + 1, result.recounted);
    EXPECT_EQ(audit_journal(path_, {.sample = kAll, .engine = "listing"}).wrong.size(), 1u);
  }
}

TEST_F(Audit, CountsAgainByEitherRowEngine) {
  write_journal(Problem(10), "bitmask");
  for (const std::string engine : {"auto", "bitmask", "reference", "listing"}) {
    const AuditResult result = audit_journal(path_, {.sample = kAll, .engine = engine});
    EXPECT_EQ(result.engine, engine == "auto" ? "bitmask" : engine);
    EXPECT_TRUE(result.wrong.empty());
  }
}

TEST_F(Audit, RestrictedProblems) {
  Problem problem(10);
  problem.require({4, 2});
  problem.block({0, 0});
  write_journal(problem, "bitmask");
  const AuditResult result = audit_journal(path_, {.sample = kAll});
  EXPECT_TRUE(result.wrong.empty());
  EXPECT_EQ(result.problem, problem.description());
}

/// One record of a few is wrong: which seeds draw it is a matter of chance, but some must, whatever
/// its place, and the same seed draws the same.
TEST_F(Audit, EveryRecordCanBeDrawn) {
  const counting::Plan plan(Problem(6), counting::row_decomposition(), 1);
  ASSERT_EQ(plan.tasks().size(), 3u);
  std::vector<int> hits(3);
  for (std::size_t place = 0; place < 3; ++place) {
    write_journal(Problem(6), "bitmask");
    if (journal::read_journal(path_).records.size() != 3) {  // a depth of 0 was chosen
      std::filesystem::remove(path_);
      count(6, {.engine = "bitmask", .depth = 1, .journal = path_});
    }
    plant(place, 77);
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      const AuditOptions options{.sample = 1, .seed = seed, .threads = 1};
      const AuditResult result = audit_journal(path_, options);
      EXPECT_EQ(result.recounted, 1u);
      EXPECT_EQ(result.seed, seed);
      EXPECT_EQ(audit_journal(path_, options).wrong.size(), result.wrong.size());
      hits[place] += static_cast<int>(result.wrong.size());
    }
    // 20 are expected, standard deviation 3.7.
    EXPECT_GT(hits[place], 5);
    EXPECT_LT(hits[place], 40);
  }
  EXPECT_EQ(hits[0] + hits[1] + hits[2], 60) << "one seed draws one place";
}

TEST_F(Audit, ReadsAJournalThatIsInUse) {
  const counting::Plan plan(Problem(8), counting::row_decomposition(), 1);
  const auto journal = journal::Journal::create(path_, plan);
  EXPECT_THAT(error_of(), HasSubstr("journal without a record"));
  journal->task_done(plan.tasks()[0], tally_of(2 * 4));
  journal->task_done(plan.tasks()[2], tally_of(2 * 16));
  journal->finish();
  const AuditResult result = audit_journal(path_);
  EXPECT_EQ(result.tasks, 4u);
  EXPECT_EQ(result.records, 2u);
  EXPECT_EQ(result.recounted, 2u);
  EXPECT_TRUE(result.wrong.empty());
}

TEST_F(Audit, CountsATornTailAsNothing) {
  write_journal(Problem(10), "bitmask");
  const std::string whole = tests::read_file(path_);
  tests::write_file(path_, whole.substr(0, whole.size() - 7));
  const AuditResult result = audit_journal(path_, {.sample = kAll});
  EXPECT_EQ(result.records + 1, result.tasks);
  EXPECT_GT(result.torn_bytes, 0u);
  EXPECT_TRUE(result.wrong.empty());
}

TEST_F(Audit, ReportsProgressOfTheSample) {
  count(10, {.engine = "bitmask", .depth = 2, .journal = path_});
  std::vector<Progress> seen;
  audit_journal(path_, {.sample = 7, .on_progress = [&](const Progress& progress) {
                          seen.push_back(progress);
                        }});
  ASSERT_FALSE(seen.empty());
  EXPECT_EQ(seen.back().tasks_done, 7u);
  EXPECT_EQ(seen.back().tasks_total, 7u);
  EXPECT_EQ(seen.back().fraction, 1.0);
}

TEST_F(Audit, Refuses) {
  EXPECT_THAT(error_of(), HasSubstr("No such file"));
  EXPECT_THAT(error_of({.sample = 0}), HasSubstr("out of range: 0"));
  EXPECT_THAT(error_of({.engine = "bitmsk"}), HasSubstr("unknown engine: bitmsk"));
  write_journal(Problem(8), "bitmask");
  std::stop_source source;
  source.request_stop();
  EXPECT_THROW(audit_journal(path_, {.stop = source.get_token()}), Stopped);

  journal::JournalHeader header = journal::read_journal(path_).header;
  const auto with_record = [](const journal::JournalHeader& of) {
    return journal::format_header(of) + journal::format_record(of.plan_id, 0, tally_of(1));
  };
  journal::JournalHeader other = header;
  other.plan_id ^= 1;
  tests::write_file(path_, with_record(other));
  EXPECT_THAT(error_of(), HasSubstr("journal of another plan"));
  other = header;
  other.decomposition = "spirals";
  tests::write_file(path_, with_record(other));
  EXPECT_THAT(error_of(), HasSubstr("unknown decomposition"));
  other = header;
  other.problem = "ff";
  tests::write_file(path_, with_record(other));
  EXPECT_THAT(error_of(), HasSubstr("unknown problem"));
}

TEST_F(Audit, NoEngineCountsSolutionsThatHaveWeightsOfTheirOwn) {
  for (const EngineInfo& engine : engines()) {
    const auto& cut = counting::find_decomposition(engine.decompositions.front());
    if (cut.uniform_weight()) continue;
    write_journal(Problem(9), engine.name);
    const counting::Recounter own = cut.recounter(Problem(9));
    const std::string name = own.engine ? std::string(own.name) : "listing";
    EXPECT_EQ(audit_journal(path_).engine, name);
    const AuditResult listed = audit_journal(path_, {.sample = kAll, .engine = "listing"});
    EXPECT_EQ(listed.engine, "listing");
    EXPECT_TRUE(listed.wrong.empty());
    EXPECT_THAT(error_of({.engine = "bitmask"}), HasSubstr("weights of their own"));
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
  // Drawing from very many is nearly drawing with replacement.
  EXPECT_NEAR(audit_detection_probability(4'000'000, 40'000, 100), 1 - std::pow(0.99, 100), 1e-4);
  EXPECT_EQ(audit_detection_probability(100, 1, 100), 1.0);
}

}  // namespace
}  // namespace nqueens
