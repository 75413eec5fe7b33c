// nqueens bench: the fixed self-check, a table and a signature; and the scaling over threads.
#include <fmt/format.h>

#include <optional>
#include <utility>

#include "bench/self_check.hpp"
#include "cli/commands/bench_scaling.hpp"
#include "cli/commands/commands.hpp"
#include "cli/commands/record.hpp"
#include "cli/options/shared_options.hpp"
#include "cli/program.hpp"
#include "nqueens/error.hpp"

namespace nqueens::cli {

namespace {

/// Rows are printed one by one as they come, so the columns have fixed widths.
constexpr std::string_view kRow = "{:<26}  {:>9}  {:<44}  {:<12}  {:>9}  ";

std::string heading(const Paint& paint) {
  const std::string text =
      fmt::format(kRow, "subject", "N", "outcome", "instructions", "seconds") + "verdict";
  return paint.heading(text) + "\n";
}

std::string line(const bench::SelfCheckRow& row, const Paint& paint) {
  const std::string text = fmt::format(kRow, row.subject, row.board_size, row.outcome,
                                       row.instruction_set.empty() ? "-" : row.instruction_set,
                                       fmt::format("{:.3f}", row.seconds));
  return text + (row.correct ? paint.good("correct") : paint.bad("WRONG")) + "\n";
}

void print_record(Session& session, const bench::SelfCheckResult& result) {
  Json record = begin_record("bench");
  record["signature"] = result.signature;
  record["correct"] = result.correct;
  record["rows"] = Json::array();
  for (const bench::SelfCheckRow& row : result.rows) {
    record["rows"].push_back({{"subject", row.subject},
                              {"board_size", row.board_size},
                              {"outcome", row.outcome},
                              {"instruction_set", row.instruction_set},
                              {"correct", row.correct},
                              {"seconds", row.seconds}});
  }
  add_provenance(record);
  session.output.write(to_line(record));
}

struct BenchArguments {
  std::optional<std::string> subject;
  ScalingArguments scaling;
  std::string instruction_set = "auto";
  CommonOptions common;
};

ExitCode run_self_check(const BenchArguments& arguments, Session& session) {
  const CommonOptions& common = arguments.common;
  const Paint paint = paint_for(session.output.descriptor(), common.colour_choice());
  const bool rows_shown = !common.json && !common.quiet;
  std::size_t done = 0;
  session.stopped = {"no row done", "run it again for a signature"};
  bool headed = false;
  const auto on_row = [&](const bench::SelfCheckRow& row) {
    session.stopped.how_far = fmt::format("{} rows done", ++done);
    if (!rows_shown) return;
    if (!std::exchange(headed, true)) session.output.write(heading(paint));
    session.output.write(line(row, paint));
    session.output.flush();
  };
  const StopControl::Section section(session.stop, std::nullopt);
  const bench::SelfCheckResult result =
      bench::self_check(on_row, section.token(), arguments.instruction_set);
  if (common.json) {
    print_record(session, result);
  } else if (common.quiet) {
    session.output.write(result.signature + "\n");
  } else {
    session.output.write(fmt::format("signature {}\n", result.signature));
  }
  if (!result.correct) {
    throw NegativeAnswer("self-check failed: " + result.signature + "; see the rows marked WRONG");
  }
  return ExitCode::done;
}

std::vector<Option> options_of(BenchArguments& to) {
  std::vector<Option> options = {
      {.name = "subject",
       .to = &to.subject,
       .help = "measure how counting and solving gain from threads, pinned and not, instead of the "
               "self-check of every engine and algorithm",
       .words = {"scaling"}},
  };
  for (Option& option : scaling_options_of(to.scaling)) {
    options.push_back(needing(std::move(option), {"subject"}));
  }
  for (Option& option : std::vector<Option>{
           option::instruction_set(to.instruction_set), option::json(to.common.json),
           option::quiet(to.common.quiet), option::colour(to.common.colour)}) {
    options.push_back(std::move(option));
  }
  return options;
}

ExitCode run(const BenchArguments& arguments, Session& session) {
  if (!arguments.subject) return run_self_check(arguments, session);
  return run_scaling(arguments.scaling, arguments.instruction_set, arguments.common, session);
}

}  // namespace

Command bench_command() {
  return {"bench",
          "Run a fixed self-check on one thread, or measure the scaling over threads",
          {{"nqueens bench", "a table of seconds, and a signature"},
           {"nqueens bench -q", "the signature alone: equal on every machine"},
           {"nqueens bench --isa portable", "the same signature from other kernels"},
           {"nqueens bench --json", "for scripts that compare machines"},
           {"nqueens bench scaling", "strong and weak scaling over the threads of this machine"},
           {"nqueens bench scaling --threads 1,2,4,64 --pin cores --size 20",
            "the same with other numbers"}},
          prepare(options_of, run)};
}

}  // namespace nqueens::cli
