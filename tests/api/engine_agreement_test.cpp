// Every engine as people run it, against the published numbers: several depths, thread counts and
// instruction sets, and random tasks of large boards against a listing of their solutions. The
// tests named Long take minutes: scripts/test --long runs them.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "base/cpu_features.hpp"
#include "counting/audit/recount.hpp"
#include "counting/engine.hpp"
#include "nqueens/count.hpp"
#include "nqueens/error.hpp"
#include "nqueens/info.hpp"
#include "nqueens/list.hpp"
#include "nqueens/wide.hpp"

namespace nqueens {
namespace {

/// Boards that take the engine about a second.
int largest_board(const std::string& engine) {
  if (engine == "reference") return 9;
  if (engine == "tightest-line") return 13;
  if (engine == "bitmask") return 14;
  return 17;
}

void expect_known(int n, const CountOptions& options) {
  EXPECT_TRUE(count(n, options).solutions == *known_solutions(n))
      << options.engine << " n = " << n << " threads " << options.threads << " depth "
      << (options.depth ? std::to_string(*options.depth) : "chosen") << " "
      << options.instruction_set;
}

TEST(EnginesAgree, OnTheLargestBoardsOfASecond) {
  for (const EngineInfo& engine : engines()) {
    const int largest = largest_board(engine.name);
    for (int n = largest - 2; n <= largest; ++n) {
      for (const std::string& set : engine.instruction_sets) {
        if (n > 15 && set == "portable") continue;
        expect_known(n, {.engine = engine.name, .instruction_set = set, .threads = 2});
      }
    }
  }
}

// A list is as long as every engine that can count the board says.
RC_GTEST_PROP(EnginesAgree, WithTheListOfARestrictedBoard, ()) {
  Board board(*rc::gen::inRange(6, 10));
  const std::uint64_t size = board.rows();
  for (int blocked = *rc::gen::inRange(1, 12); blocked > 0; --blocked) {
    board.block(
        {*rc::gen::inRange<std::uint64_t>(0, size), *rc::gen::inRange<std::uint64_t>(0, size)});
  }
  const std::uint64_t listed = list(board, [](const SolutionBlock&) {}).solutions;
  const Problem problem(board);
  int engines = 0;
  for (const counting::Engine* const engine : counting::all_engines()) {
    if (!engine->refusal(problem).empty()) continue;
    ++engines;
    RC_ASSERT(count(board, {.engine = std::string(engine->name())}).solutions == listed);
  }
  RC_ASSERT(engines >= 2);
}

TEST(EnginesAgree, DISABLED_Long18And19) {
  for (const std::string engine : {"simd", "colour-join"}) {
    for (const int n : {18, 19}) {
      for (const std::string& set : base::instruction_set_names()) {
        // Without vectors it would take hours.
        if (engine == "simd" && (set == "portable" || set == "bmi2")) continue;
        for (const int threads : {1, 2}) {
          expect_known(n, {.engine = engine, .instruction_set = set, .threads = threads});
        }
      }
    }
  }
}

/// A random task of a random engine, counted by the engine and by listing the solutions of its
/// masks.
void recount_random_task(int smallest, int largest) {
  const auto& engines = counting::all_engines();
  std::vector<const counting::Engine*> fast;
  for (const counting::Engine* one : engines) {
    if (one->name() == "simd" || one->name() == "colour-join") fast.push_back(one);
  }
  const counting::Engine& engine = **rc::gen::elementOf(fast);
  const Problem problem(*rc::gen::inRange(smallest, largest + 1));
  const auto prepared = engine.prepare(problem);
  const int depth = std::min(*rc::gen::inRange(0, 4), prepared->decomposition()->max_depth());
  const counting::Plan plan(prepared->decomposition(), depth);
  const counting::Task task = plan.tasks()[*rc::gen::inRange<std::size_t>(0, plan.tasks().size())];
  counting::Tally own;
  counting::Tally listed;
  RC_ASSERT(prepared->make_worker(depth)->count(task, {}, own));
  RC_ASSERT(counting::recount_by_listing(plan)()->count(task, {}, listed));
  RC_ASSERT(own.solutions() == listed.solutions());
}

RC_GTEST_PROP(EnginesAgree, RandomTasksAreCountedAgainByListing, ()) {
  recount_random_task(9, 13);
}

TEST(EnginesAgree, TasksOf16QueensAreCountedAgainByListing) {
  for (const std::string_view name : {"simd", "colour-join"}) {
    const counting::Engine& engine = counting::find_engine(name);
    const auto prepared = engine.prepare(Problem(16));
    const counting::Plan plan(prepared->decomposition(), 1);
    const auto worker = prepared->make_worker(1);
    const auto listing = counting::recount_by_listing(plan)();
    for (const std::size_t position : {0u, 1u, 2u}) {
      const counting::Task& task = plan.tasks()[plan.order()[position]];
      counting::Tally own;
      counting::Tally listed;
      EXPECT_TRUE(worker->count(task, {}, own));
      EXPECT_TRUE(listing->count(task, {}, listed));
      EXPECT_EQ(own.solutions(), listed.solutions()) << name << " task " << task.id;
    }
  }
}

RC_GTEST_PROP(EnginesAgree, DISABLED_LongRandomTasksTo18, ()) {
  recount_random_task(14, 18);
}

}  // namespace
}  // namespace nqueens
