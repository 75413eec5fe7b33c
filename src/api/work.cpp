// work(): counts the tasks of one shard into a journal that it begins or resumes.
#include <fmt/format.h>

#include "api/pipeline.hpp"
#include "nqueens/cluster.hpp"
#include "nqueens/error.hpp"

namespace nqueens {

namespace {

void check(const Shard& shard) {
  api::require_shards(shard.count);
  if (shard.number < 1 || shard.number > shard.count) {
    throw InvalidArgument(fmt::format("shard out of range: {}/{}; 1/{} to {}/{}", shard.number,
                                      shard.count, shard.count, shard.count, shard.count));
  }
}

}  // namespace

WorkResult work(const Problem& problem, const WorkOptions& options) {
  check(options.shard);
  if (options.journal.empty()) {
    throw InvalidArgument("no journal for the shard: none is named; give the journal's file name");
  }
  run::Executor executor(options.threads, options.pinning);
  api::RunRequest request;
  request.problem = problem;
  request.engine = options.engine;
  request.instruction_set = options.instruction_set;
  request.is_shared = true;
  request.depth = options.depth;
  request.plan_size.shards = options.shard.count;
  request.threads = executor.threads();
  request.allow_uncomputed = options.allow_uncomputed;
  request.journal = options.journal;
  request.journal_use = api::JournalUse::begin_or_resume;
  request.stop = options.stop;
  api::Run run = api::set_up(request);

  const auto is_own = [&](std::uint64_t task) {
    return run.shards->of(task) == options.shard.number - 1;
  };
  WorkResult result;
  for (const journal::JournalRecord& record : run.journal->contents().records) {
    ++(is_own(record.task_id) ? result.tasks_resumed : result.tasks_of_others);
  }
  result.damaged = run.journal->contents().damaged;
  run::PlanRunOptions run_options = api::run_options(options);
  run_options.excluded.resize(run.plan.tasks().size());
  for (const counting::Task& task : run.plan.tasks()) {
    run_options.excluded[task.id] = !is_own(task.id);
  }
  const run::PlanRunResult outcome =
      api::run_tasks(run, executor, std::move(run_options),
                     fmt::format("{}/{}", options.shard.number, options.shard.count));
  if (!outcome.complete) {
    throw Stopped(fmt::format(
        "stopped: {} of {} tasks of the shard done, about {:.1f} % of its work; the journal keeps "
        "them",
        outcome.progress.tasks_done, outcome.progress.tasks_total,
        100 * outcome.progress.fraction));
  }
  static_cast<RunInfo&>(result) = api::describe(run, executor.threads(), outcome.progress.seconds);
  result.shard_tasks = outcome.progress.tasks_total;
  return result;
}

}  // namespace nqueens
