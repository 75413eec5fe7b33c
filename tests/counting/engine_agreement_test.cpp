// Every engine against the published values and against every other engine, at several depths, on
// plain and restricted problems, and every compiled variant of the bitmask kernels.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "counting/engine.hpp"
#include "counting/rows/kernels.hpp"
#include "nqueens/error.hpp"
#include "nqueens/verify.hpp"
#include "nqueens/wide.hpp"
#include "support/engine_counts.hpp"
#include "support/random_problem.hpp"

namespace nqueens::counting {
namespace {

using tests::count_with;

/// Boards that the engine counts in this test: all to 12, the reference (a hundred times slower
/// than the others) to 9.
int largest_board(const Engine& engine) {
  return engine.name() == "reference" ? 9 : 12;
}

TEST(EngineAgreement, KnownValuesAtEveryDepth) {
  for (const Engine* engine : all_engines()) {
    for (int n = 0; n <= largest_board(*engine); ++n) {
      const Problem problem(n);
      const int deepest = std::min(n, engine->decompose(problem)->max_depth());
      for (int depth = 0; depth <= std::min(deepest, n <= 8 ? n : 4); ++depth) {
        for (const bool count_nodes : {false, true}) {
          const auto count = count_with(*engine, problem, depth, count_nodes);
          EXPECT_TRUE(count.solutions == *known_solutions(n))
              << engine->name() << " n = " << n << " depth " << depth;
        }
      }
    }
  }
}

TEST(EngineAgreement, AllBitmaskKernelsAgree) {
  for (const BitmaskKernels* kernels : bitmask_kernels()) {
    EXPECT_EQ(bitmask_engine().instruction_set(kernels->instruction_set), kernels->instruction_set);
    // 15 and 16 go through the walk above the kernels as well.
    for (const int n : {1, 5, 13, 15}) {
      EXPECT_TRUE(
          count_with(bitmask_engine(), Problem(n), std::min(n, 2), true, kernels->instruction_set)
              .solutions == *known_solutions(n))
          << to_string(kernels->instruction_set) << " n = " << n;
    }
  }
}

RC_GTEST_PROP(EngineAgreement, RestrictedProblemsGetTheSameCountFromEveryEngine, ()) {
  const Problem problem = tests::random_problem(8);
  const auto expected = count_with(reference_engine(), problem, 0);
  for (const Engine* engine : all_engines()) {
    if (!engine->refusal(problem).empty()) continue;
    const int depth = *rc::gen::inRange(0, std::min(problem.board_size(), 4) + 1);
    const auto count = count_with(*engine, problem, depth);
    RC_ASSERT(count.solutions == expected.solutions);
  }
  for (const BitmaskKernels* kernels : bitmask_kernels()) {
    RC_ASSERT(count_with(bitmask_engine(), problem, 0, true, kernels->instruction_set).solutions ==
              expected.solutions);
  }
}

/// The problem whose allowed squares are the image under the symmetry.
Problem image_of(const Problem& problem, int quarter_turns, bool mirrored) {
  const int n = problem.board_size();
  Problem image(n);
  for (int row = 0; row < n; ++row) {
    for (int column = 0; column < n; ++column) {
      if (((problem.allowed(row) >> column) & 1u) != 0) continue;
      int to_row = row;
      int to_column = mirrored ? n - 1 - column : column;
      for (int turn = 0; turn < quarter_turns; ++turn) {
        const int old_row = to_row;
        to_row = to_column;
        to_column = n - 1 - old_row;
      }
      image.block({static_cast<std::uint64_t>(to_row), static_cast<std::uint64_t>(to_column)});
    }
  }
  return image;
}

RC_GTEST_PROP(EngineAgreement, TurningOrMirroringAProblemChangesNothing, ()) {
  const Problem problem = tests::random_problem(9);
  const Problem image = image_of(problem, *rc::gen::inRange(0, 4), *rc::gen::arbitrary<bool>());
  const auto expected = count_with(bitmask_engine(), problem, 0).solutions;
  for (const Engine* engine : all_engines()) {
    if (!engine->refusal(image).empty()) continue;
    RC_ASSERT(count_with(*engine, image, 0).solutions == expected);
  }
}

TEST(EngineAgreement, LargeBoardsWithRequiredQueensUseTheTopBits) {
  // A solution of 32 queens with only its last rows left open: the masks' highest bits matter.
  const Placement solution = [] {
    Placement columns(32);  // n mod 6 = 2: the construction of Pauls, 1874
    const Column first[16] = {2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32};
    const Column second[16] = {3, 1, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31, 5};
    for (int i = 0; i < 16; ++i) columns[static_cast<std::size_t>(i)] = first[i] - 1;
    for (int i = 0; i < 16; ++i) columns[static_cast<std::size_t>(16 + i)] = second[i] - 1;
    return columns;
  }();
  ASSERT_TRUE(is_solution(solution));
  Problem problem(32);
  for (std::uint64_t row = 0; row < 24; ++row) problem.require({row, solution[row]});
  const auto expected = count_with(reference_engine(), problem, 0);
  EXPECT_TRUE(expected.solutions >= 1);
  for (const Engine* engine : all_engines()) {
    if (!engine->refusal(problem).empty()) continue;
    const int deepest = engine->decompose(problem)->max_depth();
    for (const int depth : {0, 1, 5, std::min(12, deepest)}) {
      EXPECT_TRUE(count_with(*engine, problem, depth).solutions == expected.solutions)
          << engine->name() << " depth " << depth;
    }
  }
}

TEST(EngineAgreement, ForbiddenOrAttackedPrefixesCountZero) {
  Problem problem(6);
  problem.block({0, 1});
  for (const Engine* engine : all_engines()) {
    if (!engine->refusal(problem).empty() || engine->decomposition_name() != "rows") continue;
    const auto worker = engine->prepare(problem)->make_worker(2);
    for (const auto& [first, second] : {std::pair{1, 3}, std::pair{2, 2}, std::pair{2, 3}}) {
      const RowPrefix prefix = RowPrefix().with(0, first).with(1, second);
      Tally tally;
      EXPECT_TRUE(worker->count({0, prefix.code(), 1, 1}, {}, tally));
      EXPECT_EQ(tally.solutions(), 0u) << engine->name();
    }
  }
}

TEST(EngineAgreement, AStoppedWorkerSaysSo) {
  std::stop_source source;
  source.request_stop();
  const Problem problem(20);
  for (const Engine* engine : all_engines()) {
    const auto prepared = engine->prepare(problem);
    const Plan plan(prepared->decomposition(), 1);
    const auto worker = prepared->make_worker(1);
    Tally tally;
    EXPECT_FALSE(worker->count(plan.tasks().front(), source.get_token(), tally)) << engine->name();
  }
}

TEST(EngineAgreement, EnginesForPlainBoardsRefuseOthers) {
  Problem restricted(8);
  restricted.block({0, 0});
  for (const Engine* engine : all_engines()) {
    EXPECT_TRUE(engine->refusal(Problem(8)).empty()) << engine->name();
    if (engine->refusal(restricted).empty()) continue;
    EXPECT_THROW(require_countable(*engine, restricted), InvalidArgument) << engine->name();
  }
  const Engine* chosen = fastest_engine(restricted, base::best_instruction_set());
  ASSERT_NE(chosen, nullptr);
  EXPECT_TRUE(chosen->refusal(restricted).empty());
  EXPECT_EQ(fastest_engine(restricted, base::best_instruction_set(), "side-columns"), nullptr);
}

}  // namespace
}  // namespace nqueens::counting
