#include "run/plan_runner.hpp"

#include <algorithm>
#include <atomic>
#include <functional>

#include "run/progress_meter.hpp"
#include "run/reporter.hpp"

namespace nqueens::run {

namespace {

/// Sums of one worker, alone on its cache lines.
struct alignas(128) WorkerSums {
  WideCount solutions = 0;
  std::uint64_t nodes = 0;
};

}  // namespace

PlanRunResult run_plan(const counting::Plan& plan, const counting::PreparedEngine& engine,
                       Executor& executor, const PlanRunOptions& options) {
  const std::vector<counting::Task>& tasks = plan.tasks();
  const auto is_in = [](const std::vector<bool>& marks, const counting::Task& task) {
    return !marks.empty() && marks[task.id];
  };
  std::uint64_t tasks_total = 0;
  std::uint64_t cost_total = 0;
  std::uint64_t tasks_before = 0;
  std::uint64_t cost_before = 0;
  for (const counting::Task& task : tasks) {
    if (is_in(options.excluded, task)) continue;
    ++tasks_total;
    cost_total += task.cost;
    if (!is_in(options.done, task)) continue;
    ++tasks_before;
    cost_before += task.cost;
  }

  // No more threads than tasks.
  const int most_workers =
      static_cast<int>(std::clamp<std::uint64_t>(tasks_total - tasks_before, 1, kMaxThreads));
  ProgressMeter meter(executor.threads(), tasks_total, cost_total, tasks_before, cost_before);
  std::vector<WorkerSums> sums(static_cast<std::size_t>(executor.threads()));
  // 10,000 empty tasks on two threads take 0.05 ms by a counter and 0.3 ms by a parallel_for that
  // splits down to single tasks; and a worker's state is a local variable here.
  std::atomic<std::size_t> next{0};
  // One source for both reasons to stop: the caller's token, and a worker's exception.
  std::stop_source stopping;
  const std::stop_callback forward(options.stop, [&] { stopping.request_stop(); });
  const std::stop_token stop = stopping.get_token();

  std::function<void()> report;
  if (options.on_progress) report = [&] { options.on_progress(meter.snapshot()); };
  {
    const Reporter reporter(report, options.progress_interval);
    executor.run(
        [&](int worker) {
          try {
            const std::unique_ptr<counting::Worker> counter = engine.make_worker();
            WorkerSums& sum = sums[static_cast<std::size_t>(worker)];
            while (!stop.stop_requested()) {
              const std::size_t position = next.fetch_add(1, std::memory_order_relaxed);
              if (position >= tasks.size()) break;
              const counting::Task& task = tasks[plan.order()[position]];
              if (is_in(options.excluded, task) || is_in(options.done, task)) continue;
              counting::Tally tally;
              if (!counter->count(task, stop, tally)) break;
              if (options.sink != nullptr) options.sink->task_done(task, tally);
              sum.solutions += tally.solutions();
              sum.nodes += tally.nodes();
              meter.task_done(worker, task.cost);
            }
          } catch (...) {
            stopping.request_stop();
            throw;
          }
        },
        most_workers);
  }

  PlanRunResult result;
  for (const WorkerSums& sum : sums) {
    result.solutions += sum.solutions;
    result.nodes += sum.nodes;
  }
  result.progress = meter.snapshot();
  result.complete = result.progress.tasks_done == tasks_total;
  if (options.on_progress) options.on_progress(result.progress);
  return result;
}

}  // namespace nqueens::run
