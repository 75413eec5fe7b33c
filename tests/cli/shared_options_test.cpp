// Problems as options: what is read from --place and --block, and the way back from masks.
#include "cli/options/shared_options.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/random_problem.hpp"

namespace nqueens::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// The problem that a command line with these words would make.
Problem problem_of(const std::vector<std::string>& words, int board_size) {
  CountingArguments arguments;
  for (std::size_t i = 0; i + 1 < words.size(); i += 2) {
    (words[i] == "--place" ? arguments.place : arguments.block).push_back(words[i + 1]);
  }
  return make_problem(arguments, board_size);
}

TEST(CountingOptions, TitlesAreInTheWordsOfTheCommandLine) {
  CountingArguments arguments;
  EXPECT_FALSE(arguments.is_restricted());
  EXPECT_EQ(title(arguments, 8), "Q(8)");
  EXPECT_EQ(title(arguments, 8, 'U'), "U(8)");
  arguments.place = {"1:2", "0:3"};
  arguments.block = {"1:1"};
  EXPECT_TRUE(arguments.is_restricted());
  EXPECT_EQ(title(arguments, 8), "Q(8 with 1:2,0:3 without 1:1)");
}

TEST(CountingOptions, AProblemKnowsItsOptions) {
  Problem problem(8);
  EXPECT_THAT(problem_options(problem), IsEmpty());
  EXPECT_EQ(title(problem), "Q(8)");
  problem.block({7, 0});
  problem.block({2, 3});
  EXPECT_THAT(problem_options(problem), ElementsAre("--block", "2:3,7:0"));
  problem.require({4, 4});
  EXPECT_THAT(problem_options(problem), ElementsAre("--place", "4:4", "--block", "2:3,7:0"));
  EXPECT_EQ(title(problem), "Q(8 with 4:4 without 2:3,7:0)");
}

RC_GTEST_PROP(CountingOptions, OptionsMakeTheSameProblem, ()) {
  const Problem problem = tests::random_problem(12);
  RC_ASSERT(problem_of(problem_options(problem), problem.board_size()) == problem);
}

}  // namespace
}  // namespace nqueens::cli
