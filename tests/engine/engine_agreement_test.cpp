// Every engine against published values and every other engine, at several depths, on boards of any
// kind, with all bitmask kernels. And the plain row-by-row tree, whose level widths are published
// (OEIS A319284): tasks of "rows" are the nodes of one level, and both engines of rows count all
// nodes below, also those that a kernel skips.
#include <gtest/gtest.h>

#include <numeric>

#include "engine/engine.hpp"
#include "engine/rows/bitmask_kernels.hpp"
#include "engine/rows/row_decomposition.hpp"
#include "nqueens/count.hpp"
#include "nqueens/error.hpp"
#include "nqueens/wide.hpp"
#include "support/engine_counts.hpp"
#include "support/property.hpp"
#include "support/random_problem.hpp"
#include "support/solutions.hpp"
#include "support/stop.hpp"

namespace nqueens::engine {
namespace {

using tests::count_with;

/// The reference is a hundred times slower than the others.
int largest_board(const Engine& engine) {
  return engine.name == "reference" ? 9 : 12;
}

TEST(EngineAgreement, KnownValuesAtEveryDepth) {
  for (const Engine& engine : processor_engines()) {
    for (int n = 0; n <= largest_board(engine); ++n) {
      const Problem problem(n);
      const int deepest = std::min(n, engine.decompose(problem)->max_depth());
      for (int depth = 0; depth <= std::min(deepest, n <= 8 ? n : 4); ++depth) {
        for (const bool count_nodes : {false, true}) {
          const auto count = count_with(engine, problem, depth, count_nodes);
          EXPECT_TRUE(count.solutions == *known_solutions(n))
              << engine.name << " n = " << n << " depth " << depth;
        }
      }
    }
  }
}

/// A square board of queens with any restrictions, or a board of any shape and variant.
Problem any_problem(int largest) {
  return *rc::gen::arbitrary<bool>() ? tests::random_problem(largest)
                                     : tests::random_board(largest - 1);
}

PROPERTY(EngineAgreement, AnyBoardGetsTheSameCountFromEveryEngine) {
  const Problem problem = any_problem(8);
  const WideCount expected = count_with(find_engine("reference"), problem, 0).solutions;
  for (const Engine& engine : processor_engines()) {
    if (!engine.refusal(problem).empty()) continue;
    const int deepest = engine.decompose(problem)->max_depth();
    const int depth = *rc::gen::inRange(0, std::min(deepest, 5) + 1);
    RC_ASSERT(count_with(engine, problem, depth).solutions == expected);
    if (engine.name != "bitmask") continue;
    for (const BitmaskKernels* kernels : bitmask_kernels()) {
      RC_ASSERT(count_with(engine, problem, 0, true, kernels->instruction_set).solutions ==
                expected);
    }
  }
}

/// The board with rows and columns exchanged, mirrored, or both. Mirroring would turn a
/// semi-queen's diagonals into antidiagonals.
Problem image_of(const Problem& problem, bool exchanged, bool mirrored) {
  const int rows = exchanged ? problem.columns() : problem.rows();
  const int columns = exchanged ? problem.rows() : problem.columns();
  Problem image(rows, columns, problem.variant());
  for (int row = 0; row < problem.rows(); ++row) {
    for (int column = 0; column < problem.columns(); ++column) {
      if (((problem.allowed(row) >> column) & 1u) != 0) continue;
      const int to_row = exchanged ? column : row;
      const int to_column = exchanged ? row : column;
      image.block({static_cast<std::uint64_t>(to_row),
                   static_cast<std::uint64_t>(mirrored ? columns - 1 - to_column : to_column)});
    }
  }
  return image;
}

PROPERTY(EngineAgreement, TurningOrMirroringAProblemChangesNothing) {
  const Problem problem = any_problem(9);
  // Every row must be filled: only a square board may be turned.
  const bool exchanged = problem.is_square() && *rc::gen::arbitrary<bool>();
  const bool mirrored = problem.variant() != Variant::semi && *rc::gen::arbitrary<bool>();
  const Problem image = image_of(problem, exchanged, mirrored);
  const WideCount expected = count_with(find_engine("mrv"), problem, 0).solutions;
  for (const Engine& engine : processor_engines()) {
    if (!engine.refusal(image).empty()) continue;
    RC_ASSERT(count_with(engine, image, 0).solutions == expected);
  }
}

TEST(EngineAgreement, LargeBoardsWithRequiredQueensUseTheTopBits) {
  const Problem problem = tests::last_rows_of_a_solution(32, 8);  // the highest bits matter
  const auto expected = count_with(find_engine("reference"), problem, 0);
  EXPECT_TRUE(expected.solutions >= 1);
  for (const Engine& engine : processor_engines()) {
    if (!engine.refusal(problem).empty()) continue;
    const int deepest = engine.decompose(problem)->max_depth();
    for (const int depth : {0, 1, 5, std::min(12, deepest)}) {
      EXPECT_TRUE(count_with(engine, problem, depth).solutions == expected.solutions)
          << engine.name << " depth " << depth;
    }
  }
}

TEST(EngineAgreement, AStoppedWorkerSaysSo) {
  const Problem problem(20);
  for (const Engine& engine : processor_engines()) {
    const auto prepared = engine.prepare(problem);
    const Plan plan(prepared->decomposition, 1);
    const auto worker = prepared->make_worker(1);
    Tally tally;
    EXPECT_FALSE(worker->count(plan.tasks().front(), tests::already_stopped(), tally))
        << engine.name;
  }
}

TEST(EngineAgreement, EnginesForPlainBoardsRefuseOthers) {
  Problem restricted(8);
  restricted.block({0, 0});
  for (const Engine& engine : processor_engines()) {
    EXPECT_TRUE(engine.refusal(Problem(8)).empty()) << engine.name;
    if (engine.refusal(restricted).empty()) continue;
    EXPECT_THROW(require_countable(engine, restricted), InvalidArgument) << engine.name;
  }
  const Engine* chosen = fastest_engine(restricted, base::best_instruction_set());
  ASSERT_NE(chosen, nullptr);
  EXPECT_TRUE(chosen->refusal(restricted).empty());
  EXPECT_EQ(fastest_engine(restricted, base::best_instruction_set(), "side-columns"), nullptr);
}

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

TEST(SearchTree, WeightsOfTasksAddUpToTheWidthsOfLevels) {
  for (const auto& levels : kLevels) {
    const int n = static_cast<int>(levels.size()) - 1;
    for (int depth = 0; depth <= n; ++depth) {
      std::uint64_t sum = 0;
      for (const Task& task : row_decomposition(Problem(n))->tasks(depth)) sum += task.weight;
      EXPECT_EQ(sum, levels[static_cast<std::size_t>(depth)]) << n << " " << depth;
    }
  }
}

TEST(SearchTree, NodesAreThoseOfThePublishedTree) {
  for (const auto& levels : kLevels) {
    const int n = static_cast<int>(levels.size()) - 1;
    for (const int depth : {0, 1, 3}) {
      for (const char* const name : {"reference", "bitmask"}) {
        const Engine& engine = find_engine(name);
        if (engine.name == "reference" && n > 10) continue;
        EXPECT_EQ(tests::count_with(engine, Problem(n), depth).weighted_nodes,
                  nodes_below(levels, depth))
            << name << " n = " << n << " depth " << depth;
      }
    }
  }
}

TEST(SearchTree, AllBitmaskKernelsVisitTheSameNodes) {
  const Engine& engine = find_engine("bitmask");
  std::uint64_t nodes = 0;
  for (const BitmaskKernels* kernels : bitmask_kernels()) {
    EXPECT_EQ(engine.instruction_set(kernels->instruction_set), kernels->instruction_set);
    const auto count = [&](int n, int depth, bool counting) {
      return tests::count_with(engine, Problem(n), depth, counting, kernels->instruction_set);
    };
    EXPECT_EQ(count(12, 0, true).nodes, nodes_below(kLevels.back(), 0));
    EXPECT_EQ(count(12, 0, false).nodes, 0u);
    // From 15 queens on a walk places the first rows, and kernels count the rest.
    const tests::EngineCount largest = count(15, 3, true);
    EXPECT_TRUE(largest.solutions == *known_solutions(15)) << to_string(kernels->instruction_set);
    if (nodes == 0) nodes = largest.nodes;
    EXPECT_EQ(largest.nodes, nodes);
  }
}

}  // namespace
}  // namespace nqueens::engine
