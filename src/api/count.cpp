// count(), count_shard() and plan_count(): set up one run; run its tasks, or tell what it needs.
#include "nqueens/count.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "api/pipeline.hpp"
#include "nqueens/error.hpp"
#include "run/executor.hpp"
#include "run/limits.hpp"

namespace nqueens {

namespace {

struct Counted {
  api::Run run;
  run::PlanRunResult outcome;
};

/// Runs the tasks. Throws Stopped where some are left.
Counted run_tasks(const Board& board, const std::optional<Shard>& shard,
                  const CountOptions& options) {
  run::Executor executor(options.threads, options.pinning);
  api::Run run = api::set_up(board, options, shard, executor.threads());
  const run::PlanRunResult outcome = run::run_plan(run.plan, run.worker_maker(), executor,
                                                   api::begin(run, executor.threads(), options));
  if (run.journal) run.journal->finish();
  if (outcome.complete) return {std::move(run), outcome};
  throw api::stopped(run, outcome.threads, outcome.progress,
                     fmt::format("stopped: {} of {} tasks done, about {:.1f} % of the work; {}",
                                 outcome.progress.tasks_done, outcome.progress.tasks_total,
                                 100 * outcome.progress.fraction,
                                 run.journal ? "the journal keeps them"
                                             : "no journal was given, so nothing was kept"));
}

}  // namespace

CountResult count(const Board& board, const CountOptions& options) {
  const auto [run, outcome] = run_tasks(board, {}, options);
  CountResult result{api::describe(run, outcome.threads, outcome.progress.seconds)};
  result.solutions = outcome.solutions;
  if (!run.journal) return result;
  const journal::JournalContents& before = run.journal->contents();
  for (const journal::JournalRecord& record : before.records) {
    result.solutions += record.tally.solutions();
  }
  result.tasks_resumed = before.records.size();
  result.damaged = before.damaged;
  return result;
}

std::string to_string(const Shard& shard) {
  return fmt::format("{}/{}", shard.number, shard.count);
}

ShardResult count_shard(const Board& board, const Shard& shard, const CountOptions& options) {
  if (options.journal.empty()) {
    throw InvalidArgument("no journal for the shard: none is named; give the journal's file name");
  }
  const auto [run, outcome] = run_tasks(board, shard, options);
  ShardResult result{api::describe(run, outcome.threads, outcome.progress.seconds)};
  result.shard_tasks = outcome.progress.tasks_total;
  const journal::JournalContents& before = run.journal->contents();
  for (const journal::JournalRecord& record : before.records) {
    ++(run.has(record.task_id) ? result.tasks_resumed : result.tasks_of_others);
  }
  result.damaged = before.damaged;
  return result;
}

std::uint64_t CountPlan::total_bytes() const {
  const std::uint64_t run = counting::MemoryNeed{shared_bytes, bytes_per_thread}.total(threads);
  return run + std::min(plan_bytes, ~run);
}

CountPlan plan_count(const Board& board, const CountOptions& options,
                     const std::optional<Shard>& shard) {
  if (options.resume || !options.journal.empty()) {
    throw InvalidArgument("a plan has no journal: " + options.journal.string() +
                          "; leave the journal out");
  }
  const int wanted = run::useful_threads(options.threads);
  const std::uint64_t available = run::available_memory();  // before the plan is allocated
  CountOptions allowed = options;
  allowed.allow_uncomputed = true;
  const api::Run run = api::set_up(board, allowed, shard);

  CountPlan result{api::describe(run, wanted)};
  const counting::MemoryNeed need = run.engine->memory();
  result.plan_bytes = api::plan_bytes(run.plan);
  result.shared_bytes = need.shared;
  result.bytes_per_thread = need.per_thread;
  result.available_bytes = available;
  result.shard = shard;
  result.shard_tasks = result.tasks;
  std::uint64_t cost = run.plan.total_cost();
  if (shard) {
    const auto& load = run.shards->loads()[static_cast<std::size_t>(shard->number - 1)];
    result.shard_tasks = load.tasks;
    cost = load.cost;
  }
  result.threads = static_cast<int>(
      std::clamp<std::uint64_t>(result.shard_tasks, 1, static_cast<std::uint64_t>(wanted)));
  const counting::WorkTime time = api::predict(*run.engine, run.plan);
  result.predicted_core_seconds = time.seconds(cost);
  result.predicted_seconds = time.wall_seconds(cost, result.threads);
  return result;
}

}  // namespace nqueens
