// The simulation of many cores, against cases that can be worked out by hand, and by what must hold
// of every run: each task is accounted once, and a failure loses what is in hand and nothing else.
#include "bench/simulation/simulation.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bench/simulation/task_sources.hpp"
#include "bench/simulation/task_times.hpp"
#include "counting/rows/row_decomposition.hpp"
#include "nqueens/error.hpp"

namespace nqueens::bench {
namespace {

using journal::Shards;
using mpi::LeaseRules;
using mpi::Seconds;

double sum(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

/// Gives worker i the tasks of its list that have no result, once each time it joins.
class ListSource final : public TaskSource {
 public:
  ListSource(std::vector<std::vector<std::uint64_t>> lists, std::size_t tasks)
      : results(tasks, 0), lists_(std::move(lists)), is_given_(lists_.size(), false) {}

  void joined(std::uint32_t worker, double) override { is_given_[worker] = false; }
  std::vector<std::uint64_t> take(std::uint32_t worker, double) override {
    std::vector<std::uint64_t> left;
    if (is_given_[worker]) return left;
    is_given_[worker] = true;
    for (const std::uint64_t task : lists_.at(worker)) {
      if (results[task] == 0) left.push_back(task);
    }
    return left;
  }
  void finished(std::uint32_t, std::uint64_t task, double, double) override { ++results[task]; }

  std::vector<int> results;  ///< of each task

 private:
  std::vector<std::vector<std::uint64_t>> lists_;
  std::vector<bool> is_given_;
};

/// Gives one task at a time to whoever asks, in order.
class QueueSource final : public TaskSource {
 public:
  explicit QueueSource(std::uint64_t tasks) : tasks_(tasks) {}

  std::vector<std::uint64_t> take(std::uint32_t, double) override {
    if (next_ == tasks_) return {};
    return {next_++};
  }
  void finished(std::uint32_t, std::uint64_t, double, double) override {}

 private:
  std::uint64_t tasks_;
  std::uint64_t next_ = 0;
};

counting::Plan small_plan() {
  return counting::Plan(counting::row_decomposition(Problem(12)), 3);
}

TEST(Simulation, OneCoreTakesTheSum) {
  const std::vector<double> times = {3, 1, 4, 1, 5};
  QueueSource source(times.size());
  const SimulationResult result = simulate(times, {}, source, 1);
  EXPECT_EQ(result.wall_seconds, 14);
  EXPECT_EQ(result.useful_seconds, 14);
  EXPECT_EQ(result.requests, 6u);  // the last one in vain
}

TEST(Simulation, NoTaskTakesNoTime) {
  QueueSource source(0);
  EXPECT_EQ(simulate({}, {.workers = 3}, source, 1).wall_seconds, 0);
}

TEST(Simulation, EqualTasksComeInRounds) {
  const std::vector<double> times(10, 2.0);
  for (const auto& [workers, cores, wall] :
       {std::tuple{1u, 5u, 4}, {5u, 1u, 4}, {2u, 2u, 6}, {3u, 1u, 8}, {10u, 1u, 2}, {20u, 1u, 2}}) {
    QueueSource source(times.size());
    const SimulatedCluster cluster{.workers = workers, .cores_per_worker = cores};
    EXPECT_EQ(simulate(times, cluster, source, 1).wall_seconds, wall) << workers << ' ' << cores;
  }
}

TEST(Simulation, OneLongTaskIsTheFloor) {
  std::vector<double> times(99, 0.25);
  times.push_back(100);
  // Taken last, all others are done by then: 99 / 4 tasks of each core, rounded down.
  QueueSource last(times.size());
  EXPECT_EQ(simulate(times, {.workers = 4}, last, 1).wall_seconds, 24 * 0.25 + 100);
  std::swap(times.front(), times.back());
  QueueSource first(times.size());
  EXPECT_EQ(simulate(times, {.workers = 4}, first, 1).wall_seconds, 100);
}

TEST(Simulation, AShardIsBoundToItsWorker) {
  ListSource source({{0, 1, 2}, {3}}, 4);
  const SimulationResult result = simulate({1, 2, 3, 50}, {.workers = 2}, source, 1);
  EXPECT_EQ(result.wall_seconds, 50);
  EXPECT_EQ(result.useful_seconds, 56);
}

TEST(Simulation, CountsStartLatencyAndService) {
  // Start 10, then for each of three tasks: request 2, way 5, task 1, result 2 while the worker
  // goes on: the next request waits for it.
  QueueSource source(3);
  const SimulatedCluster cluster{.start_seconds = 10, .latency_seconds = 5, .service_seconds = 2};
  EXPECT_EQ(simulate({1, 1, 1}, cluster, source, 1).wall_seconds,
            10 + (2 + 5 + 1) + 2 * (4 + 5 + 1));
}

TEST(Simulation, TheCoordinatorServesOneAfterTheOther) {
  QueueSource source(4);
  const SimulatedCluster cluster{.workers = 4, .service_seconds = 3};
  EXPECT_EQ(simulate({1, 1, 1, 1}, cluster, source, 1).wall_seconds, 4 * 3 + 1);
}

TEST(Simulation, ColdProcessesAreSlower) {
  QueueSource source(2);
  const SimulatedCluster cluster{.cold_part = 0.5, .warm_after_seconds = 10};
  EXPECT_DOUBLE_EQ(simulate({10, 10}, cluster, source, 1).wall_seconds,
                   10 * 1.5 + 10 * (1 + 0.5 * std::exp(-1.0)));
}

TEST(Simulation, AFailureLosesOnlyWhatIsInHand) {
  const std::vector<double> times(2000, 1.0);
  std::vector<std::vector<std::uint64_t>> lists(4);
  for (std::uint64_t task = 0; task < times.size(); ++task) lists[task % 4].push_back(task);
  ListSource source(lists, times.size());
  const SimulatedCluster cluster{.workers = 4,
                                 .cores_per_worker = 3,
                                 .core_seconds_between_failures = 60,
                                 .restart_seconds = 7};
  const SimulationResult result = simulate(times, cluster, source, 5);
  EXPECT_GT(result.failures, 10u);
  EXPECT_LE(result.lost_tasks, 3 * result.failures);
  EXPECT_LT(result.lost_seconds, static_cast<double>(result.lost_tasks) * 1.0);
  EXPECT_GT(result.lost_seconds, 0);
  EXPECT_NEAR(result.useful_seconds, 2000, 1e-6);
  EXPECT_EQ(source.results, std::vector<int>(times.size(), 1));
  EXPECT_EQ(result.repeated_tasks, 0u);
}

TEST(Simulation, FailuresComeAtTheirRate) {
  const std::vector<double> times(100000, 1.0);
  std::vector<std::vector<std::uint64_t>> lists(10);
  for (std::uint64_t task = 0; task < times.size(); ++task) lists[task % 10].push_back(task);
  ListSource source(lists, times.size());
  const SimulatedCluster cluster{.workers = 10, .core_seconds_between_failures = 100};
  const SimulationResult result = simulate(times, cluster, source, 9);
  // Half a second is lost each time, about: 100,500 core seconds at one failure in 100.
  EXPECT_NEAR(static_cast<double>(result.failures), 1005, 4 * std::sqrt(1005.0));
}

TEST(Simulation, SaysWhenItStandsStill) {
  ListSource source({{0}, {}}, 2);
  EXPECT_THROW(simulate({1, 1}, {.workers = 2}, source, 1), Error);
}

/// Both ways over a real plan: every task once, whatever happens, and the same for the same seed.
TEST(Simulation, ShardsAndLeasesAccountEveryTaskOnce) {
  const counting::Plan plan = small_plan();
  const std::vector<double> times = draw_task_times(plan, 5000, {.spread = 0.5}, 3);
  for (const bool leases : {false, true}) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const SimulatedCluster cluster{.workers = 6,
                                     .cores_per_worker = 2,
                                     .core_seconds_between_failures = 500,
                                     .restart_seconds = 100,
                                     .speed_spread = 0.1};
      const auto run = [&] {
        if (leases) {
          LeaseSource source(plan, static_cast<double>(plan.total_cost()) / 5000, 2);
          const SimulationResult result = simulate(times, cluster, source, seed);
          EXPECT_TRUE(source.table().done());
          EXPECT_EQ(source.table().tasks_done(), plan.tasks().size());
          EXPECT_EQ(source.table().duplicates(), result.repeated_tasks);
          return result;
        }
        ShardSource source(Shards(plan.tasks(), 6), plan.order());
        const SimulationResult result = simulate(times, cluster, source, seed);
        EXPECT_EQ(result.repeated_tasks, 0u);
        return result;
      };
      const SimulationResult result = run();
      EXPECT_GT(result.failures, 0u);
      EXPECT_LE(result.useful_seconds + result.lost_seconds + result.repeated_seconds,
                result.wall_seconds * cluster.cores());
      const SimulationResult again = run();
      EXPECT_EQ(result.wall_seconds, again.wall_seconds);
      EXPECT_EQ(result.lost_seconds, again.lost_seconds);
      EXPECT_EQ(result.failures, again.failures);
      EXPECT_EQ(result.requests, again.requests);
    }
  }
}

TEST(Simulation, ALeaseThatEndsTooEarlyCostsOnlyTime) {
  const counting::Plan plan = small_plan();
  const std::vector<double> times = draw_task_times(plan, 5000, {.spread = 2.0}, 3);
  const SimulatedCluster cluster{.workers = 8};
  LeaseRules hasty;
  hasty.min_lease = Seconds{1};
  hasty.patience = 0.2;
  LeaseSource source(plan, static_cast<double>(plan.total_cost()) / 5000, 1, hasty);
  const SimulationResult result = simulate(times, cluster, source, 1);
  EXPECT_GT(result.repeated_tasks, 0u);
  EXPECT_EQ(source.table().tasks_done(), plan.tasks().size());
  EXPECT_NEAR(result.useful_seconds, sum(times), 1e-6 * sum(times));
}

/// Graham's bounds without failures: no list of tasks ends before the mean load or the longest
/// task, and no worker of the leases idles while tasks wait.
TEST(Simulation, ShardsAndLeasesKeepTheirBounds) {
  const counting::Plan plan = small_plan();
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const std::vector<double> times = draw_task_times(plan, 5000, {.spread = 0.5}, seed);
    const double longest = *std::max_element(times.begin(), times.end());
    const SimulatedCluster cluster{.workers = 8};
    const double floor = std::max(sum(times) / 8, longest);

    const Shards shards(plan.tasks(), 8);
    std::vector<double> loads(8, 0);
    for (std::size_t task = 0; task < times.size(); ++task) {
      loads[static_cast<std::size_t>(shards.of(task))] += times[task];
    }
    ShardSource fixed(shards, plan.order());
    const double by_shards = simulate(times, cluster, fixed, seed).wall_seconds;
    EXPECT_NEAR(by_shards, *std::max_element(loads.begin(), loads.end()), 1e-6);

    LeaseRules single;
    single.max_tasks = 1;
    LeaseSource leases(plan, static_cast<double>(plan.total_cost()) / 5000, 1, single);
    const double by_leases = simulate(times, cluster, leases, seed).wall_seconds;
    EXPECT_GE(by_leases, floor - 1e-6);
    EXPECT_LE(by_leases, sum(times) / 8 + longest);
    EXPECT_GE(by_shards, floor - 1e-6);
  }
}

