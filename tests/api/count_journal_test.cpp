// Counts with a journal: stopped and resumed, by another engine, on other threads; refusals.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "journal/file.hpp"
#include "nqueens/count.hpp"
#include "nqueens/error.hpp"
#include "nqueens/info.hpp"
#include "nqueens/wide.hpp"
#include "support/message_of.hpp"
#include "support/temporary_directory.hpp"

namespace nqueens {
namespace {

using ::testing::HasSubstr;

class CountJournal : public ::testing::Test {
 protected:
  static std::string error_of(int n, const CountOptions& options) {
    return tests::message_of<Error>([&] { count(n, options); });
  }

  const tests::TemporaryDirectory directory_;
  CountOptions options_ = [this] {
    CountOptions options;
    options.journal = directory_ / "a.nqj";
    options.threads = 2;
    return options;
  }();
};

/// Stops after a random part of the run, many times over, and goes on each time.
TEST_F(CountJournal, StoppedAndResumedUntilDoneGivesTheTotal) {
  options_.depth = 4;
  std::uint64_t before = 0;
  for (int round = 0;; ++round) {
    std::stop_source source;
    options_.stop = source.get_token();
    options_.engine = round == 2 ? "reference" : "bitmask";
    options_.threads = 1 + round % 3;
    options_.progress_interval = std::chrono::milliseconds(1);
    options_.on_progress = [&](const Progress& progress) {
      EXPECT_GE(progress.tasks_done, before);
      if (progress.tasks_done > before + progress.tasks_total / 8) source.request_stop();
    };
    try {
      const CountResult result = count(14, options_);
      EXPECT_TRUE(result.solutions == *known_solutions(14));
      EXPECT_EQ(result.tasks_resumed, before);
      EXPECT_GE(round, 1) << "never stopped: nothing was tested";
      break;
    } catch (const Stopped&) {
    }
    before = journal::read_journal(options_.journal).records.size();
    options_.resume = true;
    ASSERT_LT(round, 100);
  }
}

TEST_F(CountJournal, RefusesByName) {
  const int depth = count(10, options_).depth;
  EXPECT_THAT(error_of(10, options_), HasSubstr("journal exists: "));
  options_.resume = true;
  EXPECT_THAT(error_of(11, options_), HasSubstr("it holds board 10"));
  EXPECT_THAT(error_of(1, options_), HasSubstr("it holds board 10"));
  options_.depth = depth + 1;
  EXPECT_THAT(error_of(10, options_), HasSubstr("journal of another plan: "));
  options_.depth = std::nullopt;
  Board blocked(10);
  blocked.block({0, 0});
  EXPECT_THROW(count(blocked, options_), JournalError);
}

TEST_F(CountJournal, ResumingBeginsAJournalWhereThereIsNone) {
  options_.resume = true;
  EXPECT_EQ(count(10, options_).tasks_resumed, 0u);
  const CountResult second = count(10, options_);
  EXPECT_TRUE(second.solutions == *known_solutions(10));
  EXPECT_EQ(second.tasks_resumed, second.tasks);
}

/// Every engine begins a journal; half of it is taken away; auto goes on.
TEST_F(CountJournal, AutoGoesOnWithAJournalOfAnyEngine) {
  const std::vector<EngineInfo> all = engines();
  for (const EngineInfo& first : all) {
    options_ = {.engine = first.name, .threads = 2, .journal = directory_ / first.name};
    const CountResult begun = count(11, options_);
    const std::string whole = tests::read_file(options_.journal);
    const std::size_t half = whole.find('\n', whole.size() / 2);
    tests::write_file(options_.journal, whole.substr(0, half + 1));
    options_.resume = true;
    options_.engine = "auto";
    const CountResult result = count(11, options_);
    EXPECT_TRUE(result.solutions == *known_solutions(11)) << first.name;
    EXPECT_EQ(result.plan_id, begun.plan_id);
    EXPECT_EQ(result.decomposition, begun.decomposition);
    // A named engine goes on just when it knows the tasks.
    for (const EngineInfo& other : all) {
      options_.engine = other.name;
      const bool knows = other.decomposition == begun.decomposition;
      EXPECT_THAT(error_of(11, options_),
                  HasSubstr(knows ? "nothing thrown" : "cannot count its tasks"))
          << first.name << " " << other.name;
    }
  }
}

TEST_F(CountJournal, AutoRefusesTasksThatNoEngineKnows) {
  options_.engine = "bitmask";
  count(8, options_);
  journal::JournalHeader header = journal::read_journal(options_.journal).header;
  header.decomposition = "spirals";
  tests::write_file(options_.journal, journal::format_header(header));
  options_.resume = true;
  EXPECT_THAT(error_of(8, options_), HasSubstr("engine bitmask cannot count its tasks"));
  options_.engine = "auto";
  EXPECT_THAT(error_of(8, options_), HasSubstr("journal of tasks that no engine counts"));
}

TEST_F(CountJournal, CountsDamagedLinesAgainAndSaysHowManyThereWere) {
  count(10, options_);
  std::string text = tests::read_file(options_.journal);
  text[text.size() - 3] ^= 1;
  tests::write_file(options_.journal, text);
  options_.resume = true;
  const CountResult result = count(10, options_);
  EXPECT_TRUE(result.solutions == *known_solutions(10));
  EXPECT_EQ(result.damaged.count, 1u);
  EXPECT_EQ(result.tasks_resumed + 1, result.tasks);
}

}  // namespace
}  // namespace nqueens
