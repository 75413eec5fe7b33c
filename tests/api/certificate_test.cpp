// Certificates of finished counts: of every engine, of shards, restricted boards; forgeries, and
// what finds them.
#include "nqueens/certificate.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "base/checksum.hpp"
#include "counting/plan.hpp"
#include "counting/tally.hpp"
#include "journal/certificate_file.hpp"
#include "journal/reader.hpp"
#include "nqueens/count.hpp"
#include "nqueens/error.hpp"
#include "nqueens/info.hpp"
#include "nqueens/known_values.hpp"
#include "nqueens/version.hpp"
#include "support/temporary_directory.hpp"

namespace nqueens {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr std::uint64_t kAll = UINT64_MAX;

class Certificates : public ::testing::Test {
 protected:
  /// By one writer: an ordinary count.
  void certify(const Problem& problem, const std::string& engine) {
    std::filesystem::remove(journal_);
    CountOptions options;
    options.engine = engine;
    options.threads = 2;
    options.journal = journal_;
    count(problem, options);
    write_certificate(merge_journals({{journal_}}, {.tallies = true}), path_);
  }

  journal::Certificate read() const { return journal::read_certificate(path_); }
  void forge(const journal::Certificate& certificate) const {
    tests::write_file(path_, journal::format_certificate(certificate));
  }