constexpr char kHeading[] =
    "board,depth,tasks,task,code,stands_for,predicted_seconds,plan_seconds,first_seconds,seconds,"
    "again_seconds\n";

TEST(TaskTimes, ReadsAndFits) {
  const counting::Plan plan = small_plan();
  const double second = 1 / static_cast<double>(plan.total_cost());
  const auto& tasks = plan.tasks();
  // Twice and four times the prediction; the first stands for two.
  const double small = 2 * second * tasks[3].cost;
  const double large = 4 * second * tasks[8].cost;
  const std::string text = fmt::format(
      "{}12,3,220,3,{:x},2,7,0.25,{:.17g},{:.17g},0\n12,3,220,8,{:x},1,7,0.5,{:.17g},{:.17g},0\n",
      kHeading, tasks[3].code, 1.5 * small, small, tasks[8].code, 1.5 * large, large);
  const auto measured = parse_measured_tasks(text);
  ASSERT_EQ(measured.size(), 2u);
  EXPECT_EQ(measured[1].board_size, 12);
  EXPECT_EQ(measured[1].depth, 3);
  EXPECT_EQ(measured[1].task, 8u);
  const TaskTimeModel model = fit_task_times(plan, 1, measured);
  const double weight = 2.0 * tasks[3].cost / (2.0 * tasks[3].cost + tasks[8].cost);
  EXPECT_DOUBLE_EQ(model.pace, 2 * weight + 4 * (1 - weight));
  EXPECT_NEAR(model.spread, std::log(2) * std::sqrt(weight * (1 - weight)), 1e-9);
  EXPECT_NEAR(model.cold_part, 0.5, 1e-9);
  EXPECT_DOUBLE_EQ(model.plan_seconds, 0.5);
}

