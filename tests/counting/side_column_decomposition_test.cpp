// The classes of "side-columns" are disjoint and complete under the weights of their solutions, and
// each can be counted again from its masks alone.
#include "counting/side_columns/side_column_decomposition.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "counting/plan.hpp"
#include "counting/side_columns/simd.hpp"
#include "nqueens/error.hpp"
#include "nqueens/known_values.hpp"

namespace nqueens::counting {
namespace {

using counting::Task;

/// The weighted solutions of a problem, one after the other.
class Recount {
 public:
  Recount(const Problem& problem, const Task& task, int depth)
      : problem_(problem),
        masks_(side_column_decomposition().restricted(problem, task, depth)),
        task_(task),
        depth_(depth) {}

  std::uint64_t run() {
    extend();
    return sum_;
  }

 private:
  void extend() {
    const std::size_t row = placement_.size();
    if (static_cast<int>(row) == problem_.board_size()) {
      sum_ += side_column_decomposition().solution_weight(problem_, task_, depth_, placement_);
      return;
    }
    for (Column column = 0; column < static_cast<Column>(problem_.board_size()); ++column) {
      bool free = ((masks_.allowed(static_cast<int>(row)) >> column) & 1u) != 0;
      for (std::size_t above = 0; free && above < row; ++above) {
        const Column other = placement_[above];
        const Column distance = other > column ? other - column : column - other;
        free = distance != 0 && distance != row - above;
      }
      if (!free) continue;
      placement_.push_back(column);
      extend();
      placement_.pop_back();
    }
  }

  const Problem problem_;
  const Problem masks_;
  const Task task_;
  const int depth_;
  Placement placement_;
  std::uint64_t sum_ = 0;
};

TEST(SideColumnDecomposition, RecountedTasksAddUpToAllSolutions) {
  for (int n = 0; n <= 8; ++n) {
    const Problem problem(n);
    for (int depth = 0; depth <= side_column_decomposition().max_depth(problem); ++depth) {
      std::uint64_t sum = 0;
      for (const Task& task : side_column_decomposition().tasks(problem, depth)) {
        sum += Recount(problem, task, depth).run();
      }
      EXPECT_EQ(sum, *known_solutions(n)) << n << " " << depth;
    }
  }
}

RC_GTEST_PROP(SideColumnDecomposition, AnyTaskIsRecountedFromItsMasks, ()) {
  const Problem problem(*rc::gen::inRange(4, 12));
  const int most = side_column_decomposition().max_depth(problem);
  // Recounting a large board as a whole takes a second.
  const int least = problem.board_size() <= 9 ? 0 : 2;
  const int depth = std::min(*rc::gen::inRange(least, 8), most);
  const auto tasks = side_column_decomposition().tasks(problem, depth);
  if (tasks.empty()) return;
  const Task task = *rc::gen::elementOf(tasks);
  counting::Tally tally;
  const auto worker = counting::simd_engine().prepare(problem, {.depth = depth})->make_worker();
  RC_ASSERT(worker->count(task, {}, tally));
  RC_ASSERT(Recount(problem, task, depth).run() == tally.solutions());
}

TEST(SideColumnDecomposition, WeightsAreOfSolutionsNotOfTasks) {
  EXPECT_FALSE(side_column_decomposition().uniform_weight());
  for (const Task& task : side_column_decomposition().tasks(Problem(9), 3)) {
    EXPECT_EQ(task.weight, 1u);
    EXPECT_GE(task.cost, 1u);
  }
}

TEST(SideColumnDecomposition, PlansAreStable) {
  const auto id = [](int n, int depth) {
    return Plan(Problem(n), side_column_decomposition(), depth).id_text();
  };
  // Fixed: a change here makes every journal that exists unusable, and must be meant.
  EXPECT_EQ(id(8, 2), "b7111f02bfaadbf1");
  EXPECT_EQ(id(16, 3), "8a3a948292d9c902");
  EXPECT_NE(id(8, 2), id(8, 3));
}

TEST(SideColumnDecomposition, IdsCountUpAndCodesAreDifferent) {
  const auto tasks = side_column_decomposition().tasks(Problem(12), 4);
  std::set<std::uint64_t> codes;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    EXPECT_EQ(tasks[i].id, i);
    EXPECT_TRUE(codes.insert(tasks[i].code).second);
  }
}

TEST(SideColumnDecomposition, ChoosesEnoughTasksAndNotTooMany) {
  const Decomposition& sides = side_column_decomposition();
  const auto tasks = [&](int n, int threads) {
    const Problem problem(n);
    return sides.tasks(problem, sides.choose_depth(problem, threads)).size();
  };
  for (int n = 0; n <= 32; ++n) {
    const Problem problem(n);
    int before = 0;
    for (const int threads : {1, 2, 16, 128, 1024}) {
      const int depth = sides.choose_depth(problem, threads);
      EXPECT_LE(depth, sides.max_depth(problem));
      EXPECT_GE(depth, before) << n << " " << threads;
      before = depth;
    }
  }
  EXPECT_EQ(tasks(12, 2), 1u);  // less than half a millisecond
  EXPECT_GE(tasks(17, 2), 64u);
  EXPECT_GE(tasks(18, 16), 64u * 16u);
  EXPECT_GE(tasks(20, 128), 64u * 128u);
  for (const int n : {24, 27, 32}) EXPECT_LE(tasks(n, 1024), 2'000'000u) << n;
}

TEST(SideColumnDecomposition, RefusesDepthsThatGiveTooManyTasksAndStops) {
  EXPECT_THROW(side_column_decomposition().tasks(Problem(24), 12), InvalidArgument);
  std::stop_source source;
  source.request_stop();
  EXPECT_THROW(side_column_decomposition().tasks(Problem(18), 2, source.get_token()), Stopped);
}

}  // namespace
}  // namespace nqueens::counting
