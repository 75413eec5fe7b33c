// Objects of JSON, boards as text and options, and the command lines that the program suggests.
#include "cli/report.hpp"

#include <gmock/gmock.h>

#include "cli/options/problem_arguments.hpp"
#include "domain/problem.hpp"
#include "domain/text.hpp"
#include "support/property.hpp"
#include "support/random_problem.hpp"

namespace nqueens::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

/// The problem that a command line with these words would make.
Board problem_of(const std::vector<std::string>& words, const std::string& board) {
  ProblemArguments arguments;
  arguments.board = board;
  for (std::size_t i = 0; i + 1 < words.size(); i += 2) {
    if (words[i] == "--variant") arguments.variant = parse_variant(words[i + 1]);
    if (words[i] == "--place") arguments.place.push_back(words[i + 1]);
    if (words[i] == "--block") arguments.block.push_back(words[i + 1]);
    if (words[i] == "--exclude") arguments.exclude.push_back(words[i + 1]);
  }
  return make_board(arguments);
}

TEST(FailureOf, SaysThatTheSystemRefusedAThread) {
  const std::string text =
      failure_of(std::make_exception_ptr(std::runtime_error("pthread_create has failed"))).text;
  EXPECT_THAT(text, HasSubstr("the system refused: pthread_create has failed; use fewer threads"));
}

TEST(ObjectWriter, NamesOfMembersInTextsAndObjectsCutNothing) {
  std::string text;
  ObjectWriter object([&](std::string_view part) { text += part; });
  object.add({{"file", R"(,"outcome":"b"})"}, {"inner", Fields{{"outcome", true}}}});
  object.open_list("solutions");
  object.close_list();
  object.add({{"outcome", Value::List{"\xff", WideCount{7}}}});
  object.close();
  EXPECT_EQ(text, R"({"file":",\"outcome\":\"b\"}","inner":{"outcome":true},"solutions":[],)"
                  "\"outcome\":[\"\xEF\xBF\xBD\",\"7\"]}\n");
}

TEST(BoardOptions, NameWhatIsGivenAndBlocked) {
  Board problem(8);
  EXPECT_THAT(board_options(problem), IsEmpty());
  EXPECT_EQ(title(problem), "Q(8)");
  problem.block({7, 0});
  problem.block({2, 3});
  EXPECT_THAT(board_options(problem), ElementsAre("--block", "2:3,7:0"));
  problem.place({4, 4});
  EXPECT_THAT(board_options(problem), ElementsAre("--place", "4:4", "--block", "2:3,7:0"));
  EXPECT_EQ(title(problem), "Q(8 with 4:4 without 2:3,7:0)");
}

TEST(BoardOptions, AreShort) {
  Board problem(8, 8, Variant::torus);
  problem.exclude({false, -2});
  problem.exclude({true, 9});
  problem.block({0, 0});
  problem.place({7, 3});
  EXPECT_THAT(board_options(problem), ElementsAre("--variant", "torus", "--place", "7:3", "--block",
                                                  "0:0", "--exclude", "d:6,a:1"));
  EXPECT_EQ(title(problem), "Q(torus 8 with 7:3 without 0:0,d:6,a:1)");
  EXPECT_EQ(title(Board(8, 12, Variant::queens), 'U'), "U(8x12)");
  Board scattered(12);
  for (std::uint64_t row = 0; row < 12; ++row) {
    scattered.block({row, row * 5 % 12});
    scattered.block({row, (row * 5 + 3) % 12});
  }
  EXPECT_EQ(title(scattered), "Q(12 without 24 squares)");
}

PROPERTY(BoardOptions, MakeTheSameProblemOfAnyShapeAndVariant) {
  const auto variant = *rc::gen::elementOf(tests::kVariants);
  const int rows = *rc::gen::inRange(1, 10);
  const int columns = variant == Variant::torus ? rows : *rc::gen::inRange(1, 10);
  Problem problem(rows, columns, variant);
  for (int i = *rc::gen::inRange(0, 4); i > 0; --i) {
    problem.exclude({false, *rc::gen::inRange(1 - rows, columns)});
  }
  for (int i = *rc::gen::inRange(0, 4); i > 0; --i) {
    problem.exclude({true, *rc::gen::inRange(0, rows + columns - 1)});
  }
  for (int i = *rc::gen::inRange(0, 4); i > 0; --i) {
    problem.restrict_row(*rc::gen::inRange(0, rows), *rc::gen::arbitrary<std::uint64_t>());
  }
  const Board board = board_of(problem);
  RC_ASSERT(Problem(problem_of(board_options(board), board_text(board))) == problem);
}

}  // namespace
}  // namespace nqueens::cli
