// Running a plan: every task that is not done once, on any number of threads; exceptions; stops.
#include "run/plan_runner.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <thread>
#include <vector>

#include "engine/engine.hpp"
#include "engine/rows/row_decomposition.hpp"
#include "nqueens/count.hpp"
#include "nqueens/error.hpp"
#include "support/message_of.hpp"
#include "support/tally_of.hpp"

namespace nqueens::run {
namespace {

/// Remembers how often each task was done, and calls `then` with the number of tasks done.
class CountingSink final : public TaskSink {
 public:
  explicit CountingSink(
      const engine::Plan& plan, std::function<void(int)> then = [](int) {})
      : times(plan.tasks().size()), then_(std::move(then)) {}
  void task_done(const engine::Task& task, const engine::Tally& tally) override {
    if (!tally.is_consistent()) throw Error("inconsistent tally");
    ++times[task.id];
    then_(++tasks);
  }
  std::vector<std::atomic<int>> times;
  std::atomic<int> tasks{0};

 private:
  std::function<void(int)> then_;
};

class PlanRunner : public ::testing::Test {
 protected:
  const engine::Plan plan_{engine::row_decomposition(Problem(11)), 3};
  const std::unique_ptr<engine::PreparedEngine> engine_ =
      engine::find_engine("bitmask").prepare(plan_.problem());
  const engine::WorkerMaker make_worker_ = [this] { return engine_->make_worker(plan_.depth()); };
};

TEST_F(PlanRunner, DoesEveryTaskOnceOnAnyNumberOfWorkers) {
  for (const int threads : {1, 2, 0}) {
    Executor executor(threads, Pinning::none);
    CountingSink sink(plan_);
    const PlanRunResult result = run_plan(plan_, make_worker_, executor, {.sink = &sink});
    EXPECT_TRUE(result.complete);
    EXPECT_TRUE(result.solutions == *known_solutions(11));
    for (const auto& times : sink.times) EXPECT_EQ(times, 1);
    EXPECT_EQ(result.threads, executor.threads());
  }
}

TEST_F(PlanRunner, LeavesOutWhatIsDone) {
  Executor executor(2, Pinning::none);
  CountingSink sink(plan_);
  PlanRunOptions options{.done = std::vector<bool>(plan_.tasks().size()), .sink = &sink};
  for (std::size_t id = 0; id < options.done.size(); id += 3) options.done[id] = true;
  const PlanRunResult result = run_plan(plan_, make_worker_, executor, options);
  EXPECT_TRUE(result.complete);
  EXPECT_EQ(result.progress.tasks_done, plan_.tasks().size());
  for (std::size_t id = 0; id < options.done.size(); ++id) {
    EXPECT_EQ(sink.times[id], options.done[id] ? 0 : 1);
  }
  EXPECT_TRUE(result.solutions < *known_solutions(11));
}

TEST_F(PlanRunner, AnExceptionOfTheSinkEndsTheRunAndComesOut) {
  Executor executor(3, Pinning::none);
  CountingSink sink(plan_, [](int done) {
    if (done == 10) throw IoError("disk full");
    // Without a pause the others could finish all tasks before this worker has stopped.
    if (done > 10) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  });
  EXPECT_THROW(run_plan(plan_, make_worker_, executor, {.sink = &sink}), IoError);
  EXPECT_LT(sink.tasks, static_cast<int>(plan_.tasks().size()));
}

/// The other threads are in the middle of units when the failure stops them.
TEST(PlanRunnerOfColourJoin, AFullDiskIsReportedWhileEightThreadsStop) {
  const auto engine = engine::find_engine("colour-join").prepare(Problem(18));
  const engine::Plan plan(engine->decomposition, 0);
  const engine::WorkerMaker make_worker = [&] { return engine->make_worker(plan.depth()); };
  Executor executor(8, Pinning::none);
  for (int round = 0; round < 10; ++round) {
    CountingSink sink(plan, [](int done) {
      if (done >= 20) throw IoError("disk full");
    });
    EXPECT_THROW(run_plan(plan, make_worker, executor, {.sink = &sink}), IoError);
    EXPECT_LT(sink.tasks, static_cast<int>(plan.tasks().size()));
  }
}

TEST_F(PlanRunner, StoppedInTheMiddleIsNotComplete) {
  std::stop_source source;
  CountingSink sink(plan_, [&](int done) {
    if (done == 10) source.request_stop();
  });
  Executor executor(2, Pinning::none);
  const PlanRunResult result =
      run_plan(plan_, make_worker_, executor, {.sink = &sink, .stop = source.get_token()});
  EXPECT_FALSE(result.complete);
  EXPECT_LT(result.progress.tasks_done, plan_.tasks().size());
  EXPECT_EQ(result.progress.tasks_done, static_cast<std::uint64_t>(sink.tasks));
}

TEST_F(PlanRunner, AnImpossibleTallyIsNotRecorded) {
  struct Wrong final : engine::Worker {
    explicit Wrong(const engine::Tally& tally) : wrong(tally) {}
    bool count(const engine::Task& task, const std::stop_token&, engine::Tally& tally) override {
      if (task.id == 5) tally = wrong;
      return true;
    }
    const engine::Tally wrong;
  };
  using tests::tally_of;
  for (const auto& wrong : {tally_of(3), tally_of(80642), engine::Tally::restored(4, 4, 5)}) {
    const auto make_wrong = [&] { return std::make_unique<Wrong>(wrong); };
    Executor executor(2, Pinning::none);
    CountingSink sink(plan_);
    const auto said =
        tests::message_of<Error>([&] { run_plan(plan_, make_wrong, executor, {.sink = &sink}); });
    EXPECT_EQ(said.substr(0, 18), "impossible tally: ");
    EXPECT_EQ(sink.times[5], 0);
  }
}

using std::chrono::seconds;

TEST(ProgressMeter, TheRateAndTheTimeLeftAreOfThisRunOnly) {
  const auto begin = ProgressMeter::Clock::now();
  ProgressMeter meter(2, 100, 1000, 40, 300, {}, begin);
  meter.task_done(100, seconds(20));
  meter.task_done(250, seconds(50));
  const Progress progress = meter.snapshot(begin + seconds(40));
  EXPECT_EQ(progress.tasks_done, 42u);
  EXPECT_DOUBLE_EQ(progress.fraction, 0.65);
  EXPECT_DOUBLE_EQ(progress.seconds, 40);
  EXPECT_DOUBLE_EQ(progress.tasks_per_second, 2 / 40.0);
  // 350 units took 70 s, so the other 350 take 70 s; running tasks have already used 10 s of them.
  ASSERT_TRUE(progress.seconds_left.has_value());
  EXPECT_DOUBLE_EQ(*progress.seconds_left, (70 - 10) / 2.0);
}

/// As while the process is stopped: two threads count tasks of one second, 30 s go by, and then
/// they go on as before.
TEST(ProgressMeter, APauseTakesNoTime) {
  const auto begin = ProgressMeter::Clock::now();
  const auto at = [&](double time) {
    return begin + std::chrono::duration_cast<ProgressMeter::Clock::duration>(
                       std::chrono::duration<double>(time));
  };
  ProgressMeter meter(2, 100, 100, 0, 0, {}, begin, seconds(2));
  double pause = 0;
  for (double now = 0.5; now <= 20; now += 0.5) {
    if (now == 10.5) pause = 30;  // the two tasks of these ticks began before
    const bool was_running = now == 10.5 || now == 11;
    if (now >= 1) meter.task_done(1, seconds(was_running && pause > 0 ? 31 : 1), at(now + pause));
    meter.snapshot(at(now + pause));
  }
  const Progress progress = meter.snapshot(at(20 + pause));
  EXPECT_DOUBLE_EQ(progress.seconds, 50);
  EXPECT_NEAR(progress.tasks_per_second, 39 / 20.0, 0.06);
  EXPECT_NEAR(*progress.seconds_left, (61 - 1) / 2.0, 1);
}

TEST(ProgressMeter, AMeasuredTimeGivesTheTimeLeftBeforeATaskIsDone) {
  const auto begin = ProgressMeter::Clock::now();
  engine::WorkTime time{.seconds_per_cost = 0.5};
  EXPECT_FALSE(ProgressMeter(2, 10, 100, 0, 0, time, begin).snapshot(begin).seconds_left);
  time.is_measured = true;
  const Progress progress =
      ProgressMeter(2, 10, 100, 0, 0, time, begin).snapshot(begin + seconds(5));
  ASSERT_TRUE(progress.seconds_left.has_value());
  EXPECT_DOUBLE_EQ(*progress.seconds_left, (50 - 10) / 2.0);
}

TEST(ProgressMeter, IsWholeAtTheEndAndForAPlanWithoutTasks) {
  ProgressMeter meter(1, 2, 7, 1, 3);
  meter.task_done(4, seconds(1));
  EXPECT_EQ(meter.snapshot().fraction, 1.0);
  EXPECT_EQ(ProgressMeter(1, 0, 0, 0, 0).snapshot().fraction, 1.0);
}

}  // namespace
}  // namespace nqueens::run