  std::string error_of(const AuditOptions& options = {.sample = 0}) const {
    try {
      verify_certificate(path_, options);
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  }

  const tests::TemporaryDirectory directory_;
  const std::filesystem::path journal_ = directory_ / "a.nqj";
  const std::filesystem::path path_ = directory_ / "a.nqc";
};

TEST_F(Certificates, OfEveryEngineAreCheckedFromTheFileAlone) {
  for (const EngineInfo& engine : engines()) {
    for (const int n : {1, 6, 9, 10}) {
      certify(Problem(n), engine.name);
      const journal::JournalContents journal = journal::read_journal(journal_);
      std::filesystem::remove(journal_);
      const CertificateResult result = verify_certificate(path_, {.sample = kAll, .threads = 2});
      EXPECT_TRUE(result.solutions == *known_solutions(n)) << engine.name << " " << n;
      EXPECT_TRUE(result.problem == Problem(n));
      EXPECT_EQ(result.tasks, journal.header.tasks);
      EXPECT_EQ(result.plan_id, base::to_hex(journal.header.plan_id));
      EXPECT_EQ(result.decomposition, engine.decompositions.front());
      EXPECT_EQ(result.recounted, result.tasks);
      EXPECT_TRUE(result.wrong.empty());
      EXPECT_EQ(result.version, kVersion);
      ASSERT_EQ(result.counted_by, journal.counted_by);
      ASSERT_EQ(result.counted_by.size(), 1u);
      EXPECT_EQ(result.counted_by[0].engine, engine.name);
      EXPECT_EQ(result.counted_by[0].threads, 2);
    }
  }
}

TEST_F(Certificates, OfShardsAreThatOfOneWriter) {
  std::vector<std::filesystem::path> journals;
  for (int shard = 1; shard <= 3; ++shard) {
    WorkOptions options;
    options.shard = {shard, 3};
    options.threads = shard;
    options.engine = "bitmask";
    options.journal = directory_ / ("part-" + std::to_string(shard));
    work(Problem(11), options);
    journals.push_back(options.journal);
  }
  journals.push_back(journals.front());  // duplicates change nothing
  write_certificate(merge_journals(journals, {.tallies = true}), path_);
  journal::Certificate shared = read();
  EXPECT_EQ(shared.counted_by.size(), 3u);
  CountOptions options;
  options.engine = "bitmask";
  options.depth = shared.plan.depth;
  options.journal = journal_;
  count(11, options);
  write_certificate(merge_journals({{journal_}}, {.tallies = true}), path_);
  shared.counted_by = read().counted_by;
  EXPECT_EQ(journal::format_certificate(shared), tests::read_file(path_));
}

TEST_F(Certificates, OfRestrictedBoards) {
  Problem problem(10);
  problem.require({4, 2});
  problem.block({0, 0});
  certify(problem, "bitmask");
  const CertificateResult result = verify_certificate(path_, {.sample = kAll});
  EXPECT_TRUE(result.problem == problem);
  EXPECT_TRUE(result.solutions == count(problem).solutions);
  EXPECT_TRUE(result.wrong.empty());
}

TEST_F(Certificates, TheSampleIsAnAudit) {
  certify(Problem(10), "bitmask");
  EXPECT_EQ(verify_certificate(path_, {.sample = 0}).recounted, 0u);
  const CertificateResult few = verify_certificate(path_, {.sample = 3, .seed = 5});
  EXPECT_EQ(few.recounted, 3u);
  EXPECT_EQ(few.seed, 5u);
  EXPECT_EQ(few.engine, "bitmask");
  EXPECT_EQ(verify_certificate(path_, {.engine = "reference"}).engine, "reference");
  EXPECT_THROW(verify_certificate(path_, {.engine = "no-engine"}), InvalidArgument);
  std::stop_source source;
  source.request_stop();
  EXPECT_THROW(verify_certificate(path_, {.stop = source.get_token()}), Stopped);
}

TEST_F(Certificates, OfAnIncompleteMergeThereIsNone) {
  certify(Problem(10), "bitmask");
  std::filesystem::remove(path_);
  const std::string whole = tests::read_file(journal_);
  const MergeResult untold = merge_journals({{journal_}});
  EXPECT_TRUE(untold.tallies.empty());
  EXPECT_THROW(write_certificate(untold, path_), InvalidArgument);
  tests::write_file(journal_, whole.substr(0, whole.find_last_of('\n', whole.size() - 2) + 1));
  const MergeResult partial = merge_journals({{journal_}}, {.tallies = true});
  EXPECT_EQ(partial.missing.size(), 1u);
  EXPECT_TRUE(partial.tallies.empty());
  EXPECT_THROW(write_certificate(partial, path_), InvalidArgument);
  EXPECT_FALSE(std::filesystem::exists(path_));
}

/// What arithmetic finds in a file whose check sum was made anew, and what is left to the sample.
TEST_F(Certificates, ForgeriesAreFoundBySumsOrBySample) {
  for (const EngineInfo& engine : engines()) {
    certify(Problem(10), engine.name);
    const journal::Certificate whole = read();
    const counting::Decomposition& cut = counting::find_decomposition(whole.plan.decomposition);
    const counting::Plan plan(Problem(10), cut, whole.plan.depth);
    const auto largest = static_cast<std::size_t>(
        std::max_element(whole.tallies.begin(), whole.tallies.end()) - whole.tallies.begin());

    // One tally: the sum. One tally and the sum: the residues.
    journal::Certificate forged = whole;
    forged.tallies[largest] += 1;
    forge(forged);
    EXPECT_THAT(error_of(), StartsWith("wrong sum in certificate ")) << engine.name;
    forged.solutions += 1;
    forge(forged);
    EXPECT_THAT(error_of(), StartsWith("wrong residue in certificate ")) << engine.name;

    // All that can be computed from it, made anew. A step of one is no multiple of the weight where
    // tasks have one above that; a step of eight is one everywhere, and only counting again tells.
    forged.residues[0] = (forged.residues[0] + 1) % counting::kResiduePrimes[0];
    forged.residues[1] = (forged.residues[1] + 1) % counting::kResiduePrimes[1];
    forge(forged);
    if (cut.uniform_weight() && plan.tasks()[largest].weight > 1) {
      EXPECT_THAT(error_of(), StartsWith("impossible tally in certificate ")) << engine.name;
    }
    forged = whole;
    forged.tallies[largest] += 8;
    forged.solutions += 8;
    for (int which = 0; which < 2; ++which) {
      forged.residues[which] = (forged.residues[which] + 8) % counting::kResiduePrimes[which];
    }
    forge(forged);
    EXPECT_EQ(error_of(), "no error") << engine.name;
    const CertificateResult result = verify_certificate(path_, {.sample = kAll});
    ASSERT_EQ(result.wrong.size(), 1u) << engine.name;
    EXPECT_EQ(result.wrong[0].task, largest);
    EXPECT_TRUE(result.wrong[0].recorded == whole.tallies[largest] + 8);
    EXPECT_TRUE(result.wrong[0].recounted == whole.tallies[largest]);
    EXPECT_EQ(result.agreed() + 1, result.recounted);
  }
}

/// Two changes that cancel out leave both sums alone.
TEST_F(Certificates, SwappedTalliesAreFoundBySample) {
  certify(Problem(10), "bitmask");
  journal::Certificate forged = read();
  const auto unequal =
      std::adjacent_find(forged.tallies.begin(), forged.tallies.end(), std::not_equal_to<>());
  std::iter_swap(unequal, unequal + 1);
  forge(forged);
  EXPECT_EQ(error_of(), "no error");
  EXPECT_EQ(verify_certificate(path_, {.sample = kAll}).wrong.size(), 2u);
}

TEST_F(Certificates, PlansThatAreNotThisProgramsAreRefused) {
  certify(Problem(10), "bitmask");
  const journal::Certificate whole = read();
  const auto with = [&](auto change) {
    journal::Certificate forged = whole;
    change(forged.plan);
    forge(forged);
    return error_of();
  };
  EXPECT_THAT(with([](auto& plan) { plan.plan_id ^= 1; }),
              StartsWith("certificate of another plan: "));
  EXPECT_THAT(with([](auto& plan) { plan.board_size = 11; }),
              StartsWith("certificate of another plan: "));
  EXPECT_THAT(with([](auto& plan) { plan.depth += 1; }),
              StartsWith("certificate of another plan: "));
  EXPECT_THAT(with([](auto& plan) { plan.depth = 99; }),
              StartsWith("certificate of a plan that cannot be made: "));
  EXPECT_THAT(with([](auto& plan) { plan.decomposition = "spirals"; }),
              StartsWith("certificate of a plan that cannot be made: "));
  EXPECT_THAT(with([](auto& plan) { plan.problem = "squares"; }),
              StartsWith("certificate of a plan that cannot be made: "));
  EXPECT_THAT(with([](auto& plan) { plan.board_size = 99; }),
              StartsWith("certificate of a plan that cannot be made: "));
  EXPECT_THAT(with([](auto& plan) { plan.decomposition = "side-columns"; }),
              StartsWith("certificate of another plan: "));
}

}  // namespace
}  // namespace nqueens
