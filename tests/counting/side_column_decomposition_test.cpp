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

/// The weighted solutions of a problem, one after the other.
class Recount {
 public:
  Recount(const Decomposition& sides, const Task& task, int depth)
      : size_(sides.problem().board_size()), solutions_(sides.solutions_of(task, depth)) {}

  std::uint64_t run() {
    extend();
    return sum_;
  }

 private:
  void extend() {
    const std::size_t row = placement_.size();
    if (static_cast<int>(row) == size_) {
      sum_ += solutions_->weight(placement_);
      return;
    }
    for (Column column = 0; column < static_cast<Column>(size_); ++column) {
      bool free = ((solutions_->squares().allowed(static_cast<int>(row)) >> column) & 1u) != 0;
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

  const int size_;
  const std::unique_ptr<SolutionClass> solutions_;
  Placement placement_;
  std::uint64_t sum_ = 0;
};

TEST(SideColumnDecomposition, RecountedTasksAddUpToAllSolutions) {
  for (int n = 0; n <= 8; ++n) {
    const auto sides = side_column_decomposition(Problem(n));
    for (int depth = 0; depth <= sides->max_depth(); ++depth) {
      std::uint64_t sum = 0;
      for (const Task& task : sides->tasks(depth)) {
        sum += Recount(*sides, task, depth).run();
      }
      EXPECT_EQ(sum, *known_solutions(n)) << n << " " << depth;
    }
  }
}

RC_GTEST_PROP(SideColumnDecomposition, AnyTaskIsRecountedFromItsMasks, ()) {
  const Problem problem(*rc::gen::inRange(4, 12));
  const auto sides = side_column_decomposition(problem);
  // Recounting a large board as a whole takes a second.
  const int least = problem.board_size() <= 9 ? 0 : 2;
  const int depth = std::min(*rc::gen::inRange(least, 8), sides->max_depth());
  const auto tasks = sides->tasks(depth);
  if (tasks.empty()) return;
  const Task task = *rc::gen::elementOf(tasks);
  Tally tally;
  const auto worker = simd_engine().prepare(problem)->make_worker(depth);
  RC_ASSERT(worker->count(task, {}, tally));
  RC_ASSERT(Recount(*sides, task, depth).run() == tally.solutions());
}

TEST(SideColumnDecomposition, WeightsAreOfSolutionsNotOfTasks) {
  EXPECT_FALSE(side_column_decomposition(Problem(9))->has_uniform_weights());
  for (const Task& task : side_column_decomposition(Problem(9))->tasks(3)) {
    EXPECT_EQ(task.weight, 1u);
    EXPECT_GE(task.cost, 1u);
  }
}

TEST(SideColumnDecomposition, PlansAreStable) {
  const auto id = [](int n, int depth) {
    return Plan(side_column_decomposition(Problem(n)), depth).id_text();
  };
  // Fixed: a change here makes every journal that exists unusable, and must be meant.
  EXPECT_EQ(id(8, 2), "b7111f02bfaadbf1");
  EXPECT_EQ(id(16, 3), "8a3a948292d9c902");
  EXPECT_NE(id(8, 2), id(8, 3));
}

TEST(SideColumnDecomposition, IdsCountUpAndCodesAreDifferent) {
  const auto tasks = side_column_decomposition(Problem(12))->tasks(4);
  std::set<std::uint64_t> codes;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    EXPECT_EQ(tasks[i].id, i);
    EXPECT_TRUE(codes.insert(tasks[i].code).second);
  }
}

TEST(SideColumnDecomposition, ChoosesEnoughTasksAndNotTooMany) {
  const auto tasks = [&](int n, unsigned threads) {
    const auto sides = side_column_decomposition(Problem(n));
    return sides->tasks(sides->choose_depth(64 * threads)).size();
  };
  for (int n = 0; n <= 32; ++n) {
    const auto sides = side_column_decomposition(Problem(n));
    int before = 0;
    for (const unsigned threads : {1u, 2u, 16u, 128u, 1024u}) {
      const int depth = sides->choose_depth(64 * threads);
      EXPECT_LE(depth, sides->max_depth());
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

/// Whole numbers decide: the depths are those of every machine. N = 8 to 27 on 1, 2 and 64 threads.
TEST(SideColumnDecomposition, ChosenDepthsAreStable) {
  const std::vector<std::vector<int>> depths = {
      {0, 0, 0, 0, 0, 0, 0, 1, 2, 2, 2, 2, 3, 4, 4, 5, 5, 5, 5, 4},
      {0, 0, 0, 0, 0, 0, 0, 1, 2, 2, 2, 3, 3, 4, 4, 5, 5, 5, 5, 4},
      {0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 5, 4},
  };
  const std::uint64_t threads[] = {1, 2, 64};
  for (std::size_t i = 0; i < 3; ++i) {
    for (int n = 8; n <= 27; ++n) {
      const auto cut = side_column_decomposition(Problem(n));
      EXPECT_EQ(cut->choose_depth(cut->tasks_per_thread() * threads[i]),
                depths[i][static_cast<std::size_t>(n - 8)])
          << "n = " << n << " threads " << threads[i];
    }
  }
}

TEST(SideColumnDecomposition, RefusesDepthsThatGiveTooManyTasksAndStops) {
  EXPECT_THROW(side_column_decomposition(Problem(24))->tasks(12), InvalidArgument);
  std::stop_source source;
  source.request_stop();
  EXPECT_THROW(side_column_decomposition(Problem(18))->tasks(2, source.get_token()), Stopped);
}

}  // namespace
}  // namespace nqueens::counting
