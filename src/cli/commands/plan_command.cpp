// nqueens plan: a count cut into shards, and what that would take.
#include <fmt/format.h>

#include <memory>

#include "cli/commands/commands.hpp"
#include "cli/commands/plan_report.hpp"
#include "cli/common_options.hpp"
#include "cli/counting_options.hpp"
#include "cli/shard_words.hpp"
#include "cli/squares.hpp"
#include "nqueens/cluster.hpp"

namespace nqueens::cli {

namespace {

struct PlanArguments {
  std::string board;
  std::optional<std::uint64_t> shards;
  CountingArguments counting;
  CommonOptions common;
};

ExitCode plan(const PlanArguments& arguments, Session& session) {
  const CountingArguments& counting = arguments.counting;
  const int size = parse_board_size(arguments.board);
  const Problem problem = make_problem(counting, size);
  ShardPlanOptions options;
  options.engine = counting.engine;
  options.instruction_set = counting.instruction_set;
  options.depth = counting.depth_number();
  options.threads = choose_threads(arguments.common, session);
  const StopControl::Section section(session.stop, arguments.common.time_limit);
  options.stop = section.token();
  session.stopped = {"the plan is not made yet", "run it again with more time"};
  const int shards = static_cast<int>(arguments.shards.value_or(1));
  const ShardPlan plan = plan_shards(problem, shards, options);

  if (arguments.common.json) {
    Json record = begin_record("plan");
    add_shard_plan(record, plan);
    add_provenance(record);
    session.output.write(to_line(record));
    return ExitCode::done;
  }
  if (arguments.common.quiet) {
    session.output.write(fmt::format("{:.3g}\n", plan.predicted_core_seconds));
  } else {
    const Paint paint = paint_for(session.output.descriptor(), arguments.common.colour_choice());
    session.output.write(
        shard_plan_text(title(counting, size), plan, counting.is_restricted(), paint));
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
          {
              {"nqueens plan 22 --shards 64", "tasks, predicted time, its spread, memory"},
              {"nqueens plan 20 --shards 8 --engine bitmask", "cut by another engine's rule"},
              {"nqueens plan 24 --shards 1000 --json", "for scripts that submit jobs"},
          },
          [](CLI::App& app) -> Action {
            const auto arguments = std::make_shared<PlanArguments>();
            OptionAdder add(app);
            add.argument(arguments->board, "N", fmt::format("board size, 0 to {}", kMaxCountSize));
            add.whole("--shards", arguments->shards, "number of shards", 1, kMaxShards, "K",
                      "how many parts of equal predicted work the count is cut into; default 1");
            add_engine(add, arguments->counting);
            add_depth(add, arguments->counting, "board size and shards");
            add_squares(add, arguments->counting);
            add_threads(add, arguments->common);
            add_json(add, arguments->common);
            add_quiet(add, arguments->common);
            add_colour(add, arguments->common);
            add_time_limit(add, arguments->common);
            return [arguments](Session& session) {
              apply(arguments->common, session);
              return plan(*arguments, session);
            };
          }};
}

}  // namespace nqueens::cli
