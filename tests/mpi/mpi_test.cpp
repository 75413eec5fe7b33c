// What needs no MPI: ranges (every task once, in the plan's order, large ones first, single tasks
// at the end) and the command line of nqueens-mpi.
#include <gmock/gmock.h>

#include <algorithm>
#include <utility>

#include "cli/docs/documents.hpp"
#include "cli/options/option.hpp"
#include "cli/program.hpp"
#include "engine/rows/row_decomposition.hpp"
#include "mpi/options.hpp"
#include "mpi/tasks.hpp"
#include "nqueens/error.hpp"
#include "support/message_of.hpp"

namespace nqueens::mpi {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class RangesTest : public testing::Test {
 protected:
  std::uint64_t cost(const std::vector<std::uint32_t>& range) const {
    std::uint64_t sum = 0;
    for (const std::uint32_t task : range) sum += plan_.tasks()[task].cost;
    return sum;
  }

  /// All ranges of a job, for ranks with this many threads.
  std::vector<std::vector<std::uint32_t>> all(Ranges& ranges, int threads = 1) const {
    std::vector<std::vector<std::uint32_t>> found;
    while (true) {
      const std::vector<std::uint32_t> range = ranges.next(threads);
      if (range.empty()) return found;
      found.push_back(range);
    }
  }

  const engine::Plan plan_{engine::row_decomposition(Problem(9)), 3};
  const std::vector<bool> none_ = std::vector<bool>(plan_.tasks().size());
  /// The whole plan is predicted to take one thread a hundred seconds.
  const double seconds_per_cost_ = 100 / static_cast<double>(plan_.total_cost());
};

TEST_F(RangesTest, EveryTaskOnceInThePlansOrder) {
  for (const int ranks : {1, 2, 7, 1000}) {
    Ranges ranges(plan_, none_, seconds_per_cost_, ranks);
    std::vector<std::uint32_t> given;
    for (const auto& range : all(ranges)) given.insert(given.end(), range.begin(), range.end());
    EXPECT_EQ(given, plan_.order()) << ranks;
    EXPECT_TRUE(ranges.next(1).empty());
  }
}

TEST_F(RangesTest, AtMostTenSecondsAndAPartOfTheRest) {
  std::uint64_t longest = 0;
  for (const engine::Task& task : plan_.tasks()) {
    longest = std::max<std::uint64_t>(longest, task.cost);
  }
  Ranges ranges(plan_, none_, seconds_per_cost_, 2);
  std::uint64_t left = plan_.total_cost();
  std::vector<std::uint64_t> costs;
  for (const auto& range : all(ranges)) {
    costs.push_back(cost(range));
    EXPECT_LE(costs.back(), std::max(left / 4, longest));
    EXPECT_LE(static_cast<double>(costs.back()) * seconds_per_cost_, 10);
    left -= costs.back();
  }
  EXPECT_EQ(left, 0u);
  EXPECT_GT(static_cast<double>(costs.front()) * seconds_per_cost_, 8);
  EXPECT_LE(costs.back(), longest);
}

TEST_F(RangesTest, TheSecondsAreThoseOfAllThreadsOfTheRank) {
  Ranges one(plan_, none_, seconds_per_cost_, 1);
  Ranges four(plan_, none_, seconds_per_cost_, 1);
  EXPECT_GT(cost(four.next(4)), 3 * cost(one.next(1)));
}

TEST_F(RangesTest, ATaskThatTakesLongerIsARange) {
  Ranges ranges(plan_, none_, 1000 * seconds_per_cost_, 3);
  for (const auto& range : all(ranges)) EXPECT_EQ(range.size(), 1u);
}

TEST_F(RangesTest, TasksThatAreDoneAreLeftOut) {
  std::vector<bool> done = none_;
  for (std::size_t task = 0; task < done.size(); task += 2) done[task] = true;
  Ranges ranges(plan_, done, seconds_per_cost_, 2);
  std::size_t number = 0;
  for (const auto& range : all(ranges)) {
    for (const std::uint32_t task : range) {
      EXPECT_EQ(task % 2, 1u);
      ++number;
    }
  }
  EXPECT_EQ(number, done.size() / 2);
  done.assign(done.size(), true);
  EXPECT_TRUE(Ranges(plan_, done, seconds_per_cost_, 2).next(1).empty());
}

TEST_F(RangesTest, AMessageIsBounded) {
  const engine::Plan plan(engine::row_decomposition(Problem(12)), 5);
  ASSERT_GT(plan.tasks().size(), Ranges::kMaxTasks);
  Ranges ranges(plan, std::vector<bool>(plan.tasks().size()), 0, 1);
  EXPECT_EQ(ranges.next(1).size(), Ranges::kMaxTasks);
}

/// What a command line stores.
Options parse_options(const std::vector<std::string>& words) {
  Options stored;
  const cli::Program program =
      mpi_program([&](Options& options, cli::Session&) { stored = options; });
  cli::Session session{program, words};
  cli::parse(words, program).invocation.run(session);
  return stored;
}

TEST(Options, Refusals) {
  const std::pair<std::vector<std::string>, const char*> cases[] = {
      {{}, "board size is missing; for example: mpirun -n 4 "},
      {{"8"}, "--journal FILE is missing"},
      {{"--journal=x", "8", "-x"}, "unknown option '-x'; nqueens-mpi --help lists all"},
      {{"--journal=x", "8", "9"}, "unexpected argument '9'; usage: mpirun -n RANKS nqueens-mpi "},
      {{"--journal=x", "8", "--time-limit", "soon"}, "not 'soon'"},
  };
  for (const auto& one : cases) {
    EXPECT_THROW_WITH(parse_options(one.first), InvalidArgument, one.second);
  }
}

TEST(Options, HelpAndManPageNameEveryOption) {
  const cli::Program program = mpi_program({});
  const std::string help = cli::command_help(program, program.commands.front(), cli::Paint());
  EXPECT_THAT(help,
              StartsWith("Usage: mpirun -n RANKS nqueens-mpi [OPTION]... --journal FILE N\n"));
  const std::string page = cli::man_page(program);
  EXPECT_THAT(page, StartsWith(".TH NQUEENS\\-MPI 1 "));
  for (const char* option :
       {"--journal", "--engine", "--depth", "--isa", "-t, --threads", "--pin", "--time-limit",
        "--check", "--force", "--json", "-q, --quiet", "-h, --help", "-V, --version"}) {
    EXPECT_THAT(help, HasSubstr(std::string("  ") + option));
  }
  for (const char* option : {"\\-\\-time\\-limit", "\\-\\-journal", "NQUEENS_THREADS"}) {
    EXPECT_THAT(page, HasSubstr(option));
  }
}

}  // namespace
}  // namespace nqueens::mpi
