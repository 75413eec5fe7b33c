// What keeps a count from being faster on many threads: what one thread does alone before the first
// task and after the last, the longest task, and what is done under a lock for each task.
//
// measure_serial N THREADS... counts N queens on one thread and prints JSON: seconds, and for each
// number of threads how many times as fast they would be, each on a core like this one. The tasks
// are dealt as run_plan() deals them. That cores share caches and memory is not in it.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ctime>
#include <exception>
#include <functional>
#include <numeric>
#include <queue>
#include <vector>

#include "base/stopwatch.hpp"
#include "count/pipeline.hpp"
#include "nqueens/error.hpp"
#include "parsed.hpp"
#include "run/executor.hpp"

namespace {

using namespace nqueens;

/// Seconds until the last of the tasks ends; a thread that is free takes the next one.
double last_end(const std::vector<double>& tasks, std::size_t threads) {
  std::priority_queue<double, std::vector<double>, std::greater<>> ends;
  double last = 0;
  for (const double task : tasks) {
    double begin = 0;
    if (ends.size() == threads) {
      begin = ends.top();
      ends.pop();
    }
    ends.push(begin + task);
    last = std::max(last, begin + task);
  }
  return last;
}

class IdleWorker final : public engine::Worker {
  bool count(const engine::Task&, const std::stop_token&, engine::Tally&) override { return true; }
};

/// Per task, most of it under the lock of the sum and the progress.
double seconds_of_handing_out(const engine::Plan& plan) {
  run::Executor executor(1, Pinning::none);
  const base::Stopwatch watch;
  run::run_plan(plan, [] { return std::make_unique<IdleWorker>(); }, executor, {});
  return watch.seconds() / static_cast<double>(plan.tasks().size());
}

void measure(int board_size, const std::vector<std::size_t>& threads) {
  const base::Stopwatch before;
  counting::Run run = counting::set_up(Board(board_size), {});
  counting::begin(run, 1, {});
  const double start = before.seconds();
  const auto worker = run.worker_maker()();
  std::vector<double> tasks;
  WideCount solutions = 0;
  for (const std::uint32_t place : run.plan.order()) {
    const std::clock_t began = std::clock();  // of the processor: other programs may be using it
    engine::Tally tally;
    worker->count(run.plan.tasks()[place], {}, tally);
    solutions += tally.solutions();
    tasks.push_back(static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC);
  }
  const base::Stopwatch after;
  const CountResult result = counting::result_of(run, 1, 0, solutions);
  const double end = after.seconds();
  const double handed = seconds_of_handing_out(run.plan) * static_cast<double>(tasks.size());
  const double work = std::accumulate(tasks.begin(), tasks.end(), 0.0);
  const double alone = start + handed + end;
  std::vector<double> speedups;
  for (const std::size_t number : threads) {
    speedups.push_back((alone + work) / (alone + last_end(tasks, number)));
  }
  fmt::print(
      "{{\"solutions\": \"{}\", \"tasks\": {}, \"start\": {:.6f}, \"end\": {:.6f}, \"longest\": "
      "{:.6f}, \"locked\": {:.6f}, \"work\": {:.6f}, \"speedups\": [{:.2f}]}}\n",
      to_string(result.solutions), tasks.size(), start, end,
      *std::max_element(tasks.begin(), tasks.end()), handed, work, fmt::join(speedups, ", "));
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc < 3) throw InvalidArgument("measure_serial N THREADS... expected");
    std::vector<std::size_t> threads;
    for (int i = 2; i < argc; ++i) threads.push_back(parsed<std::size_t>(argv[i], "threads"));
    measure(parsed<std::uint16_t>(argv[1], "board size"), threads);
  } catch (const std::exception& error) {
    fmt::print(stderr, "measure_serial: {}\n", error.what());
    return 2;
  }
}
