// nqueens work: one shard of a count, into a journal.
#include <fmt/format.h>

#include <utility>

#include "cli/commands/command_lines.hpp"
#include "cli/commands/commands.hpp"
#include "cli/commands/record.hpp"
#include "cli/options/problem_arguments.hpp"
#include "cli/options/shared_options.hpp"
#include "cli/terminal/text.hpp"
#include "nqueens/cluster.hpp"
#include "nqueens/error.hpp"

namespace nqueens::cli {

namespace {

struct WorkArguments {
  std::string shard;
  std::filesystem::path journal;
  bool force = false;
  ProblemArguments problem;
  CountingArguments counting;
  CommonOptions common;
};

/// "0.52 s, engine bitmask (bmi2), 2 threads, 140 of 1118 tasks of rows at depth 3, 12 of these
/// found in the journal"
std::string work_summary(const WorkResult& result) {
  const std::string text = fmt::format("{}, {} of {} tasks of {}{}", engine_text(result),
                                       result.shard_tasks, result.tasks, cut_text(result),
                                       resumed_text(result.tasks_resumed, result.damaged));
  if (result.tasks_of_others == 0) return text;
  return text + fmt::format(", beside {} of other shards", result.tasks_of_others);
}

Json record_of(const WorkArguments& arguments, const Shard& shard, const WorkResult& result) {
  Json record = begin_record("work");
  record["journal"] = arguments.journal.string();
  record["shard"] = shard.number;
  record["shards"] = shard.count;
  add_run(record, result);
  record["plan_tasks"] = result.tasks;
  record["tasks"] = result.shard_tasks;
  record["tasks_resumed"] = result.tasks_resumed;
  record["tasks_of_others"] = result.tasks_of_others;
  record["damaged_lines"] = result.damaged.count;
  return record;
}

std::vector<Option> options_of(WorkArguments& to) {
  Option board = option::board(to.problem);
  board.help += "; may be left out where there is the journal already";
  board.required = false;
  std::vector<Option> own = {
      board,
      {.name = "--shard",
       .to = &to.shard,
       .value = "I/K",
       .help = fmt::format(
           "which shard of how many, 1/K to K/K; at most {} and the number of tasks", kMaxShards),
       .required = true},
      required(option::journal(to.journal)),
      option::engine(to.counting.engine),
      option::instruction_set(to.counting.instruction_set),
      option::depth(to.counting.depth),
      option::force(to.force),
  };
  return option::with_restrictions(with_run(std::move(own), to.common), to.problem);
}

ExitCode work_on(const WorkArguments& arguments, Session& session) {
  const CountingArguments& counting = arguments.counting;
  const Problem problem = make_problem(arguments.problem, arguments.journal);
  WorkOptions options;
  options.shard = parse_shard(arguments.shard);
  options.journal = arguments.journal;
  options.engine = counting.engine;
  options.depth = counting.depth;
  options.instruction_set = counting.instruction_set;
  options.allow_uncomputed = arguments.force;
  const std::string label =
      fmt::format("shard {} of {}", format_shard(options.shard), title(problem));
  watch_progress(options, session, label);
  const StoppableRun stoppable(session, arguments.common,
                               "to resume: " + repeat_hint(session.words));
  stoppable.set(options);

  const WorkResult result = work(problem, options);
  session.messages.clear_progress();
  if (arguments.common.json) {
    print_record(session, record_of(arguments, options.shard, result));
  } else if (!arguments.common.quiet) {
    session.output.write(fmt::format("{} done: {}\n", label, plural(result.shard_tasks, "task")));
  }
  session.output.flush();
  session.messages.note(work_summary(result));
  session.messages.note(
      fmt::format("{}: {}", options.shard.count == 1 ? "for the total" : "when all shards are done",
                  format_merge_line(arguments.journal.string(), options.shard)));
  return ExitCode::done;
}

}  // namespace

Command work_command() {
  return {"work",
          "Count one shard into a journal, or resume it",
          {{"nqueens work 22 --shard 3/64 --journal part-3.nqj", "the same line resumes it"},
           {"nqueens work 20 --shard 1/8 --journal a.nqj --time-limit 3600",
            "exit code 75 when there is more to do"},
           {"nqueens merge part-*.nqj", "the total of all shards"}},
          prepare(options_of, work_on)};
}

}  // namespace nqueens::cli
