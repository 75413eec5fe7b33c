// count(): from a problem and options to the number. Opens the journal, has engine and plan chosen,
// runs, adds up.
#include "nqueens/count.hpp"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "api/count_setup.hpp"
#include "base/cpu_features.hpp"
#include "counting/engine.hpp"
#include "counting/plan.hpp"
#include "journal/file.hpp"
#include "nqueens/error.hpp"
#include "run/executor.hpp"
#include "run/plan_runner.hpp"

namespace nqueens {

namespace {

/// The plan of the journal, where the caller asks for no other.
counting::Plan resumed_plan(const Problem& problem, const CountOptions& options,
                            const journal::JournalHeader& header) {
  if (options.depth && *options.depth != header.depth) {
    throw JournalError(
        fmt::format("journal of another plan: {}; it holds depth {}, this run asks for depth {}",
                    options.journal.string(), header.depth, *options.depth));
  }
  return api::plan_of_journal(problem, header, options.journal.string(), options.stop);
}

}  // namespace

CountResult count(int board_size, const CountOptions& options) {
  return count(Problem(board_size), options);
}

CountResult count(const Problem& problem, const CountOptions& options) {
  api::require_computed(problem.board_size(), options.allow_uncomputed);
  if (options.resume && options.journal.empty()) {
    throw InvalidArgument("no journal to resume: none is named; give the journal's file name");
  }
  const base::InstructionSet most = base::parse_instruction_set(options.instruction_set);
  run::Executor executor(options.threads, options.pinning);

  std::optional<journal::FoundJournal> found;
  if (options.resume) {
    found = journal::FoundJournal::open(options.journal);
    found->require_problem(problem);
  }
  const counting::Engine& engine =
      found ? api::choose_engine(problem, options, most, found->contents().header)
            : api::choose_engine(problem, options, most);
  const counting::Plan plan = found ? resumed_plan(problem, options, found->contents().header)
                                    : api::make_plan(problem, engine, options, executor.threads());
  const counting::EngineOptions engine_options{.depth = plan.depth(), .instruction_set = most};
  // The plan is in memory by now; what is asked for is the engine's part.
  api::require_room(engine, engine.memory(problem, engine_options), problem.board_size(),
                    executor.threads());
  std::unique_ptr<journal::Journal> journal;
  if (found) {
    journal = std::move(*found).resume(plan);
  } else if (!options.journal.empty()) {
    journal = journal::Journal::create(options.journal, plan);
  }

  run::PlanRunOptions run;
  run.stop = options.stop;
  run.on_progress = options.on_progress;
  run.progress_interval = options.progress_interval;
  run.sink = journal.get();

  CountResult result;
  if (journal) {
    run.done.resize(plan.tasks().size());
    for (const journal::JournalRecord& record : journal->contents().records) {
      run.done[record.task_id] = true;
      result.solutions += record.tally.solutions();
    }
    journal->add_counter(journal::provenance_here(
        engine.name(), base::to_string(engine.instruction_set(most)), executor.threads()));
    result.tasks_resumed = journal->contents().records.size();
    result.torn_bytes = journal->contents().torn_bytes;
  }

  const std::unique_ptr<counting::PreparedEngine> prepared =
      engine.prepare(problem, engine_options);
  const run::PlanRunResult outcome = run::run_plan(plan, *prepared, executor, run);
  if (journal) journal->finish();
  if (!outcome.complete) {
    throw Stopped(fmt::format(
        "stopped: {} of {} tasks done, about {:.1f} % of the work; {}", outcome.progress.tasks_done,
        outcome.progress.tasks_total, 100 * outcome.progress.fraction,
        journal ? "the journal keeps them" : "nothing was kept: a journal would have"));
  }

  result.board_size = problem.board_size();
  result.solutions += outcome.solutions;
  result.engine = engine.name();
  result.instruction_set = base::to_string(engine.instruction_set(most));
  result.decomposition = plan.decomposition().name();
  result.depth = plan.depth();
  result.plan_id = plan.id_text();
  result.tasks = plan.tasks().size();
  result.threads = executor.threads();
  result.seconds = outcome.progress.seconds;
  return result;
}

}  // namespace nqueens
