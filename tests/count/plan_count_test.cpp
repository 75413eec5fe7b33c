// Dry runs tell the plan of a run and its memory. Dry runs, merges and progress tell the same
// times and the same part of a journal: journals are whole ones cut short, runs are simulated, so
// no clock decides.
#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <queue>
#include <random>
#include <string>
#include <vector>

#include "count/count_run.hpp"
#include "nqueens/count.hpp"
#include "nqueens/error.hpp"
#include "nqueens/info.hpp"
#include "nqueens/merge.hpp"
#include "run/executor.hpp"
#include "run/limits.hpp"
#include "run/plan_runner.hpp"
#include "support/message_of.hpp"
#include "support/processor_engines.hpp"
#include "support/stop.hpp"
#include "support/temporary_directory.hpp"

namespace nqueens {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;

TEST(PlanCount, IsThePlanOfTheRun) {
  const run::PretendedProcessors pretended(3);
  std::vector<std::string> names = {"auto"};
  for (const EngineInfo& engine : tests::processor_engines()) names.push_back(engine.name);
  for (const std::string& engine : names) {
    for (int n = 0; n <= 11; ++n) {
      const CountOptions options{.engine = engine, .threads = 1 + n % 3};
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
      EXPECT_EQ(plan.usable_processors, 3);
    }
  }
}

TEST(PlanCount, MayHaveMoreThreadsThanProcessors) {
  const CountPlan one = plan_count(Board(20), {.threads = 1});
  const CountPlan many = plan_count(Board(20), {.threads = 64});
  EXPECT_EQ(plan_count(Board(20)).threads, run::default_threads());
  EXPECT_EQ(many.threads, 64);
  EXPECT_EQ(many.plan_id, one.plan_id);
  EXPECT_DOUBLE_EQ(many.predicted_core_seconds, one.predicted_core_seconds);
  EXPECT_LT(many.predicted_seconds, one.predicted_seconds / 32);
  EXPECT_EQ(many.total_bytes() - one.total_bytes(), 63 * one.bytes_per_thread);
  EXPECT_THROW(plan_count(Board(20), {.threads = kMaxThreads + 1}), InvalidArgument);
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

TEST(PlanCount, AutoTakesTheEngineOfLeastPredictedTime) {
  for (const int n : {8, 12, 18, 20}) {
    const double best = plan_count(Board(n)).predicted_core_seconds;
    for (const EngineInfo& engine : engines()) {
      // Listing their long plans would show nothing.
      if (n > 12 && (engine.name == "reference" || engine.name == "mrv")) continue;
      try {
        EXPECT_LE(best, plan_count(Board(n), {.engine = engine.name}).predicted_core_seconds)
            << n << " " << engine.name;
      } catch (const InvalidArgument&) {  // an engine that refuses the board
      }
    }
  }
}

TEST(PlanCount, RefusesWhatCountRefuses) {
  const Board board(8);
  EXPECT_THROW_WITH(plan_count(board, {.engine = "bitmsk"}), InvalidArgument, "bitmsk");
  EXPECT_THROW_WITH(plan_count(board, {.instruction_set = "mmx"}), InvalidArgument, "mmx");
  EXPECT_THROW_WITH(plan_count(board, {.threads = -1}), InvalidArgument, "-1");
  EXPECT_THROW_WITH(plan_count(board, {.engine = "bitmask", .depth = 9}), InvalidArgument, "9");
}

std::string refusal_of(const engine::MemoryNeed& need, int threads) {
  return tests::message_of<InsufficientMemory>([&] {
    counting::require_memory({engine::find_engine("bitmask"),
                              {},
                              engine::find_decomposition("rows", Problem(24)),
                              {},
                              need},
                             threads);
  });
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

TEST(RequireMemory, RefusesWhatIsNotThere) {
  const std::uint64_t available = run::available_memory();
  EXPECT_EQ(refusal_of({0, 0}, 4096), "nothing thrown");
  EXPECT_EQ(refusal_of({1 << 20, 1 << 20}, 2), "nothing thrown");
  EXPECT_THAT(refusal_of({2 * available, 0}, 1), HasSubstr("by engine bitmask on 1 thread: "));
  EXPECT_THAT(refusal_of({2 * available, 0}, 1), HasSubstr("another engine"));
  EXPECT_THAT(refusal_of({0, UINT64_MAX / 2}, 3), HasSubstr("16.0 EiB"));
}

TEST(RequireMemory, NamesTheThreadsThatFit) {
  // Room for 4.5 threads; available memory changes while tests run, so 3 and 5 are right as well.
  const std::uint64_t per_thread = run::available_memory() * 2 / 9;
  EXPECT_THAT(refusal_of({0, per_thread}, 8), ContainsRegex("; [345] threads fit, "));
}

TEST(RequireMemory, IsAskedForNoMoreThreadsThanTasks) {
  const run::PretendedProcessors pretended(kMaxThreads);  // of 100 GiB
  const tests::TemporaryDirectory directory;
  EXPECT_EQ(count_shard(Board(17), {1, 271}, {.depth = 0, .journal = directory / "j"}).threads, 1);
}

class Times : public ::testing::Test {
 protected:
  tests::TemporaryDirectory directory_;

  /// The first lines of a whole journal: header, counter, and that part of the records.
  std::filesystem::path journal_of(double part, const std::string& whole) {
    const auto records = static_cast<double>(std::count(whole.begin(), whole.end(), '\n') - 2);
    std::size_t end = 0;
    for (auto lines = 2 + static_cast<int>(part * records); lines > 0; --lines) {
      end = whole.find('\n', end) + 1;
    }
    const std::filesystem::path path = directory_ / "cut.nqj";
    tests::write_file(path, whole.substr(0, end));
    return path;
  }
};

Board corner_blocked(int size) {
  Board problem(size);
  problem.block({0, 0});
  return problem;
}

TEST_F(Times, OfOneJournalAgreeHoweverTheyAreAsked) {
  struct Case {
    std::string engine;  ///< the fastest one for its tasks
    Board problem;
  };
  for (const Case& one :
       {Case{"bitmask", Board(11)}, Case{"simd", Board(13)}, Case{"colour-join", Board(15)},
        Case{"colour-join", corner_blocked(11)}, Case{"mrv", Board(8, 9, Variant::queens)}}) {
    const std::string& name = one.engine;
    CountOptions options{.engine = one.engine, .threads = 1};
    const CountPlan dry_run = plan_count(one.problem, options);
    EXPECT_DOUBLE_EQ(dry_run.predicted_seconds, dry_run.predicted_core_seconds) << name;

    options.journal = directory_ / "whole.nqj";
    count(one.problem, options);
    const std::string whole = tests::read_file(options.journal);
    std::filesystem::remove(options.journal);
    options.journal.clear();
    const counting::Run run = counting::set_up(one.problem, options);
    const engine::WorkTime time = counting::predict(*run.engine, run.plan);
    const double start = time.plan_seconds + time.table_seconds;
    for (const double part : {0.0, 0.1, 0.5, 0.9}) {
      const std::filesystem::path path = journal_of(part, whole);
      const std::vector journals{path};
      const MergeResult merged = merge_journals(journals);
      const double left = start + (1 - merged.fraction) * (dry_run.predicted_core_seconds - start);
      EXPECT_NEAR(merged.missing_core_seconds, left, 1e-9) << name;

      CountOptions resuming = options;
      resuming.journal = path;
      const CountPlan rest = plan_count(one.problem, resuming);
      EXPECT_EQ(rest.tasks_done, merged.tasks_done) << name;
      EXPECT_NEAR(rest.predicted_core_seconds, left, 1e-9) << name;
      counting::Run resumed = counting::set_up(one.problem, resuming);
      resuming.stop = tests::already_stopped();
      run::Executor executor(1, Pinning::none);
      const Progress progress = run::run_plan(resumed.plan, resumed.worker_maker(), executor,
                                              counting::begin(resumed, 1, resuming))
                                    .progress;
      EXPECT_EQ(progress.fraction, merged.fraction) << name;
      EXPECT_EQ(progress.tasks_done, merged.tasks_done) << name;
    }
  }
}

/// A run of the tasks on this many threads, in the order of the plan. The machine takes `factor`
/// times as long as predicted, single tasks between half and twice as long as that.
struct SimulatedRun {
  struct Done {
    double at;
    double took;
    std::uint64_t cost;
  };
  std::vector<Done> tasks;  ///< by the time of their end

  SimulatedRun(const engine::Plan& plan, const engine::WorkTime& time, int threads, double factor) {
    std::mt19937 random(1);
    std::priority_queue<std::pair<double, int>, std::vector<std::pair<double, int>>, std::greater<>>
        free;
    for (int thread = 0; thread < threads; ++thread) free.push({0, thread});
    for (std::size_t place = 0; place < plan.order().size(); ++place) {
      const engine::Task& task = plan.tasks()[plan.order()[place]];
      const auto [begin, thread] = free.top();
      free.pop();
      double took = time.seconds_per_cost * task.cost *
                    std::exp2(std::uniform_real_distribution<double>(-1, 1)(random));
      if (place < static_cast<std::size_t>(threads)) took += time.table_seconds / threads;
      took *= factor;
      tasks.push_back({begin + took, took, task.cost});
      free.push({begin + took, thread});
    }
    std::sort(tasks.begin(), tasks.end(),
              [](const Done& one, const Done& other) { return one.at < other.at; });
  }
};

TEST_F(Times, LeftOfARunAreRightWithinAThird) {
  using Clock = run::ProgressMeter::Clock;
  for (const std::string engine : {"colour-join", "simd", "bitmask"}) {
    const counting::Run run = counting::set_up(Board(20), {.engine = engine});
    engine::WorkTime time = counting::predict(*run.engine, run.plan);
    ASSERT_GE(run.plan.tasks().size(), 100u);
    for (const double tables : {time.table_seconds, time.seconds(run.plan.total_cost())}) {
      time.table_seconds = tables;
      const SimulatedRun simulated(run.plan, time, 4, 2.5);
      const double whole = simulated.tasks.back().at;
      const Clock::time_point begin = Clock::now();
      run::ProgressMeter meter(4, run.plan.tasks().size(), run.plan.total_cost(), 0, 0, time,
                               begin);
      std::uint64_t done = 0;
      std::vector<double> points{0.7, 0.8};
      for (const SimulatedRun::Done& task : simulated.tasks) {
        using std::chrono::duration;
        const auto nanoseconds = [](double seconds) {
          return std::chrono::duration_cast<std::chrono::nanoseconds>(duration<double>(seconds));
        };
        meter.task_done(task.cost, duration<double>(task.took));
        done += task.cost;
        if (points.empty() || task.at < points.front() * whole) continue;
        const Progress progress = meter.snapshot(begin + nanoseconds(task.at));
        ASSERT_TRUE(progress.seconds_left);
        const double left = whole - task.at;
        // No prediction knows which tasks take longer and which threads end first.
        EXPECT_NEAR(*progress.seconds_left, left, 0.35 * left) << engine << ", " << points.front();
        EXPECT_EQ(progress.fraction, engine::fraction_done(done, run.plan.total_cost()));
        points.erase(points.begin());
      }
      EXPECT_TRUE(points.empty());
    }
  }
}

}  // namespace
}  // namespace nqueens
