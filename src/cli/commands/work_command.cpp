// nqueens work: one shard of a count, into a journal that is begun or gone on with.
#include <fmt/format.h>

#include <memory>

#include "cli/commands/commands.hpp"
#include "cli/commands/run_report.hpp"
#include "cli/common_options.hpp"
#include "cli/counting_options.hpp"
#include "cli/progress_watch.hpp"
#include "cli/record.hpp"
#include "cli/resume_hint.hpp"
#include "cli/shard_words.hpp"
#include "cli/squares.hpp"
#include "cli/text.hpp"
#include "nqueens/cluster.hpp"
#include "nqueens/error.hpp"

namespace nqueens::cli {

namespace {

struct WorkArguments {
  std::string board;
  std::optional<std::string> shard;
  std::optional<std::string> journal;
  bool force = false;
  CountingArguments counting;
  CommonOptions common;
};

/// "0.52 s, engine bitmask (bmi2), 2 threads, shard of 140 of 1118 tasks of rows at depth 3, 12 of
/// them found in the journal"
std::string work_summary(const WorkResult& result) {
  std::string text = fmt::format("{}, {} of {} tasks of {}", engine_text(result),
                                 result.shard_tasks, result.tasks, cut_text(result));
  if (result.tasks_resumed > 0) {
    text += fmt::format(", {} of these found in the journal", result.tasks_resumed);
  }
  if (result.tasks_of_others > 0) {
    text += fmt::format(", beside {} of other shards", result.tasks_of_others);
  }
  if (result.torn_bytes > 0) {
    text +=
        fmt::format(", {} of a torn write cut off the journal", plural(result.torn_bytes, "byte"));
  }
  return text;
}

void print_record(Session& session, const WorkArguments& arguments, const Shard& shard,
                  const WorkResult& result) {
  Json record = begin_record("work");
  record["journal"] = *arguments.journal;
  record["shard"] = shard.number;
  record["shards"] = shard.count;
  add_run(record, result);
  record["plan_tasks"] = result.tasks;
  record["tasks"] = result.shard_tasks;
  record["tasks_resumed"] = result.tasks_resumed;
  record["tasks_of_others"] = result.tasks_of_others;
  record["torn_bytes"] = result.torn_bytes;
  add_provenance(record);
  session.output.write(to_line(record));
}

ExitCode work_on(const WorkArguments& arguments, Session& session) {
  if (!arguments.shard) {
    throw InvalidArgument("shard is missing: nqueens work; give --shard I/K, as in --shard 3/8");
  }
  if (!arguments.journal || arguments.journal->empty()) {
    throw InvalidArgument("journal name is missing: nqueens work; give --journal FILE");
  }
  const int size = parse_board_size(arguments.board);
  if (!arguments.force) require_computed_size(size);
  const CountingArguments& counting = arguments.counting;
  const Problem problem = make_problem(counting, size);
  WorkOptions options;
  options.shard = parse_shard(*arguments.shard);
  options.journal = *arguments.journal;
  options.engine = counting.engine;
  options.depth = counting.depth_number();
  options.instruction_set = counting.instruction_set;
  options.threads = choose_threads(arguments.common, session);
  options.pinning = arguments.common.pinning();
  options.allow_uncomputed = arguments.force;
  const StopControl::Section section(session.stop, arguments.common.time_limit);
  options.stop = section.token();
  const std::string label =
      fmt::format("shard {} of {}", format_shard(options.shard), title(counting, size));
  options.on_progress = watch_progress(session, arguments.common, label);
  session.stopped.what_to_do = "to go on: " + repeat_hint(session.words);

  const WorkResult result = work(problem, options);
  session.messages.clear_progress();
  if (arguments.common.json) {
    print_record(session, arguments, options.shard, result);
  } else if (!arguments.common.quiet) {
    session.output.write(fmt::format("{} done: {}\n", label, plural(result.shard_tasks, "task")));
  }
  session.output.flush();
  session.messages.note(work_summary(result));
  session.messages.note(
      fmt::format("{}: {}", options.shard.count == 1 ? "for the total" : "when all shards are done",
                  format_merge_line(*arguments.journal, options.shard)));
  return ExitCode::done;
}

}  // namespace

Command work_command() {
  return {"work",
          "Do one shard of a count into a journal, or go on with it",
          {
              {"nqueens work 22 --shard 3/64 --journal part-3.nqj",
               "run it again after any kind of end"},
              {"nqueens work 20 --shard 1/8 --journal a.nqj --time-limit 3600",
               "exit code 75 when there is more to do"},
              {"nqueens merge part-*.nqj", "the total of all shards"},
          },
          [](CLI::App& app) -> Action {
            const auto arguments = std::make_shared<WorkArguments>();
            OptionAdder add(app);
            add.argument(arguments->board, "N", fmt::format("board size, 0 to {}", kMaxCountSize));
            add.text(
                "--shard", arguments->shard, "I/K",
                fmt::format("which of how many shards, 1/K to K/K; K up to {} or the number of "
                            "tasks",
                            kMaxShards));
            add.text("--journal", arguments->journal, "FILE",
                     "where finished tasks are recorded; begun, or gone on with when it is there");
            add_engine(add, arguments->counting);
            add_depth(add, arguments->counting, "board size and shards");
            add_squares(add, arguments->counting);
            add.flag("--force", arguments->force,
                     fmt::format("count boards above {}, whose number has never been computed",
                                 kLargestComputedSize));
            add_threads(add, arguments->common);
            add_json(add, arguments->common);
            add_quiet(add, arguments->common);
            add_no_progress(add, arguments->common);
            add_colour(add, arguments->common);
            add_time_limit(add, arguments->common);
            return [arguments](Session& session) {
              apply(arguments->common, session);
              return work_on(*arguments, session);
            };
          }};
}

}  // namespace nqueens::cli
