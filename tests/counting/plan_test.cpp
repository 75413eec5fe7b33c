// Plans are the same everywhere, different when anything differs, and their order is a sample.
#include "counting/plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "counting/rows/bitmask.hpp"
#include "counting/rows/row_decomposition.hpp"
#include "nqueens/error.hpp"

namespace nqueens::counting {
namespace {

Plan rows_plan(int n, int depth) {
  return Plan(row_decomposition(Problem(n)), depth);
}

TEST(Plan, IdsNameTheExactListOfTasks) {
  // Fixed: a change here makes every journal that exists unusable, and must be meant.
  EXPECT_EQ(rows_plan(8, 2).id_text(), "a79bdc40177934bb");
  EXPECT_EQ(rows_plan(8, 2).id(), rows_plan(8, 2).id());
  Problem blocked(8);
  blocked.block({7, 7});
  std::set<std::uint64_t> ids = {rows_plan(8, 2).id(), rows_plan(8, 3).id(), rows_plan(9, 2).id(),
                                 Plan(row_decomposition(blocked), 2).id()};
  EXPECT_EQ(ids.size(), 4u);
}

TEST(Plan, OrderIsAPermutation) {
  const Plan plan = rows_plan(12, 3);
  std::vector<std::uint32_t> sorted = plan.order();
  EXPECT_FALSE(std::is_sorted(sorted.begin(), sorted.end()));
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t i = 0; i < sorted.size(); ++i) ASSERT_EQ(sorted[i], i);
  ASSERT_EQ(sorted.size(), plan.tasks().size());
}

TEST(Plan, RefusesDepthsOutsideTheRange) {
  EXPECT_THROW(rows_plan(8, -1), InvalidArgument);
  EXPECT_THROW(rows_plan(8, 9), InvalidArgument);
  EXPECT_THROW(rows_plan(20, 13), InvalidArgument);
  EXPECT_EQ(rows_plan(0, 0).tasks().size(), 1u);
  EXPECT_EQ(rows_plan(3, 3).tasks().size(), 0u);
}

/// The estimate of progress rests on this: after any part of the order, the share of predicted
/// cost is close to the share of nodes that were really visited, although tasks differ in size.
TEST(Plan, PredictedCostDoneFollowsTheWorkDone) {
  const Plan plan = rows_plan(13, 3);
  const auto worker =
      bitmask_engine().prepare(plan.problem(), {.count_nodes = true})->make_worker(plan.depth());
  std::vector<double> nodes(plan.tasks().size());
  double all_nodes = 0, least = 1e300, most = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    Tally tally;
    ASSERT_TRUE(worker->count(plan.tasks()[i], {}, tally));
    nodes[i] = static_cast<double>(tally.nodes());
    all_nodes += nodes[i];
    least = std::min(least, nodes[i]);
    most = std::max(most, nodes[i]);
  }
  EXPECT_GT(most, 3 * least) << "tasks of one size would make this test empty";
  double nodes_done = 0, cost_done = 0, worst = 0;
  for (const std::uint32_t index : plan.order()) {
    nodes_done += nodes[index];
    cost_done += plan.tasks()[index].cost;
    const double estimate = cost_done / static_cast<double>(plan.total_cost());
    worst = std::max(worst, std::abs(estimate - nodes_done / all_nodes));
  }
  EXPECT_LT(worst, 0.02);
}

}  // namespace
}  // namespace nqueens::counting
