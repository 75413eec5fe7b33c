// Reading a journal without taking part in it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "counting/rows/row_decomposition.hpp"
#include "journal/file.hpp"
#include "journal/reader.hpp"
#include "nqueens/error.hpp"
#include "support/random_problem.hpp"
#include "support/temporary_directory.hpp"

namespace nqueens::journal {
namespace {

using ::testing::HasSubstr;

counting::Tally tally_of(std::uint64_t solutions) {
  counting::Tally tally;
  tally.add(solutions, 1);
  return tally;
}

template <typename Function>
std::string error_of(Function function) {
  try {
    function();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(JournalReader, ReadsWhileAnotherWrites) {
  const tests::TemporaryDirectory directory;
  const auto path = directory / "a.nqj";
  const counting::Plan plan(Problem(8), counting::row_decomposition(), 2);
  const auto journal = Journal::create(path, plan);
  EXPECT_EQ(read_journal(path).records.size(), 0u);
  journal->task_done(plan.tasks()[3], tally_of(11));
  journal->finish();
  const std::string before = tests::read_file(path);
  const JournalContents contents = read_journal(path);
  EXPECT_EQ(contents.header, header_of(plan));
  ASSERT_EQ(contents.records.size(), 1u);
  EXPECT_EQ(contents.records[0].task_id, 3u);
  EXPECT_EQ(contents.records[0].tally.solutions(), 11u);
  EXPECT_EQ(tests::read_file(path), before);
}

TEST(JournalReader, LeavesATornTailWhereItIs) {
  const tests::TemporaryDirectory directory;
  const auto path = directory / "a.nqj";
  const counting::Plan plan(Problem(8), counting::row_decomposition(), 2);
  const std::string text = format_header(header_of(plan)) +
                           format_record(plan.id(), 0, tally_of(5)) +
                           format_record(plan.id(), 1, tally_of(6)).substr(0, 9);
  tests::write_file(path, text);
  const JournalContents contents = read_journal(path);
  EXPECT_EQ(contents.records.size(), 1u);
  EXPECT_EQ(contents.torn_bytes, 9u);
  EXPECT_EQ(tests::read_file(path), text);
}

TEST(JournalReader, RefusesWhatIsNoJournal) {
  const tests::TemporaryDirectory directory;
  EXPECT_THAT(error_of([&] { read_journal(directory / "none"); }),
              HasSubstr("No such file or directory"));
  EXPECT_THAT(error_of([&] { read_journal(directory.path()); }), HasSubstr("not a regular file"));
  tests::write_file(directory / "empty", "");
  EXPECT_THAT(error_of([&] { read_journal(directory / "empty"); }), HasSubstr("not a journal"));
}

RC_GTEST_PROP(JournalReader, FindsTheProblemOfAHeader, ()) {
  const Problem problem = tests::random_problem(kMaxCountSize);
  JournalHeader header;
  header.board_size = problem.board_size();
  header.problem = problem.description();
  RC_ASSERT(problem_of(header, "a") == problem);
}

TEST(JournalReader, RefusesProblemsThatAreNone) {
  for (const auto& [size, text] : std::vector<std::pair<int, std::string>>{{4, "f-f-f"},
                                                                           {4, "f-f-f-e-f"},
                                                                           {4, "f-f-f-1e"},
                                                                           {4, "f-f-f-"},
                                                                           {4, "f-f-f-0e"},
                                                                           {4, "f-f-f-E"},
                                                                           {4, "f-f-f-f"},
                                                                           {4, "f--f-e"},
                                                                           {4, ""},
                                                                           {4, "Plain"},
                                                                           {33, "plain"},
                                                                           {-1, "plain"}}) {
    JournalHeader header;
    header.board_size = size;
    header.problem = text;
    EXPECT_THAT(error_of([&] { problem_of(header, "a"); }), HasSubstr("unknown problem")) << text;
  }
}

}  // namespace
}  // namespace nqueens::journal
