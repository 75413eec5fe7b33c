// Dry runs, merges and progress tell the same times and the same part of the same journal. Journals
// are prepared by cutting whole ones, runs are simulated: no clock decides.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <queue>
#include <random>
#include <stop_token>
#include <string>
#include <vector>

#include "api/pipeline.hpp"
#include "nqueens/count.hpp"
#include "nqueens/merge.hpp"
#include "run/executor.hpp"
#include "run/plan_runner.hpp"
#include "support/temporary_directory.hpp"

namespace nqueens {
namespace {

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
  for (const Case& one : {Case{"bitmask", Board(11)}, Case{"simd", Board(13)},
                          Case{"colour-join", Board(15)}, Case{"colour-join", corner_blocked(11)},
                          Case{"tightest-line", Board(8, 9, Variant::queens)}}) {
    const std::string& name = one.engine;
    CountOptions options;
    options.engine = one.engine;
    options.threads = 1;
    const CountPlan dry_run = plan_count(one.problem, options);
    EXPECT_DOUBLE_EQ(dry_run.predicted_seconds, dry_run.predicted_core_seconds) << name;

    options.journal = directory_ / "whole.nqj";
    count(one.problem, options);
    const std::string whole = tests::read_file(options.journal);
    std::filesystem::remove(options.journal);
    options.journal.clear();
    const api::Run run = api::set_up(one.problem, options);
    const counting::WorkTime time = api::predict(*run.engine, run.plan);
    const double start = time.of_plan + time.of_tables;
    for (const double part : {0.0, 0.1, 0.5, 0.9}) {
      const std::filesystem::path path = journal_of(part, whole);
      const std::vector journals{path};
      const MergeResult merged = merge_journals(journals);
      const double left = start + (1 - merged.fraction) * (dry_run.predicted_core_seconds - start);
      EXPECT_NEAR(merged.missing_core_seconds, left, 1e-9) << name;

      CountOptions resuming = options;
      resuming.journal = path;
      resuming.resume = true;
      api::Run resumed = api::set_up(one.problem, resuming);
      std::stop_source stop;
      stop.request_stop();
      resuming.stop = stop.get_token();
      run::Executor executor(1, Pinning::none);
      const Progress progress = run::run_plan(resumed.plan, resumed.worker_maker(), executor,
                                              api::begin(resumed, 1, resuming))
                                    .progress;
      EXPECT_EQ(progress.fraction, merged.fraction) << name;
      EXPECT_EQ(progress.tasks_done, merged.tasks_done) << name;
    }
  }
}

/// A run of the tasks on so many threads, in the order of the plan. The machine takes `factor`
/// times as long as predicted, single tasks between half and twice that.
struct SimulatedRun {
  struct Done {
    double at;
    double took;
    std::uint64_t cost;
  };
  std::vector<Done> tasks;  ///< by the time of their end

  SimulatedRun(const counting::Plan& plan, const counting::WorkTime& time, int threads,
               double factor) {
    std::mt19937 random(1);
    std::priority_queue<std::pair<double, int>, std::vector<std::pair<double, int>>, std::greater<>>
        free;
    for (int thread = 0; thread < threads; ++thread) free.push({0, thread});
    for (std::size_t place = 0; place < plan.order().size(); ++place) {
      const counting::Task& task = plan.tasks()[plan.order()[place]];
      const auto [begin, thread] = free.top();
      free.pop();
      double took = time.of_cost * task.cost *
                    std::exp2(std::uniform_real_distribution<double>(-1, 1)(random));
      if (place < static_cast<std::size_t>(threads)) took += time.of_tables / threads;
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
    const api::Run run = api::set_up(Board(20), {.engine = engine});
    counting::WorkTime time = api::predict(*run.engine, run.plan);
    ASSERT_GE(run.plan.tasks().size(), 100u);
    for (const double tables : {time.of_tables, time.seconds(run.plan.total_cost())}) {
      time.of_tables = tables;
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
        // Which of the tasks take longer, and which threads end first, nobody knows before.
        EXPECT_NEAR(*progress.seconds_left, left, 0.35 * left) << engine << ", " << points.front();
        EXPECT_EQ(progress.fraction, counting::part_done(done, run.plan.total_cost()));
        points.erase(points.begin());
      }
      EXPECT_TRUE(points.empty());
    }
  }
}

}  // namespace
}  // namespace nqueens