TEST(TaskTimes, RefusesOtherTextAndOtherPlans) {
  EXPECT_THROW(parse_measured_tasks("task,seconds\n"), Error);
  EXPECT_THROW(parse_measured_tasks(std::string(kHeading) + "20,5,3,7,1f,two,1,0,3,2.5,2\n"),
               Error);
  EXPECT_THROW(parse_measured_tasks(std::string(kHeading) + "20,5\n"), Error);
  const counting::Plan plan = small_plan();
  const MeasuredTask other{.task = 1, .code = plan.tasks()[2].code, .seconds = 1};
  const MeasuredTask beyond{.task = plan.tasks().size(), .seconds = 1};
  EXPECT_THROW(fit_task_times(plan, 1, {&other, 1}), Error);
  EXPECT_THROW(fit_task_times(plan, 1, {&beyond, 1}), Error);
  EXPECT_THROW(fit_task_times(plan, 1, {}), InvalidArgument);
}

TEST(TaskTimes, DrawnTimesAreOfTheModel) {
  const counting::Plan plan(counting::row_decomposition(Problem(14)), 5);
  const double tasks = static_cast<double>(plan.tasks().size());
  ASSERT_GT(tasks, 10000);
  const TaskTimeModel model{.pace = 1.2, .spread = 0.4};
  const std::vector<double> times = draw_task_times(plan, 1000, model, 1);
  EXPECT_NEAR(sum(times), 1200, 0.02 * sum(times));
  double squares = 0;
  for (std::size_t i = 0; i < times.size(); ++i) {
    const double expected = 1200.0 * plan.tasks()[i].cost / static_cast<double>(plan.total_cost());
    const double error = std::log(times[i] / expected) + 0.4 * 0.4 / 2;
    squares += error * error;
  }
  EXPECT_NEAR(std::sqrt(squares / tasks), 0.4, 0.01);
  EXPECT_EQ(times, draw_task_times(plan, 1000, model, 1));
  EXPECT_NE(times, draw_task_times(plan, 1000, model, 2));
}

}  // namespace
}  // namespace nqueens::bench
