// The plain row-by-row tree, whose level widths are published (OEIS A319284): tasks of "rows" are
// its levels, and the nodes that both engines visit those below, whatever a kernel leaves out.
#include <gtest/gtest.h>

#include <numeric>

#include "counting/engine.hpp"
#include "counting/rows/kernels.hpp"
#include "counting/rows/row_decomposition.hpp"
#include "support/engine_counts.hpp"

namespace nqueens::counting {
namespace {

/// Rows n = 8, 9, 10 and 12 of A319284, level 0 to n.
const std::vector<std::vector<std::uint64_t>> kLevels = {
    {1, 8, 42, 140, 344, 568, 550, 312, 92},
    {1, 9, 56, 234, 732, 1614, 2292, 2038, 1066, 352},
    {1, 10, 72, 364, 1400, 3916, 7552, 9632, 7828, 4040, 724},
    {1, 12, 110, 756, 4080, 16852, 52856, 120104, 195270, 222720, 160964, 68264, 14200},
};

std::uint64_t nodes_below(const std::vector<std::uint64_t>& levels, int depth) {
  return std::accumulate(levels.begin() + depth + 1, levels.end(), std::uint64_t{0});
}

TEST(Signature, WeightsOfTasksAddUpToTheWidthsOfLevels) {
  for (const auto& levels : kLevels) {
    const int n = static_cast<int>(levels.size()) - 1;
    for (int depth = 0; depth <= n; ++depth) {
      std::uint64_t sum = 0;
      for (const Task& task : row_decomposition(Problem(n))->tasks(depth)) sum += task.weight;
      EXPECT_EQ(sum, levels[static_cast<std::size_t>(depth)]) << n << " " << depth;
    }
  }
}

TEST(Signature, NodesAreThoseOfThePublishedTree) {
  for (const auto& levels : kLevels) {
    const int n = static_cast<int>(levels.size()) - 1;
    for (const int depth : {0, 1, 3}) {
      for (const Engine* engine : {&reference_engine(), &bitmask_engine()}) {
        if (engine == &reference_engine() && n > 10) continue;
        EXPECT_EQ(tests::count_with(*engine, Problem(n), depth).weighted_nodes,
                  nodes_below(levels, depth))
            << engine->name() << " n = " << n << " depth " << depth;
      }
    }
  }
}

TEST(Signature, AllBitmaskKernelsVisitTheSameNodes) {
  for (const BitmaskKernels* kernels : bitmask_kernels()) {
    const auto nodes = [&](int n, int depth, bool counting) {
      return tests::count_with(bitmask_engine(), Problem(n), depth, counting,
                               kernels->instruction_set)
          .nodes;
    };
    EXPECT_EQ(nodes(15, 2, true), tests::count_with(bitmask_engine(), Problem(15), 2).nodes);
    EXPECT_EQ(nodes(12, 0, true), nodes_below(kLevels.back(), 0));
    EXPECT_EQ(nodes(12, 0, false), 0u);
  }
}

}  // namespace
}  // namespace nqueens::counting
