// count(), count_shard() and plan_count(): set up a run, then run its tasks or tell what it needs.
// For counts by symmetry count() counts all solutions, other code the symmetric ones; Burnside's
// lemma gives the fundamental ones.
#include "nqueens/count.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <mutex>

#include "count/count_run.hpp"
#include "count/forecast.hpp"
#include "engine/symmetric_solutions.hpp"
#include "run/executor.hpp"
#include "run/limits.hpp"

namespace nqueens {

namespace {

struct FinishedRun {
  counting::Run run;
  run::PlanRunResult outcome;
};

/// Throws Stopped if some tasks are left.
FinishedRun run_tasks(const Board& board, const std::optional<Shard>& shard,
                      const CountOptions& options) {
  run::Executor executor(options.threads, options.pinning);
  counting::Run run = counting::set_up(board, options, shard, executor.threads());
  const run::PlanRunResult outcome = run::run_plan(
      run.plan, run.worker_maker(), executor, counting::begin(run, executor.threads(), options));
  if (run.journal) run.journal->finish();
  if (outcome.complete) return {std::move(run), outcome};
  throw counting::stopped(
      run, outcome.threads, outcome.progress,
      fmt::format("stopped: {} of {} tasks done, about {:.1f} % of the work{}",
                  outcome.progress.tasks_done, outcome.progress.tasks_total,
                  100 * outcome.progress.fraction, run.journal ? "; the journal keeps them" : ""));
}

/// A task fixes this many pairs of rows: some hundred tasks on boards that take seconds.
constexpr int kPrefixRows = 2;

[[noreturn]] void report_stop() {
  throw Stopped("stopped: the symmetric solutions are not all counted");
}

WideCount count_fixed(const Problem& problem, Symmetry symmetry, const CountOptions& options) {
  std::uint64_t solutions = 0;
  if (!engine::count_fixed(problem, symmetry, options.stop, solutions)) report_stop();
  return solutions;
}

}  // namespace

WideCount counting::count_half_turns(int board_size, const CountOptions& options) {
  if (board_size < 2) return 1;
  const auto prefixes = engine::half_turn_prefixes(board_size, kPrefixRows);
  run::Executor executor(options.threads, options.pinning);
  std::atomic<std::size_t> next{0};
  std::atomic<bool> is_stopped{false};
  std::mutex mutex;
  WideCount total = 0;
  executor.run([&](int) {
    WideCount sum = 0;
    while (!is_stopped) {
      const std::size_t position = next.fetch_add(1, std::memory_order_relaxed);
      if (position >= prefixes.size()) break;
      std::uint64_t solutions = 0;
      if (options.stop.stop_requested() ||
          !engine::count_half_turn(board_size, prefixes[position], options.stop, solutions)) {
        is_stopped = true;
      }
      sum += solutions;
    }
    const std::lock_guard guard(mutex);
    total += sum;
  });
  if (is_stopped) report_stop();
  return 2 * total;  // the prefixes have the first queen in the left half
}

CountResult count(const Board& board, const CountOptions& options) {
  if (!options.except.empty()) {
    throw InvalidArgument("no total without the tasks of the journals to except; count shard 1/1");
  }
  const auto [run, outcome] = run_tasks(board, {}, options);
  return counting::count_result(run, outcome.threads, outcome.progress.seconds, outcome.solutions);
}

std::string to_string(const Shard& shard) {
  return fmt::format("{}/{}", shard.number, shard.count);
}

ShardResult count_shard(const Board& board, const Shard& shard, const CountOptions& options) {
  if (options.journal.empty()) {
    throw InvalidArgument("no journal for the shard: none is named; give the journal's file name");
  }
  const auto [run, outcome] = run_tasks(board, shard, options);
  return counting::shard_result(run, outcome.threads, outcome.progress);
}

std::uint64_t CountPlan::total_bytes() const {
  const std::uint64_t run = engine::MemoryNeed{shared_bytes, bytes_per_thread}.total(threads);
  return run + std::min(plan_bytes, ~run);
}

CountPlan plan_count(const Board& board, const CountOptions& options,
                     const std::optional<Shard>& shard, double sample_seconds) {
  const int started = run::useful_threads(options.threads);  // checks the number
  const int wanted = options.threads == 0 ? started : options.threads;
  const std::uint64_t available = run::available_memory();  // before the plan is allocated
  CountOptions allowed = options;
  allowed.allow_uncomputed = true;
  // A plan only reads the journal: its tasks are left out as those of others.
  allowed.journal.clear();
  if (counting::holds_something(options.journal)) allowed.except.push_back(options.journal);
  const counting::Run run = counting::set_up(board, allowed, shard);

  CountPlan result{counting::run_info(run, wanted)};
  result.usable_processors = run::default_threads();
  const engine::MemoryNeed need = run.engine->memory;
  // There are the tasks, the place of each in two orders (all, those to do), and a bit for done.
  result.plan_bytes = result.tasks * (sizeof(engine::Task) + 8) + result.tasks / 8;
  result.shared_bytes = need.shared;
  result.bytes_per_thread = need.per_thread;
  result.available_bytes = available;
  result.shard = shard;
  std::uint64_t left = 0;
  std::uint64_t cost = 0;
  for (const engine::Task& task : run.plan.tasks()) {
    if (!run.is_in_shard(task.id)) continue;
    ++result.shard_tasks;
    if (!run.includes(task.id)) continue;
    ++left;
    cost += task.cost;
  }
  if (run.excepted) result.tasks_done = result.shard_tasks - left;
  result.threads =
      static_cast<int>(std::clamp<std::uint64_t>(left, 1, static_cast<std::uint64_t>(wanted)));
  const engine::WorkTime time = counting::predict(*run.engine, run.plan);
  result.predicted_core_seconds = time.seconds(cost);
  result.predicted_seconds = time.wall_seconds(cost, result.threads);
  if (sample_seconds > 0 && cost > 0) {
    result.forecast = counting::forecast(run, time, result.threads, sample_seconds, options.stop);
  }
  return result;
}

bool may_equal_mirror_images(const Board& board) {
  return board.variant() == Variant::semi || (board.rows() < 2 && !Problem(board).is_plain());
}

std::vector<Orbits> SymmetryCounts::orbits() const {
  if (may_equal_mirror_images(count.board)) return {};
  if (count.board.rows() < 2) return {{1, all, all}};
  // A solution has an image for each symmetry, fewer if some images are equal.
  const auto kept = [&](Symmetry symmetry, WideCount equal) {
    return std::count(symmetries.begin(), symmetries.end(), symmetry) > 0 ? equal : 0;
  };
  const WideCount halves = kept(Symmetry::half_turn, point_symmetric);
  const WideCount quarters = kept(Symmetry::quarter_turn, quarter_turn_symmetric);
  const int order = static_cast<int>(symmetries.size());
  std::vector<Orbits> rows = {{order, 0, all - halves}};
  if (order % 2 == 0) rows.push_back({order / 2, 0, halves - quarters});
  if (order % 4 == 0) rows.push_back({order / 4, 0, quarters});
  for (Orbits& row : rows) row.number = row.solutions / static_cast<WideCount>(row.size);
  return rows;
}

SymmetryCounts count_by_symmetry(const Board& board, const CountOptions& options) {
  SymmetryCounts counts;
  counts.count = count(board, options);
  counts.all = counts.count.solutions;
  counts.symmetries = symmetries_of(board);
  const Problem problem(board);
  counts.point_symmetric = problem.is_plain()
                               ? counting::count_half_turns(problem.board_size(), options)
                               : count_fixed(problem, Symmetry::half_turn, options);
  counts.quarter_turn_symmetric = count_fixed(problem, Symmetry::quarter_turn, options);
  // By Burnside the number of orbits is the average number of solutions that a symmetry keeps.
  WideCount fixed = 0;
  for (const Symmetry symmetry : counts.symmetries) {
    switch (symmetry) {
      case Symmetry::identity:
        fixed += counts.all;
        break;
      case Symmetry::half_turn:
        fixed += counts.point_symmetric;
        break;
      case Symmetry::quarter_turn:
      case Symmetry::three_quarter_turn:
        fixed += counts.quarter_turn_symmetric;
        break;
      default:
        fixed += count_fixed(problem, symmetry, options);
    }
  }
  const WideCount order = counts.symmetries.size();
  if (fixed % order != 0) {
    throw Error(
        fmt::format("internal error: {} symmetries keep {} solutions, which is no whole "
                    "number of orbits; one of the counts is wrong",
                    counts.symmetries.size(), to_string(fixed)));
  }
  counts.fundamental = fixed / order;
  return counts;
}

}  // namespace nqueens
