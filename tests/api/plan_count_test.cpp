// Dry runs: the plan that the run then has, its memory and time.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "nqueens/count.hpp"
#include "nqueens/error.hpp"
#include "nqueens/info.hpp"
#include "support/message_of.hpp"

namespace nqueens {
namespace {

using ::testing::HasSubstr;

TEST(PlanCount, IsThePlanOfTheRun) {
  std::vector<std::string> names = {"auto"};
  for (const EngineInfo& engine : engines()) names.push_back(engine.name);
  for (const std::string& engine : names) {
    for (int n = 0; n <= 11; ++n) {
      CountOptions options;
      options.engine = engine;
      options.threads = 1 + n % 3;
      const CountPlan plan = plan_count(Board(n), options);
      const CountResult run = count(n, options);
      EXPECT_TRUE(plan.board == Board(n));
      EXPECT_EQ(plan.engine, run.engine);
      EXPECT_EQ(plan.instruction_set, run.instruction_set);
      EXPECT_EQ(plan.decomposition, run.decomposition);
      EXPECT_EQ(plan.depth, run.depth);
      EXPECT_EQ(plan.plan_id, run.plan_id);
      EXPECT_EQ(plan.tasks, run.tasks);
      EXPECT_EQ(plan.threads, run.threads);
    }
  }
}

TEST(PlanCount, OfRestrictedProblems) {
  Board problem(12);
  problem.place({3, 5});
  const CountPlan plan = plan_count(problem);
  EXPECT_EQ(plan.plan_id, count(problem).plan_id);
}

TEST(PlanCount, PredictsMoreForMore) {
  double before = 0;
  for (int n = 10; n <= 22; ++n) {
    const CountPlan plan = plan_count(Board(n), {.engine = "bitmask", .threads = 1});
    EXPECT_GT(plan.predicted_core_seconds, before) << n;
    EXPECT_DOUBLE_EQ(plan.predicted_seconds, plan.predicted_core_seconds);
    before = plan.predicted_core_seconds;
  }
}

/// Whose count of 25 queens has begun finishes it with the same plan: these never change.
TEST(PlanCount, IdsOfDefaultPlansAreStable) {
  Board restricted(16);
  restricted.place({0, 3});
  restricted.block({7, 7});
  const std::vector<std::pair<Board, std::string>> plans = {
      {Board(12), "3dbc4f999b1fbc77"}, {Board(16), "f2048f79bed8cbfe"},
      {Board(20), "b55e9e1578ac9394"}, {Board(25), "187fad7da8b41ea3"},
      {Board(27), "e2ddf47dd96d356f"}, {restricted, "7a623c78ecb8f081"}};
  for (const auto& [problem, id] : plans) {
    const CountPlan plan = plan_count(problem);
    EXPECT_EQ(plan.plan_id, id) << problem.rows() << ": depth " << plan.depth << ", " << plan.tasks
                                << " tasks";
  }
}

TEST(PlanCount, AutoTakesTheEngineOfLeastPredictedTime) {
  for (const int n : {8, 12, 18, 20}) {
    const double best = plan_count(Board(n)).predicted_core_seconds;
    for (const EngineInfo& engine : engines()) {
      // They list long plans for nothing.
      if (n > 12 && (engine.name == "reference" || engine.name == "tightest-line")) continue;
      try {
        EXPECT_LE(best, plan_count(Board(n), {.engine = engine.name}).predicted_core_seconds)
            << n << " " << engine.name;
      } catch (const InvalidArgument&) {  // an engine that refuses the board
      }
    }
  }
}

TEST(PlanCount, BoardsThatWereNeverComputedMayBePlanned) {
  const CountPlan plan = plan_count(Board(28), {.engine = "bitmask"});
  EXPECT_GT(plan.predicted_seconds, 1e6);
}

TEST(PlanCount, MemoryAddsUp) {
  CountPlan plan;
  plan.threads = 3;
  plan.plan_bytes = 1;
  plan.shared_bytes = 10;
  plan.bytes_per_thread = 100;
  plan.available_bytes = 311;
  EXPECT_EQ(plan.total_bytes(), 311u);
  EXPECT_TRUE(plan.fits_memory());
  plan.available_bytes = 310;
  EXPECT_FALSE(plan.fits_memory());
  plan.bytes_per_thread = UINT64_MAX / 2;
  EXPECT_EQ(plan.total_bytes(), UINT64_MAX);
  plan.threads = 1;
  plan.shared_bytes = UINT64_MAX / 2 + 1;
  EXPECT_EQ(plan.total_bytes(), UINT64_MAX);
}

TEST(PlanCount, RefusesJournalsAndWhatCountRefuses) {
  const auto error_of = [](const CountOptions& options) {
    return tests::message_of<InvalidArgument>([&] { plan_count(Board(8), options); });
  };
  EXPECT_THAT(error_of({.journal = "a.nqj"}), HasSubstr("leave the journal out"));
  EXPECT_THAT(error_of({.engine = "bitmsk"}), HasSubstr("unknown engine"));
  EXPECT_THAT(error_of({.instruction_set = "mmx"}), HasSubstr("unknown instruction set: mmx"));
  EXPECT_THAT(error_of({.threads = -1}), HasSubstr("-1"));
  EXPECT_THAT(error_of({.engine = "bitmask", .depth = 9}), HasSubstr("depth out of range: 9"));
}

}  // namespace
}  // namespace nqueens
