// The journal as a file: creation, lock, resumption, refusal, full disks; reading it without taking
// part in it.
#include "journal/journal.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <thread>

#include "base/file.hpp"
#include "engine/recount/recount.hpp"
#include "engine/rows/row_decomposition.hpp"
#include "nqueens/error.hpp"
#include "support/message_of.hpp"
#include "support/property.hpp"
#include "support/random_problem.hpp"
#include "support/tally_of.hpp"
#include "support/temporary_directory.hpp"

namespace nqueens::journal {
namespace {

using ::testing::HasSubstr;
using tests::message_of;
using tests::read_file;
using tests::tally_of;
using tests::write_file;

engine::Plan rows_plan(int n, int depth) {
  return engine::Plan(engine::row_decomposition(Problem(n)), depth);
}

class JournalTest : public ::testing::Test {
 protected:
  std::unique_ptr<Journal> resume() { return FoundJournal::open(path_).resume(plan_); }
  std::string resume_error(const engine::Plan& plan) {
    return message_of<Error>([&] { FoundJournal::open(path_).resume(plan); });
  }

  const tests::TemporaryDirectory directory_;
  const std::filesystem::path path_ = directory_ / "a.nqj";
  const engine::Plan plan_ = rows_plan(8, 2);
};

TEST_F(JournalTest, SaysOnceWhoCounted) {
  const Provenance one{"a1", "0.1.0", "bitmask", "avx2", 8};
  const Provenance other{"a2", "0.1.0", "bitmask", "bmi2", 4};
  const std::string header = format_header(header_of(plan_));
  const auto run = [&](const Provenance& provenance, std::size_t task, bool counts) {
    const auto journal = std::filesystem::exists(path_) ? resume() : Journal::create(path_, plan_);
    journal->add_provenance(provenance);
    journal->add_provenance(provenance);
    if (counts) journal->task_done(plan_.tasks()[task], tally_of(2 * task));
    journal->finish();
  };
  const auto line = [&](const Provenance& provenance) {
    return format_provenance_line(plan_.id(), provenance);
  };
  const auto record = [&](std::size_t task) {
    return format_record(plan_.id(), task, tally_of(2 * task));
  };
  run(one, 0, false);
  EXPECT_EQ(read_file(path_), header) << "who counted nothing";
  run(one, 1, true);
  run(one, 2, true);
  run(other, 3, false);
  run(other, 3, true);
  run(one, 4, true);
  EXPECT_EQ(read_file(path_),
            header + line(one) + record(1) + record(2) + line(other) + record(3) + record(4));
}

TEST_F(JournalTest, ThreadsAppendAtTheSameTime) {
  const auto journal = Journal::create(path_, plan_);
  {
    std::vector<std::jthread> threads;
    for (std::size_t t = 0; t < 4; ++t) {
      threads.emplace_back([&, t] {
        for (std::size_t i = t; i < plan_.tasks().size(); i += 4) {
          journal->task_done(plan_.tasks()[i], tally_of(i));
        }
      });
    }
  }
  journal->finish();
  EXPECT_EQ(parse_journal(read_file(path_), "a").records.size(), plan_.tasks().size());
}

TEST_F(JournalTest, IsOnDiskSoonWithoutFinish) {
  const auto journal = Journal::create(path_, plan_);
  journal->task_done(plan_.tasks()[0], tally_of(1));
  for (int i = 0; i < 500 && parse_journal(read_file(path_), "a").records.empty(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  EXPECT_EQ(parse_journal(read_file(path_), "a").records.size(), 1u);
}

TEST_F(JournalTest, CutsOffATornTail) {
  Journal::create(path_, plan_)->finish();
  const std::string header = read_file(path_);
  const std::string record = format_record(plan_.id(), 3, tally_of(4));
  write_file(path_, header + record + record.substr(0, 10));
  EXPECT_THAT(resume_error(rows_plan(8, 3)), HasSubstr("journal of another plan"));
  EXPECT_EQ(read_file(path_), header + record + record.substr(0, 10)) << "cut before it was ours";
  const auto journal = resume();
  EXPECT_EQ(journal->contents().torn_bytes, 10u);
  EXPECT_EQ(journal->contents().records.size(), 1u);
  EXPECT_EQ(read_file(path_), header + record);
  journal->task_done(plan_.tasks()[1], tally_of(2));
  journal->finish();
  EXPECT_EQ(parse_journal(read_file(path_), "a").records.size(), 2u);
}

TEST_F(JournalTest, RefusesASecondWriter) {
  const auto first = Journal::create(path_, plan_);
  EXPECT_THROW_WITH(FoundJournal::open(path_), Error, "journal in use: ");
  EXPECT_THROW_WITH(Journal::create(path_, plan_), Error, "journal exists: ");
}

TEST_F(JournalTest, NeverOverwritesAndLeavesRefusedFilesAlone) {
  write_file(path_, "0 4 7 5 2 6 1 3\n");
  EXPECT_THROW_WITH(Journal::create(path_, plan_), Error, "journal exists: ");
  EXPECT_THROW_WITH(FoundJournal::open(path_), Error, "not a journal: ");
  EXPECT_EQ(read_file(path_), "0 4 7 5 2 6 1 3\n");
  write_file(path_, "");
  EXPECT_EQ(message_of<Error>([&] { Journal::create(path_, plan_)->finish(); }), "nothing thrown");
  EXPECT_THROW_WITH(Journal::create(path_, plan_), Error, "journal exists: ");
}

TEST_F(JournalTest, FollowsSymbolicLinksToFilesThatAreNotThereYet) {
  std::filesystem::create_directory(directory_ / "far");
  std::filesystem::create_symlink("far/b.nqj", directory_ / "near.nqj");
  Journal::create(directory_ / "near.nqj", plan_)->finish();
  EXPECT_TRUE(std::filesystem::is_symlink(directory_ / "near.nqj"));
  EXPECT_EQ(parse_header(read_file(directory_ / "far" / "b.nqj"), "b"), header_of(plan_));
}

TEST_F(JournalTest, SaysThatItWasDeletedOrReplaced) {
  for (const std::string how : {"deleted", "renamed", "replaced"}) {
    std::filesystem::remove(path_);
    const auto journal = Journal::create(path_, plan_);
    journal->task_done(plan_.tasks()[0], tally_of(1));
    const std::filesystem::path other = directory_ / "b.nqj";
    if (how == "deleted") std::filesystem::remove(path_);
    if (how == "renamed") std::filesystem::rename(path_, other);
    if (how == "replaced") {
      std::filesystem::copy_file(path_, other, std::filesystem::copy_options::overwrite_existing);
      std::filesystem::rename(other, path_);
    }
    const std::string error = message_of<Error>([&] { journal->finish(); });
    EXPECT_THAT(error, HasSubstr("journal is gone: ")) << how;
    EXPECT_EQ(message_of<Error>([&] { journal->finish(); }), error) << "said again";
    EXPECT_EQ(message_of<Error>([&] { journal->task_done(plan_.tasks()[1], tally_of(1)); }), error);
  }
}

TEST_F(JournalTest, FindsAtTheEndThatItDoesNotHoldWhatWasCounted) {
  for (const std::string damage : {"cut", "changed"}) {
    std::filesystem::remove(path_);
    const auto journal = Journal::create(path_, plan_);
    for (std::size_t i = 0; i < 3; ++i) journal->task_done(plan_.tasks()[i], tally_of(2 * i));
    const auto is_synced = [&] { return parse_journal(read_file(path_), "a").records.size() == 3; };
    for (int i = 0; i < 500 && !is_synced(); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    const auto size = static_cast<std::uintmax_t>(read_file(path_).size());
    if (damage == "cut") {
      std::filesystem::resize_file(path_, size - 1);
    } else {
      std::fstream file(path_, std::ios::in | std::ios::out | std::ios::binary);
      file.seekp(static_cast<std::streamoff>(size) - 20);
      file.put('x');
    }
    EXPECT_THROW_WITH(journal->finish(), Error, "journal was changed: ");
  }
}

TEST_F(JournalTest, OfManyThatCreateOneJournalAtOnceOneDoes) {
  for (int round = 0; round < 20; ++round) {
    if (round % 2 == 1) write_file(path_, "");
    std::atomic<int> owners{0}, refused{0};
    std::vector<std::unique_ptr<Journal>> journals(4);
    {
      std::vector<std::jthread> threads;
      for (std::size_t t = 0; t < journals.size(); ++t) {
        threads.emplace_back([&, t] {
          try {
            journals[t] = Journal::create(path_, plan_);
            ++owners;
          } catch (const JournalError&) {
            ++refused;
          }
        });
      }
    }
    EXPECT_EQ(owners, 1);
    EXPECT_EQ(refused, 3);
    journals.clear();
    std::filesystem::remove(path_);
  }
}

/// Check sum and residues agree, but the task cannot have this tally.
TEST_F(JournalTest, AnImpossibleTallyIsRefusedAndStays) {
  Journal::create(path_, plan_)->finish();
  const std::string header = read_file(path_);
  for (const std::uint64_t tally : {std::uint64_t{3}, std::uint64_t{2 * 720 + 2}, UINT64_MAX - 1}) {
    const std::string text = header + format_record(plan_.id(), 1, tally_of(tally));
    write_file(path_, text + "2 4");
    EXPECT_THAT(resume_error(plan_), HasSubstr(fmt::format("impossible tally in journal {}: {} of "
                                                           "task 1, which gives a multiple of 2 up "
                                                           "to 1440; ",
                                                           path_.string(), tally)));
    EXPECT_EQ(read_file(path_), text + "2 4");
  }
}

class ClosedJournalTest : public JournalTest {
 protected:
  ClosedJournal closed() const {
    ClosedJournal closed;
    closed.header = header_of(plan_);
    closed.tallies.assign(plan_.tasks().size(), 2);
    for (std::uint32_t& residue : closed.residues) {
      residue = static_cast<std::uint32_t>(2 * plan_.tasks().size());
    }
    return closed;
  }
  std::string write_error(const std::filesystem::path& path) const {
    return message_of<Error>([&] { write_closed(closed(), path); });
  }
};

TEST_F(ClosedJournalTest, IsWrittenAndReplacedAndResumedWithoutARecordMore) {
  constexpr auto kOwn = std::filesystem::perms::owner_read | std::filesystem::perms::owner_write;
  for (int round = 0; round < 2; ++round) {
    EXPECT_EQ(write_closed(closed(), path_), format_closed(closed()).size());
    EXPECT_EQ(read_file(path_), format_closed(closed()));
    if (round == 0) std::filesystem::permissions(path_, kOwn);
  }
  EXPECT_EQ(std::filesystem::status(path_).permissions(), kOwn);
  const auto journal = resume();
  EXPECT_TRUE(journal->contents().closed);
  EXPECT_EQ(journal->contents().records.size(), plan_.tasks().size());
  journal->add_provenance({"a1", "0.1.0", "bitmask", "avx2", 8});
  EXPECT_THROW_WITH(journal->task_done(plan_.tasks()[0], tally_of(2)), Error, "journal is closed");
  journal->finish();
  EXPECT_EQ(read_file(path_), format_closed(closed()));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(directory_.path()), {}), 1)
      << "temporary files are left";
}

TEST_F(ClosedJournalTest, ReplacesWhatItHasAllOf) {
  const std::string header = format_header(header_of(plan_));
  for (const std::string& there :
       {std::string(), header, header + format_record(plan_.id(), 3, tally_of(2)) + "4 2"}) {
    write_file(path_, there);
    EXPECT_EQ(write_error(path_), "nothing thrown");
    EXPECT_EQ(read_file(path_), format_closed(closed()));
  }
}

TEST_F(ClosedJournalTest, NeverReplacesAnythingElse) {
  const engine::Plan other = rows_plan(8, 3);
  const std::string header = format_header(header_of(plan_));
  for (const auto& [there, error] : std::vector<std::pair<std::string, std::string>>{
           {"0 4 7 5 2 6 1 3\n", "file exists and is no journal: "},
           {format_header(header_of(other)), "journal of another plan is there: "},
           {header + format_record(plan_.id(), 3, tally_of(4)),
            "contradiction with the journal that is there: " + path_.string() +
                " has 4 of task 3, the merged journals 2; "},
           {header.substr(0, 30) + "x" + header.substr(31), "damaged journal header: "}}) {
    write_file(path_, there);
    EXPECT_THAT(write_error(path_), HasSubstr(error));
    EXPECT_EQ(read_file(path_), there);
  }
  std::filesystem::remove(path_);
  const auto journal = Journal::create(path_, plan_);
  EXPECT_THAT(write_error(path_), HasSubstr("journal in use: "));
  write_file(directory_ / "begun", "");  // and another process has locked it to begin it
  const base::FileDescriptor begun(::open((directory_ / "begun").c_str(), O_RDWR | O_CLOEXEC));
  ASSERT_EQ(::flock(begun.get(), LOCK_EX), 0);
  EXPECT_THAT(write_error(directory_ / "begun"), HasSubstr("journal in use: "));
  EXPECT_THAT(write_error(directory_.path()), HasSubstr("Is a directory"));
  EXPECT_THAT(write_error("/dev/full"), HasSubstr("not a regular file"));
  EXPECT_THAT(write_error(directory_ / "none" / "a"), HasSubstr("No such file or directory"));
}

TEST_F(JournalTest, RefusesWhatIsNoRegularFile) {
  EXPECT_THROW_WITH(Journal::create("/dev/full", plan_), Error, "cannot use /dev/full as journal");
  EXPECT_THROW_WITH(FoundJournal::open("/dev/null"), Error, "it is not a regular file");
  EXPECT_THROW_WITH(Journal::create(directory_.path(), plan_), Error, "Is a directory");
  EXPECT_THROW_WITH(Journal::create(directory_ / "no" / "a", plan_), Error,
                    "cannot create journal");
  EXPECT_THROW_WITH(FoundJournal::open(directory_ / "none"), Error, "cannot open journal");
  const std::filesystem::path fifo = directory_ / "fifo";
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  EXPECT_THROW_WITH(FoundJournal::open(fifo), Error, "it is not a regular file");
}

TEST(JournalReader, RefusesALargeFileOfAnotherKindWithoutReadingIt) {
  const tests::TemporaryDirectory directory;
  tests::write_file(directory / "large", "");
  std::filesystem::resize_file(directory / "large", std::uintmax_t{1} << 42);
  EXPECT_THROW_WITH(read_journal(directory / "large"), Error, "not a journal: ");
}

class PossibleTallies : public ::testing::Test {
 protected:
  /// Whether a record of the task with this tally is accepted.
  static bool takes(const engine::Plan& plan, std::uint64_t task, std::uint64_t tally) {
    JournalContents contents;
    contents.header = header_of(plan);
    contents.records.push_back({task, tally_of(tally)});
    return message_of<Error>([&] { require_possible(contents, plan, "a"); }) == "nothing thrown";
  }
};

/// For every decomposition, board and depth: the tallies that listing finds are accepted, numbers
/// between multiples of the divisor or above the bound are refused.
TEST_F(PossibleTallies, ThoseThatListingGivesPassAndForgedOnesDoNot) {
  for (const char* name : {"rows", "side-columns", "row-sets", "squares"}) {
    for (int n = 0; n <= 9; ++n) {
      const auto cut = engine::find_decomposition(name, Problem(n));
      for (int depth = 0; depth <= std::min(4, cut->max_depth()); ++depth) {
        const engine::Plan plan(cut, depth);
        const auto worker = engine::recount_by_listing(plan)();
        for (const engine::Task& task : plan.tasks()) {
          engine::Tally tally;
          worker->count(task, {}, tally);
          const std::uint32_t divisor = cut->tally_divisor(task, depth);
          const WideCount largest = cut->max_tally(task, depth);
          EXPECT_TRUE(takes(plan, task.id, tally.solutions()))
              << cut->name() << " " << n << " " << depth << " " << task.id;
          for (std::uint32_t more = 1; more < divisor; ++more) {
            EXPECT_FALSE(takes(plan, task.id, tally.solutions() + more));
          }
          EXPECT_FALSE(takes(plan, task.id, static_cast<std::uint64_t>(largest) + divisor));
          EXPECT_FALSE(takes(plan, task.id, UINT64_MAX - UINT64_MAX % divisor));
        }
      }
    }
  }
}

JournalHeader header_with(const Problem& problem) {
  JournalHeader header;
  header.board_size = problem.columns();
  header.problem = problem.description();
  return header;
}

PROPERTY(JournalReader, FindsTheProblemOfAHeader) {
  const Problem problem = *rc::gen::arbitrary<bool>() ? tests::random_problem(kMaxProblemSize)
                                                      : tests::random_board(kMaxProblemSize);
  RC_ASSERT(problem_of(header_with(problem), "a") == problem);
}

TEST(JournalReader, FindsTheEmptyBoardOfEveryVariant) {
  for (const Variant variant : tests::kVariants) {
    EXPECT_EQ(problem_of(header_with(Problem(0, variant)), "a"), Problem(0, variant));
  }
}

/// The longest header fits the part of a file that is read for it.
TEST(JournalReader, ReadsTheHeaderOfTheLargestRestrictedBoard) {
  Problem problem(64, Variant::superqueens);
  problem.block({63, 0});
  const tests::TemporaryDirectory directory;
  const auto path = directory / "a.nqj";
  const engine::Plan plan(engine::find_decomposition("squares", problem), 1);
  Journal::create(path, plan)->finish();
  EXPECT_EQ(problem_of(read_header(path), "a"), problem);
}

TEST(JournalReader, RefusesProblemsThatAreNone) {
  for (const auto& [size, text] :
       std::vector<std::pair<int, std::string>>{{4, "f-f-"},
                                                {4, "f-f-1f"},
                                                {4, "f-f-f-1e"},
                                                {4, "f-f-f-"},
                                                {4, "f-f-f-0e"},
                                                {4, "f-f-f-E"},
                                                {4, "f-f-f-f"},
                                                {4, "f--f-e"},
                                                {4, ""},
                                                {4, "Plain"},
                                                {4, "knights:f-f-f-f"},
                                                {4, "queens:f-f-f-e"},
                                                {4, "torus:f-f-f"},
                                                {4, ":f-f-f-e"},
                                                {0, "torus:f"},
                                                {0, "-"},
                                                {4, "torus:torus:f-f-f-f"},
                                                {4, "semi:"},
                                                {4, "semi:f-f-f-10"},
                                                {65, "plain"},
                                                {-1, "plain"}}) {
    JournalHeader header;
    header.board_size = size;
    header.problem = text;
    EXPECT_THROW_WITH(problem_of(header, "a"), Error, "unknown problem") << text;
  }
}

}  // namespace
}  // namespace nqueens::journal
