// Every decomposition and its plans: the same on every machine, tasks can be recounted from their
// masks. Engines by name; tallies.
#include "engine/decomposition.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "engine/engine.hpp"
#include "engine/plan.hpp"
#include "engine/recount/recount.hpp"
#include "nqueens/error.hpp"
#include "nqueens/info.hpp"
#include "support/message_of.hpp"
#include "support/property.hpp"
#include "support/random_problem.hpp"
#include "support/seeded_random.hpp"
#include "support/stop.hpp"

namespace nqueens::engine {
namespace {

using tests::SeededRandom;

constexpr const char* kNames[] = {"rows", "side-columns", "row-sets", "squares"};

std::shared_ptr<const Decomposition> cut(const char* name, int n) {
  return find_decomposition(name, Problem(n));
}

TEST(Engines, NamesAreUniqueAndFound) {
  std::set<std::string_view> names;
  for (const Engine& engine : processor_engines()) {
    EXPECT_TRUE(names.insert(engine.name).second);
    EXPECT_EQ(&find_engine(engine.name), &engine);
    EXPECT_FALSE(engine.summary.empty());
    const auto decomposition = find_decomposition(engine.decomposition_name, Problem(8));
    ASSERT_NE(decomposition, nullptr);
    EXPECT_EQ(decomposition->name(), engine.decomposition_name);
    EXPECT_EQ(engine.prepare(Problem(8))->decomposition->name(), engine.decomposition_name);
  }
  EXPECT_EQ(find_decomposition("spirals", Problem(8)), nullptr);
  std::string all = "auto";
  for (const EngineInfo& engine : engines()) all += ", " + engine.name;
  EXPECT_EQ(tests::message_of<InvalidArgument>([] { find_engine("bitmsk"); }),
            "unknown engine: bitmsk; one of " + all + " is expected");
}

/// A change here makes the journals of that board unusable. Others:
/// count/earlier_releases_test.cpp.
TEST(Plan, IdsAreStable) {
  struct Pinned {
    const char* decomposition;
    int board_size;
    int depth;
    const char* id;
  };
  for (const Pinned& pinned : std::vector<Pinned>{{"rows", 8, 2, "a79bdc40177934bb"},
                                                  {"side-columns", 8, 2, "b7111f02bfaadbf1"},
                                                  {"side-columns", 16, 3, "8a3a948292d9c902"},
                                                  {"row-sets", 16, 3, "483ce71f6c2ea49b"},
                                                  {"row-sets", 18, 1, "e54fc8d6281387a4"},
                                                  {"row-sets", 20, 5, "2ddb00a1266daa65"},
                                                  {"row-sets", 21, 6, "6374180959cf2ea6"},
                                                  {"row-sets", 24, 9, "393472c9a3fd62cb"},
                                                  {"row-sets", 26, 6, "0f6ffed94b5961f4"},
                                                  {"row-sets", 28, 12, "9c5f8a1addffa592"}}) {
    EXPECT_EQ(Plan(cut(pinned.decomposition, pinned.board_size), pinned.depth).id_text(), pinned.id)
        << pinned.decomposition << " " << pinned.board_size << " depth " << pinned.depth;
  }
  Problem blocked(18);
  blocked.block({0, 0});
  blocked.block({0, 1});
  EXPECT_EQ(Plan(find_decomposition("row-sets", blocked), 3).id_text(), "72b652da76605e03");
}

/// Progress depends on this: at any point of the order, the share of predicted cost that is done is
/// close to the share of nodes visited, although tasks differ in size.
TEST(Plan, PredictedCostDoneFollowsTheWorkDone) {
  const Plan plan(cut("rows", 13), 3);
  const auto prepared = find_engine("bitmask").prepare(plan.problem(), {.count_nodes = true});
  const auto worker = prepared->make_worker(plan.depth());
  std::vector<double> nodes;
  double all_nodes = 0;
  for (const Task& task : plan.tasks()) {
    Tally tally;
    ASSERT_TRUE(worker->count(task, {}, tally));
    nodes.push_back(static_cast<double>(tally.nodes()));
    all_nodes += nodes.back();
  }
  const auto [min, max] = std::minmax_element(nodes.begin(), nodes.end());
  EXPECT_GT(*max, 3 * *min) << "tasks of one size would make this test empty";
  double nodes_done = 0, cost_done = 0, worst = 0;
  for (const std::uint32_t index : plan.order()) {
    nodes_done += nodes[index];
    cost_done += plan.tasks()[index].cost;
    const double estimate = cost_done / static_cast<double>(plan.total_cost());
    worst = std::max(worst, std::abs(estimate - nodes_done / all_nodes));
  }
  EXPECT_LT(worst, 0.02);
}

/// The engine's tally of a task is the weighted number of solutions within the task's masks.
PROPERTY(Decomposition, AnyTaskIsRecountedFromItsMasks) {
  SeededRandom random;
  const Engine& engine = random.of(processor_engines());
  Problem problem = tests::random_problem(9);
  if (!engine.refusal(problem).empty()) problem = Problem(static_cast<int>(random.from_to(4, 11)));
  const auto prepared = engine.prepare(problem);
  // Recounting a large board as a whole takes a second.
  const int min = problem.board_size() <= 9 ? 0 : 2;
  const int depth = std::min(tests::draw(min, 8), prepared->decomposition->max_depth());
  const Plan plan(prepared->decomposition, depth);
  if (plan.tasks().empty()) return;
  const Task task = random.of(plan.tasks());
  Tally tally, recount;
  RC_ASSERT(prepared->make_worker(depth)->count(task, {}, tally));
  RC_ASSERT(recount_by_listing(plan)()->count(task, {}, recount));
  RC_ASSERT(tally.solutions() == recount.solutions());
  // Journals are checked by these two.
  RC_ASSERT(tally.solutions() % plan.decomposition().tally_divisor(task, depth) == 0u);
  RC_ASSERT(tally.solutions() <= plan.decomposition().max_tally(task, depth));
}

TEST(Decomposition, DefaultPlansStayBelowTheCap) {
  for (const char* name : {"rows", "side-columns", "row-sets"}) {
    for (const int n : {0, 1, 8, 16, 20, 24, 28}) {
      const auto decomposition = cut(name, n);
      const int depth = decomposition->default_depth();
      EXPECT_LE(depth, decomposition->max_depth()) << name << " " << n;
      const std::size_t tasks = decomposition->tasks(depth).size();
      EXPECT_GE(tasks, 1u) << name << " " << n;
      EXPECT_LE(tasks, 2'000'000u) << name << " " << n;
    }
  }
}

TEST(Decomposition, RefusesDepthsOutsideTheRangeOrWithTooManyTasks) {
  for (const char* name : kNames) {
    EXPECT_THROW(Plan(cut(name, 8), -1), InvalidArgument);
    EXPECT_THROW(Plan(cut(name, 8), cut(name, 8)->max_depth() + 1), InvalidArgument);
  }
  EXPECT_THROW(Plan(cut("rows", 20), 13), InvalidArgument);
  EXPECT_THROW(cut("side-columns", 24)->tasks(12), InvalidArgument);
  EXPECT_EQ(Plan(cut("rows", 0), 0).tasks().size(), 1u);
  EXPECT_EQ(Plan(cut("rows", 3), 3).tasks().size(), 0u);
}

TEST(Decomposition, ListingStopsWhenAsked) {
  for (const char* name : kNames) {
    const auto decomposition = cut(name, 18);
    for (const int depth : {0, 2, 3}) {
      if (depth == 0 && std::string(name) != "row-sets") continue;  // one task
      EXPECT_THROW(decomposition->tasks(depth, tests::already_stopped()), Stopped) << name;
      EXPECT_THROW(Plan(decomposition, depth, tests::already_stopped()), Stopped) << name;
    }
  }
  EXPECT_THROW(cut("row-sets", 18)->default_depth(tests::already_stopped()), Stopped);
}

PROPERTY(Tally, ResiduesFollowAnySum) {
  SeededRandom random;
  Tally tally;
  std::uint64_t sum = 0;
  for (std::size_t parts = random.below(100); parts > 0; --parts) {
    const auto part = static_cast<std::uint32_t>(random.word());
    const std::uint64_t solutions = std::uint64_t{part} * 4099;
    tally.add(solutions, part % 9);
    sum += solutions * (part % 9);
  }
  RC_ASSERT(tally.solutions() == sum);
  RC_ASSERT(tally.is_consistent());
}

TEST(Tally, RefusesToWrap) {
  Tally tally;
  tally.add(~std::uint64_t{0}, 1);
  EXPECT_THROW(tally.add(1, 1), Error);
  Tally product;
  EXPECT_THROW(product.add(std::uint64_t{1} << 63, 2), Error);
}

TEST(Tally, AFlippedBitContradictsTheResidues) {
  Tally tally;
  tally.add(123456789, 2);
  for (int bit = 0; bit < 64; ++bit) {
    const Tally flipped = Tally::restored(tally.solutions() ^ (std::uint64_t{1} << bit),
                                          tally.residue(0), tally.residue(1));
    EXPECT_FALSE(flipped.is_consistent()) << bit;
  }
}

}  // namespace
}  // namespace nqueens::engine
