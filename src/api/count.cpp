// count(): sets up one run, runs all tasks, returns the total.
#include "nqueens/count.hpp"

#include <fmt/format.h>

#include "api/pipeline.hpp"
#include "nqueens/error.hpp"

namespace nqueens {

CountResult count(int board_size, const CountOptions& options) {
  return count(api::plain_board(board_size), options);
}

CountResult count(const Problem& problem, const CountOptions& options) {
  if (options.resume && options.journal.empty()) {
    throw InvalidArgument("no journal to resume: none is named; give the journal's file name");
  }
  run::Executor executor(options.threads, options.pinning);
  api::RunRequest request;
  request.problem = problem;
  request.engine = options.engine;
  request.instruction_set = options.instruction_set;
  request.depth = options.depth;
  request.plan_size.threads = request.threads = executor.threads();
  request.allow_uncomputed = options.allow_uncomputed;
  request.journal = options.journal;
  request.journal_use = options.resume            ? api::JournalUse::begin_or_resume
                        : options.journal.empty() ? api::JournalUse::none
                                                  : api::JournalUse::begin;
  request.stop = options.stop;
  api::Run run = api::set_up(request);
  const run::PlanRunResult outcome = api::run_tasks(run, executor, api::run_options(options));
  if (!outcome.complete) {
    throw Stopped(fmt::format(
        "stopped: {} of {} tasks done, about {:.1f} % of the work; {}", outcome.progress.tasks_done,
        outcome.progress.tasks_total, 100 * outcome.progress.fraction,
        run.journal ? "the journal keeps them" : "no journal was given, so nothing was kept"));
  }

  CountResult result{api::describe(run, executor.threads(), outcome.progress.seconds)};
  result.solutions = outcome.solutions;
  if (run.journal) {
    const journal::JournalContents& before = run.journal->contents();
    for (const journal::JournalRecord& record : before.records) {
      result.solutions += record.tally.solutions();
    }
    result.tasks_resumed = before.records.size();
    result.damaged = before.damaged;
  }
  return result;
}

}  // namespace nqueens
