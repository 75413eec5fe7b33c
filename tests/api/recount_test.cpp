// Tasks counted again as restricted problems: against published values, the engines, and, task by
// task, whoever the tasks were made for.
#include "api/recount.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>

#include "nqueens/count.hpp"
#include "nqueens/known_values.hpp"
#include "nqueens/solve.hpp"
#include "support/random_problem.hpp"

namespace nqueens::api {
namespace {

WideCount list_solutions(const Problem& problem) {
  WideCount solutions = 0;
  EXPECT_TRUE(for_each_solution(problem, {}, [&](const Placement&) { ++solutions; }));
  return solutions;
}

TEST(ForEachSolution, FindsAsManyAsArePublished) {
  for (int n = 0; n <= 11; ++n) {
    EXPECT_TRUE(list_solutions(Problem(n)) == *known_solutions(n)) << n;
  }
}

TEST(ForEachSolution, ReachesTheLargestBoard) {
  // All but the last rows of a solution are given.
  SolveOptions options;
  options.seed = 1;
  options.threads = 1;
  const Placement solution = solve(kMaxCountSize, options).placement;
  Problem problem(kMaxCountSize);
  for (std::uint64_t row = 0; row + 8 < solution.size(); ++row) {
    problem.require({row, solution[row]});
  }
  EXPECT_TRUE(list_solutions(problem) ==
              count(problem, {.engine = "reference", .allow_uncomputed = true}).solutions);
  EXPECT_TRUE(list_solutions(problem) >= 1);
}

RC_GTEST_PROP(ForEachSolution, FindsWhatTheReferenceEngineCounts, ()) {
  const Problem problem = tests::random_problem(8);
  std::set<Placement> seen;
  RC_ASSERT(for_each_solution(problem, {}, [&](const Placement& solution) {
    RC_ASSERT(is_solution(solution));
    for (std::size_t row = 0; row < solution.size(); ++row) {
      RC_ASSERT((problem.allowed(static_cast<int>(row)) >> solution[row]) & 1u);
    }
    RC_ASSERT(seen.insert(solution).second);
  }));
  RC_ASSERT(count(problem, {.engine = "reference", .threads = 1}).solutions == seen.size());
}

TEST(ForEachSolution, StopsWhenAsked) {
  std::stop_source source;
  source.request_stop();
  EXPECT_FALSE(for_each_solution(Problem(20), source.get_token(), [](const Placement&) {}));
}

/// Every task of every engine's plan: its own tally, and the tallies of both ways to recount.
TEST(Recount, AgreesTaskByTaskWithEveryEngine) {
  for (const engine::Engine* engine : engine::all_engines()) {
    for (const std::string_view name : engine->decompositions()) {
      const tasks::Decomposition& cut = tasks::find_decomposition(name);
      for (int n = 0; n <= 9; ++n) {
        const Problem problem(n);
        if (!engine->refusal(problem).empty()) continue;
        for (int depth = 0; depth <= std::min(2, cut.max_depth(problem)); ++depth) {
          const tasks::Plan plan(problem, cut, depth);
          const auto prepared = engine->prepare(problem, {.depth = depth});
          const auto own = prepared->make_worker();
          const auto by_listing = recount_by_listing(plan);
          const auto listing = by_listing->make_worker();
          const auto by_bitmask = recount_by_engine(plan, engine::find_engine("bitmask"));
          const auto counting = by_bitmask->make_worker();
          for (const engine::Task& task : plan.tasks()) {
            engine::Tally first, listed, counted;
            ASSERT_TRUE(own->count(task, {}, first));
            ASSERT_TRUE(listing->count(task, {}, listed));
            ASSERT_EQ(listed.solutions(), first.solutions())
                << engine->name() << " n = " << n << " depth " << depth << " task " << task.id;
            if (!cut.uniform_weight()) continue;
            ASSERT_TRUE(counting->count(task, {}, counted));
            ASSERT_EQ(counted.solutions(), first.solutions())
                << engine->name() << " n = " << n << " depth " << depth << " task " << task.id;
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace nqueens::api
