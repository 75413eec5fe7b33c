// Reading a journal without taking part in it.
#include <gmock/gmock.h>

#include <algorithm>

#include "engine/recount/recount.hpp"
#include "journal/journal.hpp"
#include "nqueens/error.hpp"
#include "support/message_of.hpp"
#include "support/property.hpp"
#include "support/random_problem.hpp"
#include "support/tally_of.hpp"
#include "support/temporary_directory.hpp"

namespace nqueens::journal {
namespace {

using tests::message_of;
using tests::tally_of;

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

JournalHeader header_of(const Problem& problem) {
  JournalHeader header;
  header.board_size = problem.columns();
  header.problem = problem.description();
  return header;
}

PROPERTY(JournalReader, FindsTheProblemOfAHeader) {
  const Problem problem = *rc::gen::arbitrary<bool>() ? tests::random_problem(kMaxProblemSize)
                                                      : tests::random_board(kMaxProblemSize);
  RC_ASSERT(problem_of(header_of(problem), "a") == problem);
}

TEST(JournalReader, FindsTheEmptyBoardOfEveryVariant) {
  for (const Variant variant : tests::kVariants) {
    EXPECT_EQ(problem_of(header_of(Problem(0, variant)), "a"), Problem(0, variant));
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
