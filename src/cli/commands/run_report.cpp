#include "cli/commands/run_report.hpp"

#include <fmt/format.h>

#include "cli/terminal/text.hpp"

namespace nqueens::cli {

std::string kernels_text(const RunInfo& run) {
  return fmt::format("{} ({})", run.engine, run.instruction_set);
}

std::string engine_text(const RunInfo& run) {
  return fmt::format("{}, engine {}, {}", format_duration(run.seconds), kernels_text(run),
                     plural(static_cast<std::uint64_t>(run.threads), "thread"));
}

std::string cut_text(const RunInfo& run) {
  return fmt::format("{} at depth {}", run.decomposition, run.depth);
}

void add_run(Json& record, const RunInfo& run) {
  record["board_size"] = run.problem.board_size();
  record["problem"] = run.problem.description();
  if (!run.engine.empty()) record["engine"] = run.engine;
  if (!run.instruction_set.empty()) record["instruction_set"] = run.instruction_set;
  if (run.threads > 0) record["threads"] = run.threads;
  if (run.seconds > 0) record["seconds"] = run.seconds;
  record["decomposition"] = run.decomposition;
  record["depth"] = run.depth;
  record["plan_id"] = run.plan_id;
  record["tasks"] = run.tasks;
}

}  // namespace nqueens::cli
