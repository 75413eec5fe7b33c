// nqueens plan: cuts a count into shards, and predicts time and memory.
#include <fmt/format.h>

#include <utility>

#include "cli/commands/command_lines.hpp"
#include "cli/commands/commands.hpp"
#include "cli/commands/plan_report.hpp"
#include "cli/options/problem_arguments.hpp"
#include "cli/options/shared_options.hpp"
#include "cli/terminal/text.hpp"
#include "nqueens/cluster.hpp"

namespace nqueens::cli {

namespace {

struct PlanArguments {
  int shards = 1;
  ProblemArguments problem;
  CountingArguments counting;
  CommonOptions common;
};

std::vector<Option> options_of(PlanArguments& to) {
  return option::with_restrictions(
      {
          option::board(to.problem),
          option::shards(to.shards,
                         "cut the count into so many parts of equal predicted work; default: 1"),
          option::engine(to.counting.engine),
          option::instruction_set(to.counting.instruction_set),
          option::depth(to.counting.depth),
          option::threads(to.common.threads),
          option::json(to.common.json),
          option::quiet(to.common.quiet),
          option::colour(to.common.colour),
          option::time_limit(to.common.time_limit),
      },
      to.problem);
}

ExitCode plan(const PlanArguments& arguments, Session& session) {
  const CountingArguments& counting = arguments.counting;
  const Problem problem = make_problem(arguments.problem);
  ShardPlanOptions options;
  options.engine = counting.engine;
  options.instruction_set = counting.instruction_set;
  options.depth = counting.depth;
  session.stopped.how_far = "the plan is not made yet";
  const StoppableRun stoppable(session, arguments.common, kRunAgain);
  stoppable.set(options);
  const int shards = arguments.shards;
  const ShardPlan plan = plan_shards(problem, shards, options);

  if (arguments.common.json) {
    Json record = begin_record("plan");
    add_shard_plan(record, plan);
    print_record(session, std::move(record));
    return ExitCode::done;
  }
  if (arguments.common.quiet) {
    session.output.write(two_digits(plan.predicted_core_seconds) + "\n");
  } else {
    session.output.write(shard_plan_text(plan, session.output.paint()));
  }
  session.output.flush();
  session.messages.note(prediction_note());
  const WorkLine line{problem, counting.engine, options.depth};
  for (const int number : {1, shards}) {
    session.messages.note(
        fmt::format("{}: {}", number == 1 ? "the first shard" : "the last shard",
                    format_work_line(line, {number, shards}, usual_journal_name(number))));
    if (shards == 1) break;
  }
  session.messages.note("the total: " + format_merge_line(usual_journal_name(1), {1, shards}));
  return ExitCode::done;
}

}  // namespace

Command plan_command() {
  return {"plan",
          "Cut a count into shards for several machines, and count nothing",
          {{"nqueens plan 22 --shards 64", "tasks, predicted time, its spread, memory"},
           {"nqueens plan 20 --shards 8 --engine bitmask", "cut by another engine's rule"},
           {"nqueens plan 24 --shards 1000 --json", "for scripts that submit jobs"}},
          prepare(options_of, plan)};
}

}  // namespace nqueens::cli
