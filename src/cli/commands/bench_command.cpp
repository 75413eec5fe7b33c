// nqueens bench: the fixed self-check, a table and a signature.
#include <fmt/format.h>

#include <memory>

#include "api/self_check.hpp"
#include "cli/commands/commands.hpp"
#include "cli/common_options.hpp"
#include "cli/program.hpp"
#include "cli/record.hpp"

namespace nqueens::cli {

namespace {

/// Rows are printed one by one as they come, so the columns have fixed widths.
constexpr std::string_view kRow = "{:<26}  {:>9}  {:<44}  {:>9}  ";

std::string heading(const Paint& paint) {
  const std::string text = fmt::format(kRow, "subject", "N", "outcome", "seconds") + "verdict";
  return paint.heading(text) + "\n";
}

std::string line(const api::SelfCheckRow& row, const Paint& paint) {
  const std::string text = fmt::format(kRow, row.subject, row.board_size, row.outcome,
                                       fmt::format("{:.3f}", row.seconds));
  return text + (row.correct ? paint.good("correct") : paint.bad("WRONG")) + "\n";
}

void print_record(Session& session, const api::SelfCheckResult& result) {
  Json record = begin_record("bench");
  record["signature"] = result.signature;
  record["correct"] = result.correct;
  record["rows"] = Json::array();
  for (const api::SelfCheckRow& row : result.rows) {
    record["rows"].push_back({{"subject", row.subject},
                              {"board_size", row.board_size},
                              {"outcome", row.outcome},
                              {"correct", row.correct},
                              {"seconds", row.seconds}});
  }
  add_provenance(record);
  session.output.write(to_line(record));
}

ExitCode run_self_check(const CommonOptions& common, Session& session) {
  const Paint paint = paint_for(session.output.descriptor(), common.colour_choice());
  const bool rows_shown = !common.json && !common.quiet;
  std::size_t done = 0;
  session.stopped = {"no row done", "run it again for a signature"};
  if (rows_shown) session.output.write(heading(paint));
  const auto on_row = [&](const api::SelfCheckRow& row) {
    session.stopped.how_far = fmt::format("{} rows done", ++done);
    if (!rows_shown) return;
    session.output.write(line(row, paint));
    session.output.flush();
  };
  const StopControl::Section section(session.stop, std::nullopt);
  const api::SelfCheckResult result = api::self_check(on_row, section.token());
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

}  // namespace

Command bench_command() {
  return {"bench",
          "Run a fixed self-check of every engine and algorithm on one thread",
          {
              {"nqueens bench", "a table of seconds, and a signature"},
              {"nqueens bench -q", "the signature alone: equal on every machine"},
              {"nqueens bench --json", "for scripts that compare machines"},
          },
          [](CLI::App& app) -> Action {
            const auto common = std::make_shared<CommonOptions>();
            OptionAdder add(app);
            add_json(add, *common);
            add_quiet(add, *common);
            add_colour(add, *common);
            return [common](Session& session) {
              apply(*common, session);
              return run_self_check(*common, session);
            };
          }};
}

}  // namespace nqueens::cli
