// Forecasts: which tasks are drawn, and what is made of the time that they take. No test compares a
// forecast with a clock.
#include "count/forecast.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "nqueens/count.hpp"
#include "nqueens/error.hpp"
#include "run/executor.hpp"
#include "support/engine_counts.hpp"
#include "support/stop.hpp"

namespace nqueens::counting {
namespace {

using tests::solutions_of;

/// However many tasks are drawn, each stratum has its share of the work, within three draws.
TEST(TaskSampler, StrataAreDrawnByTheirShareOfTheWork) {
  for (const Shard& shard : {Shard{1, 1}, Shard{2, 3}}) {
    const counting::Run run = set_up(Board(22), {}, shard);
    std::map<int, double> cost;
    std::uint64_t total = 0;
    for (const engine::Task& task : run.plan.tasks()) {
      if (!run.includes(task.id)) continue;
      cost[run.plan.decomposition().stratum_of(task)] += task.cost;
      total += task.cost;
    }
    EXPECT_GE(cost.size(), 5u);
    TaskSampler sampler(run);
    EXPECT_EQ(sampler.total_cost(), total);
    std::map<int, double> drawn;
    for (int number = 1; number <= 300; ++number) {
      const engine::Task& task = sampler.next();
      ASSERT_TRUE(run.includes(task.id));
      ++drawn[run.plan.decomposition().stratum_of(task)];
      for (const auto& [stratum, of_stratum] : cost) {
        EXPECT_LT(std::abs(drawn[stratum] - number * of_stratum / static_cast<double>(total)), 3)
            << "stratum " << stratum << " in " << number;
      }
    }
  }
}

TEST(TaskSampler, PartsOfATaskAreOfItsUnitsAndCostAccordingly) {
  const counting::Run run = set_up(Board(20), {.depth = 0});
  const engine::Decomposition& cut = run.plan.decomposition();
  const auto worker = run.worker_maker()();
  base::Random random(1);
  TaskSampler sampler(run);
  for (int number = 0; number < 10; ++number) {
    const engine::Task& task = sampler.next();
    EXPECT_EQ(cut.parts_of(task, 1, 1, random).front().code, task.code);
    for (const double part : {0.4, 0.1, 0.0}) {
      const std::vector<engine::Task> parts = cut.parts_of(task, part, 1, random);
      ASSERT_EQ(parts.size(), 2u);
      for (const engine::Task& some : parts) {
        EXPECT_EQ(cut.stratum_of(some), cut.stratum_of(task));
        EXPECT_GE(some.cost, 1u);
        EXPECT_LT(some.cost, (2 * part + 0.1) * task.cost);
        EXPECT_GT(some.cost, part / 3 * task.cost);
      }
      EXPECT_NE(parts.front().code, parts.back().code);
      const auto units_of = [](const engine::Task& some) { return some.code >> 32; };
      EXPECT_GE(units_of(cut.parts_of(task, part, 8, random).front()), 8u);
      EXPECT_LT(solutions_of(*worker, parts.front()) + solutions_of(*worker, parts.back()),
                solutions_of(*worker, task));
    }
  }
}

TEST(TaskSampler, PartsOfOneUnitEachAddUpToTheTask) {
  const counting::Run run = set_up(Board(14), {.engine = "colour-join", .depth = 0});
  const auto worker = run.worker_maker()();
  const engine::Task& task = TaskSampler(run).next();
  base::Random random(1);
  std::map<std::uint64_t, std::uint64_t> solutions;
  for (int number = 0; number < 5000; ++number) {
    for (const engine::Task& one : run.plan.decomposition().parts_of(task, 0, 1, random)) {
      if (!solutions.contains(one.code)) solutions[one.code] = solutions_of(*worker, one);
    }
  }
  std::uint64_t sum = 0;
  for (const auto& [code, of_unit] : solutions) sum += of_unit;
  EXPECT_EQ(sum, solutions_of(*worker, task));
}

TEST(Forecast, IsBesideThePredictionAndChangesNoPlan) {
  for (const char* const engine : {"auto", "simd", "bitmask"}) {
    const CountOptions options{.engine = engine, .threads = 1};
    const CountPlan plan = plan_count(Board(17), options);
    CountPlan measured = plan_count(Board(17), options, {}, 0.1);
    if (measured.forecast && measured.forecast->is_least) {  // a slow machine
      measured = plan_count(Board(17), options, {}, 5);
    }
    EXPECT_FALSE(plan.forecast);
    EXPECT_EQ(measured.plan_id, plan.plan_id);
    EXPECT_EQ(measured.predicted_core_seconds, plan.predicted_core_seconds);
    if (plan.predicted_seconds < 0.1) continue;
    ASSERT_TRUE(measured.forecast) << engine;
    EXPECT_GT(measured.forecast->core_seconds, 0);
    EXPECT_DOUBLE_EQ(measured.forecast->seconds, measured.forecast->core_seconds);
#ifdef NQUEENS_INSTRUMENTED  // tasks take up to 85 times as long as predicted: some do not end
    if (measured.forecast->is_least) continue;
#endif
    EXPECT_GE(measured.forecast->sample_tasks, 4u);
    EXPECT_GE(measured.forecast->error, 0);
    EXPECT_LT(measured.forecast->error, 1);
    EXPECT_FALSE(measured.forecast->is_least);
  }
}

TEST(Forecast, ThreadsOfAnotherMachineShareTheWork) {
  const CountPlan few = plan_count(Board(19), {.threads = 1}, {}, 0.4);
  const CountPlan many = plan_count(Board(19), {.threads = 64}, {}, 0.4);
  ASSERT_TRUE(few.forecast && many.forecast);
  EXPECT_LT(many.forecast->seconds, many.forecast->core_seconds / 32);
}

TEST(Forecast, OfAShardIsThatOfItsTasks) {
  const CountPlan whole = plan_count(Board(20), {.threads = 1}, {}, 0.4);
  const CountPlan part = plan_count(Board(20), {.threads = 1}, Shard{1, 3}, 0.4);
  ASSERT_TRUE(whole.forecast && part.forecast);
  EXPECT_LT(part.forecast->core_seconds, whole.forecast->core_seconds);
}

TEST(Forecast, IsNoneWhereNothingCanBeMeasured) {
  const auto forecast_of = [](int size, const CountOptions& options = {}) {
    return plan_count(Board(size), options, {}, 0.1).forecast;
  };
  EXPECT_FALSE(forecast_of(3));
  EXPECT_FALSE(forecast_of(12));
  EXPECT_FALSE(forecast_of(29));
  EXPECT_FALSE(forecast_of(20, {.engine = "reference", .depth = 0}));
}

TEST(Forecast, IsALowerBoundIfTasksDoNotEnd) {
  const counting::Run run = set_up(Board(19), {.engine = "bitmask", .depth = 1});
  engine::WorkTime predicted = predict(*run.engine, run.plan);
  predicted.seconds_per_cost /= 10000;
  const auto found = forecast(run, predicted, 1, 0.1, {});
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->is_least);
  EXPECT_GT(found->core_seconds, predicted.seconds(run.plan.total_cost()));
}

TEST(Forecast, StopsWhenAsked) {
  const CountOptions options{.stop = tests::already_stopped()};
  const counting::Run run = set_up(Board(20), {});
  EXPECT_THROW(forecast(run, predict(*run.engine, run.plan), 1, 1, options.stop), Stopped);
}

}  // namespace
}  // namespace nqueens::counting
