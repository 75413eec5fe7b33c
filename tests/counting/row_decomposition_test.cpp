// The classes of "rows" are disjoint and complete, weighted by the mirror, and each can be counted
// again from its masks alone.
#include "counting/rows/row_decomposition.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "counting/rows/bitmask.hpp"
#include "counting/rows/reference.hpp"
#include "nqueens/error.hpp"
#include "nqueens/known_values.hpp"
#include "support/engine_counts.hpp"
#include "support/random_problem.hpp"

namespace nqueens::counting {
namespace {

/// Width of a level of the plain tree, rows n = 9 and 10 of OEIS A319284.
TEST(RowDecomposition, WeightsAddUpToThePublishedLevelWidths) {
  const std::vector<std::uint64_t> nine = {1, 9, 56, 234, 732, 1614, 2292, 2038, 1066, 352};
  const std::vector<std::uint64_t> ten = {1, 10, 72, 364, 1400, 3916, 7552, 9632, 7828, 4040, 724};
  for (const auto& levels : {nine, ten}) {
    const int n = static_cast<int>(levels.size()) - 1;
    for (int depth = 0; depth <= n; ++depth) {
      std::uint64_t sum = 0;
      for (const Task& task : row_decomposition(Problem(n))->tasks(depth)) sum += task.weight;
      EXPECT_EQ(sum, levels[static_cast<std::size_t>(depth)]) << n << " " << depth;
    }
  }
}

TEST(RowDecomposition, KeepsHalfOfAMirrorSymmetricBoard) {
  EXPECT_EQ(row_decomposition(Problem(10))->tasks(1).size(), 5u);
  const auto odd = row_decomposition(Problem(9))->tasks(1);
  ASSERT_EQ(odd.size(), 5u);
  EXPECT_EQ(odd.back().weight, 1u);  // the middle column is its own image
  // Below the middle column the second queen decides: 3 of 6 columns.
  const auto two = row_decomposition(Problem(9))->tasks(2);
  int below_middle = 0;
  for (const Task& task : two) {
    if (RowPrefix(task.code).column(0) != 4) continue;
    ++below_middle;
    EXPECT_LT(RowPrefix(task.code).column(1), 4);
    EXPECT_EQ(task.weight, 2u);
  }
  EXPECT_EQ(below_middle, 3);
}

TEST(RowDecomposition, IdsCountUpAndCodesAreDifferent) {
  const auto tasks = row_decomposition(Problem(12))->tasks(3);
  std::set<std::uint64_t> codes;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    EXPECT_EQ(tasks[i].id, i);
    EXPECT_TRUE(codes.insert(tasks[i].code).second);
    EXPECT_GE(tasks[i].cost, 1u);
  }
}

RC_GTEST_PROP(RowDecomposition, AnyTaskIsRecountedFromItsMasks, ()) {
  const Problem problem = tests::random_problem(9);
  const int depth = *rc::gen::inRange(0, std::min(problem.board_size(), 4) + 1);
  const auto tasks = row_decomposition(problem)->tasks(depth);
  if (tasks.empty()) return;
  const Task task = *rc::gen::elementOf(tasks);
  const auto worker = bitmask_engine().prepare(problem)->make_worker(depth);
  Tally tally;
  RC_ASSERT(worker->count(task, {}, tally));
  const auto solutions = row_decomposition(problem)->solutions_of(task, depth);
  const auto recount = tests::count_with(reference_engine(), solutions->squares(), 0);
  RC_ASSERT(recount.solutions * task.weight == tally.solutions());
}

TEST(RowDecomposition, ChoosesDeeperForMoreThreadsAndLargerBoards) {
  int before = 0;
  for (int n = 0; n <= 32; ++n) {
    const auto rows = row_decomposition(Problem(n));
    const int depth = rows->choose_depth(2 * 64);
    EXPECT_LE(depth, rows->max_depth());
    EXPECT_GE(depth, std::min(before, 4)) << n;
    EXPECT_LE(rows->choose_depth(64), rows->choose_depth(128 * 64));
    before = depth;
    EXPECT_LE(rows->tasks(rows->choose_depth(128 * 64)).size(), 2'000'000u) << n;
  }
  const auto rows = row_decomposition(Problem(16));
  EXPECT_GE(rows->tasks(rows->choose_depth(2 * 64)).size(), 128u);
  EXPECT_GE(rows->tasks(rows->choose_depth(128 * 64)).size(), 64u * 128u);
}

/// Whole numbers decide: the depths are those of every machine. N = 8 to 27 on 1, 2 and 64 threads.
TEST(RowDecomposition, ChosenDepthsAreStable) {
  const std::vector<std::vector<int>> depths = {
      {0, 0, 1, 1, 2, 2, 2, 2, 2, 2, 3, 4, 5, 5, 5, 5, 5, 5, 4, 4},
      {0, 0, 1, 1, 2, 3, 3, 3, 3, 3, 3, 4, 5, 5, 5, 5, 5, 5, 4, 4},
      {0, 0, 1, 1, 2, 3, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 4, 4},
  };
  const std::uint64_t threads[] = {1, 2, 64};
  for (std::size_t i = 0; i < 3; ++i) {
    for (int n = 8; n <= 27; ++n) {
      const auto cut = row_decomposition(Problem(n));
      EXPECT_EQ(cut->choose_depth(cut->tasks_per_thread() * threads[i]),
                depths[i][static_cast<std::size_t>(n - 8)])
          << "n = " << n << " threads " << threads[i];
    }
  }
}

TEST(RowDecomposition, RefusesDepthsThatGiveTooManyTasksAndStops) {
  EXPECT_THROW(row_decomposition(Problem(18))->tasks(12), InvalidArgument);
  std::stop_source source;
  source.request_stop();
  EXPECT_THROW(row_decomposition(Problem(18))->tasks(4, source.get_token()), Stopped);
}

}  // namespace
}  // namespace nqueens::counting
