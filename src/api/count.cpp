// count(): from a problem and options to the number. Chooses engine and plan, opens the journal,
// runs, adds up.
#include "nqueens/count.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>

#include "base/cpu_features.hpp"
#include "durable/journal.hpp"
#include "engine/engine.hpp"
#include "nqueens/error.hpp"
#include "runtime/executor.hpp"
#include "runtime/plan_runner.hpp"
#include "tasks/plan.hpp"

namespace nqueens {

namespace {

const engine::Engine& engine_for(const Problem& problem, const CountOptions& options,
                                 base::InstructionSet most) {
  if (options.engine == "auto") return engine::choose_engine(problem, most);
  const engine::Engine& engine = engine::find_engine(options.engine);
  engine::require_countable(engine, problem);
  return engine;
}

/// The plan of a fresh run.
tasks::Plan new_plan(const Problem& problem, const engine::Engine& engine,
                     const CountOptions& options, int threads) {
  const tasks::Decomposition& decomposition =
      tasks::find_decomposition(engine.decompositions().front());
  const int depth = options.depth ? *options.depth : decomposition.choose_depth(problem, threads);
  return tasks::Plan(problem, decomposition, depth, options.stop);
}

/// The plan that the journal was begun with.
tasks::Plan plan_of_journal(const Problem& problem, const engine::Engine& engine,
                            const CountOptions& options, const durable::JournalHeader& header) {
  const auto names = engine.decompositions();
  if (std::find(names.begin(), names.end(), header.decomposition) == names.end()) {
    throw JournalError(fmt::format(
        "journal {} was begun with decomposition {}: engine {} cannot count its tasks; it takes {}",
        options.journal.string(), header.decomposition, engine.name(), fmt::join(names, ", ")));
  }
  if (options.depth && *options.depth != header.depth) {
    throw JournalError(
        fmt::format("journal of another plan: {}; it holds depth {}, this run asks for depth {}",
                    options.journal.string(), header.depth, *options.depth));
  }
  return tasks::Plan(problem, tasks::find_decomposition(header.decomposition), header.depth,
                     options.stop);
}

void require_computed(int board_size, const CountOptions& options) {
  if (board_size <= kLargestComputedSize || options.allow_uncomputed) return;
  throw InvalidArgument(fmt::format(
      "board size above {}: {}; this number of solutions has never been computed and would take "
      "years: it is counted only when that is asked for expressly (--force)",
      kLargestComputedSize, board_size));
}

}  // namespace

CountResult count(int board_size, const CountOptions& options) {
  return count(Problem(board_size), options);
}

CountResult count(const Problem& problem, const CountOptions& options) {
  require_computed(problem.board_size(), options);
  if (options.resume && options.journal.empty()) {
    throw InvalidArgument("no journal to resume: none is named; give the journal's file name");
  }
  const base::InstructionSet most = base::parse_instruction_set(options.instruction_set);
  const engine::Engine& engine = engine_for(problem, options, most);
  runtime::Executor executor(options.threads, options.pinning);

  std::unique_ptr<durable::Journal> journal;
  if (options.resume) {
    journal = durable::Journal::open(options.journal);
    journal->require_problem(problem);
  }
  const tasks::Plan plan =
      journal ? plan_of_journal(problem, engine, options, journal->contents().header)
              : new_plan(problem, engine, options, executor.threads());
  if (journal) journal->resume(plan);
  if (!options.resume && !options.journal.empty()) {
    journal = durable::Journal::create(options.journal, plan);
  }

  runtime::PlanRunOptions run;
  run.stop = options.stop;
  run.on_progress = options.on_progress;
  run.progress_interval = options.progress_interval;
  run.sink = journal.get();

  CountResult result;
  if (journal) {
    run.done.resize(plan.tasks().size());
    for (const durable::JournalRecord& record : journal->contents().records) {
      run.done[record.task_id] = true;
      result.solutions += record.tally.solutions();
    }
    result.tasks_resumed = journal->contents().records.size();
    result.torn_bytes = journal->contents().torn_bytes;
  }

  const std::unique_ptr<engine::PreparedEngine> prepared =
      engine.prepare(problem, {.depth = plan.depth(), .instruction_set = most});
  const runtime::PlanRunResult outcome = runtime::run_plan(plan, *prepared, executor, run);
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
