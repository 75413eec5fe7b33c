// work(): the tasks of one shard into a journal, which is begun or gone on with as it is found.
#include <fmt/format.h>

#include <memory>
#include <utility>

#include "api/count_setup.hpp"
#include "api/shared_plan.hpp"
#include "journal/file.hpp"
#include "journal/shards.hpp"
#include "nqueens/cluster.hpp"
#include "nqueens/error.hpp"
#include "run/executor.hpp"
#include "run/plan_runner.hpp"

namespace nqueens {

namespace {

void check(const Shard& shard) {
  if (shard.count < 1 || shard.count > kMaxShards) {
    throw InvalidArgument(
        fmt::format("number of shards out of range: {}; 1 to {}", shard.count, kMaxShards));
  }
  if (shard.number < 1 || shard.number > shard.count) {
    throw InvalidArgument(fmt::format("shard out of range: {}/{}; 1/{} to {}/{}", shard.number,
                                      shard.count, shard.count, shard.count, shard.count));
  }
}

/// A file that a journal may be begun in; what is wrong with any other says Journal::create().
bool is_begun(const std::filesystem::path& path) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  return !error && size > 0;
}

/// The plan of a shard hangs on the number of shards and the engine; where the journal's differs in
/// that alone, the error says how to go on.
void require_same_cut(const journal::JournalHeader& found, const counting::Plan& plan,
                      const WorkOptions& options) {
  const journal::JournalHeader wanted = journal::header_of(plan);
  if (found.board_size != wanted.board_size || found.problem != wanted.problem) return;
  const auto refuse = [&](const std::string& holds, const std::string& is,
                          const std::string& advice) {
    throw JournalError(fmt::format(
        "journal of another plan: {}; it holds {}, shard {}/{} of this run is {}: {} to go on with "
        "it, or name another file",
        options.journal.string(), holds, options.shard.number, options.shard.count, is, advice));
  };
  if (found.decomposition != wanted.decomposition) {
    refuse(found.decomposition, wanted.decomposition, "name the --engine that began it");
  }
  if (found.depth != wanted.depth) {
    refuse(fmt::format("{} to depth {}", found.decomposition, found.depth),
           fmt::format("to depth {}", wanted.depth), fmt::format("give --depth {}", found.depth));
  }
}

std::unique_ptr<journal::Journal> begin_or_resume(const counting::Plan& plan,
                                                  const WorkOptions& options) {
  if (!is_begun(options.journal)) {
    try {
      return journal::Journal::create(options.journal, plan);
    } catch (const JournalError&) {
      // Another process may have been faster; then open() says that the journal is in use.
      if (!is_begun(options.journal)) throw;
    }
  }
  journal::FoundJournal found = journal::FoundJournal::open(options.journal);
  found.require_problem(plan.problem());
  require_same_cut(found.contents().header, plan, options);
  return std::move(found).resume(plan);
}

}  // namespace

WorkResult work(const Problem& problem, const WorkOptions& options) {
  check(options.shard);
  api::require_computed(problem.board_size(), options.allow_uncomputed);
  if (options.journal.empty()) {
    throw InvalidArgument("no journal for the shard: none is named; give the journal's file name");
  }
  const base::InstructionSet most = base::parse_instruction_set(options.instruction_set);
  const counting::Engine& engine = api::choose_engine(problem, options.engine);
  run::Executor executor(options.threads, options.pinning);
  const counting::Plan plan =
      api::make_plan(problem, engine, options.depth, options.shard.count, options.stop);
  const journal::Shards shards(plan.tasks(), options.shard.count);
  const int own = options.shard.number - 1;
  const counting::EngineOptions engine_options{.depth = plan.depth(), .instruction_set = most};
  api::require_room(engine, engine.memory(problem, engine_options), problem.board_size(),
                    executor.threads());
  const std::unique_ptr<journal::Journal> journal = begin_or_resume(plan, options);

  WorkResult result;
  run::PlanRunOptions run;
  run.excluded.resize(plan.tasks().size());
  for (const counting::Task& task : plan.tasks()) run.excluded[task.id] = shards.of(task.id) != own;
  run.done.resize(plan.tasks().size());
  for (const journal::JournalRecord& record : journal->contents().records) {
    run.done[record.task_id] = true;
    ++(shards.of(record.task_id) == own ? result.tasks_resumed : result.tasks_of_others);
  }
  Provenance counter = journal::provenance_here(
      engine.name(), base::to_string(engine.instruction_set(most)), executor.threads());
  counter.shard = fmt::format("{}/{}", options.shard.number, options.shard.count);
  journal->add_counter(counter);
  run.sink = journal.get();
  run.stop = options.stop;
  run.on_progress = options.on_progress;
  run.progress_interval = options.progress_interval;

  const std::unique_ptr<counting::PreparedEngine> prepared =
      engine.prepare(problem, engine_options);
  const run::PlanRunResult outcome = run::run_plan(plan, *prepared, executor, run);
  journal->finish();
  if (!outcome.complete) {
    throw Stopped(fmt::format(
        "stopped: {} of {} tasks of the shard done, about {:.1f} % of its work; the journal keeps "
        "them",
        outcome.progress.tasks_done, outcome.progress.tasks_total,
        100 * outcome.progress.fraction));
  }

  result.board_size = problem.board_size();
  result.engine = engine.name();
  result.instruction_set = base::to_string(engine.instruction_set(most));
  result.decomposition = plan.decomposition().name();
  result.depth = plan.depth();
  result.plan_id = plan.id_text();
  result.plan_tasks = plan.tasks().size();
  result.tasks = outcome.progress.tasks_total;
  result.torn_bytes = journal->contents().torn_bytes;
  result.threads = executor.threads();
  result.seconds = outcome.progress.seconds;
  return result;
}

}  // namespace nqueens
