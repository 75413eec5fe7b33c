#include "cli/commands/record.hpp"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <filesystem>

#include "cli/terminal/text.hpp"
#include "nqueens/error.hpp"
#include "nqueens/info.hpp"

namespace nqueens::cli {

Json begin_record(const std::string& command) {
  Json record;
  record["schema_version"] = kSchemaVersion;
  record["command"] = command;
  return record;
}

void add_provenance(Json& record) {
  utsname system{};
  ::uname(&system);
  const MachineInfo here = machine();
  Json& host = record["host"];
  host["name"] = system.nodename;
  host["system"] = std::string(system.sysname) + " " + system.release + " " + system.machine;
  host["processor"] = here.processor;
  host["processors"] = here.processors;
  host["usable_processors"] = here.usable_processors;
  host["memory_bytes"] = here.memory_bytes;
  const BuildInfo built = build();
  Json& made = record["build"];
  made["version"] = built.version;
  made["compiler"] = built.compiler;
  made["build_type"] = built.build_type;
  made["libraries"] = built.libraries;
}

std::string to_line(const Json& record) {
  return record.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string to_open_line(const Json& record) {
  std::string line = to_line(record);
  line.erase(line.rfind('}'));
  return line;
}

void print_record(Session& session, Json record) {
  add_provenance(record);
  session.output.write(to_line(record));
}

void require_json_name(const std::optional<std::string>& output) {
  const std::string suffix = std::filesystem::path(output.value_or("")).extension().string();
  if (suffix.empty() || suffix == ".json" || suffix == ".JSON") return;
  throw InvalidArgument(fmt::format("--json does not write {}: {}; use .json, or leave out --json",
                                    escape_controls(suffix), escape_controls(*output)));
}

void add_problem(Json& record, const Problem& problem) {
  if (problem.is_square()) {
    record["board_size"] = problem.board_size();
  } else {
    record["board_rows"] = problem.rows();
    record["board_columns"] = problem.columns();
  }
  if (problem.variant() != Variant::queens) {
    record["variant"] = to_string(problem.variant());
  }
  record["problem"] = problem.description();
}

void add_run(Json& record, const RunInfo& run) {
  add_problem(record, run.problem);
  if (!run.engine.empty()) record["engine"] = run.engine;
  if (!run.instruction_set.empty()) record["instruction_set"] = run.instruction_set;
  if (run.threads > 0) record["threads"] = run.threads;
  if (run.seconds > 0) record["seconds"] = run.seconds;
  record["decomposition"] = run.decomposition;
  record["depth"] = run.depth;
  record["plan_id"] = run.plan_id;
  record["tasks"] = run.tasks;
}

std::string kernels_text(const RunInfo& run) {
  return fmt::format("{} ({})", run.engine, run.instruction_set);
}

std::string engine_text(const RunInfo& run) {
  return fmt::format("{}, engine {}, {}", format_duration(run.seconds), kernels_text(run),
                     plural(run.threads, "thread"));
}

std::string cut_text(const RunInfo& run) {
  return fmt::format("{} at depth {}", run.decomposition, run.depth);
}

std::string damage_text(const DamagedLines& damaged) {
  return fmt::format("{} ({}) left out", plural(damaged.count, "damaged line"),
                     plural(damaged.bytes, "byte"));
}

std::string resumed_text(std::uint64_t tasks, const DamagedLines& damaged) {
  std::string text;
  if (tasks > 0) text += fmt::format(", {} of these found in the journal", tasks);
  if (damaged.count > 0) {
    text += fmt::format(", {} and their tasks counted again", damage_text(damaged));
  }
  return text;
}

bool agrees_with_published(WideCount value, const std::optional<WideCount>& published,
                           const std::string& sequence) {
  if (published && *published != value) {
    throw NegativeAnswer(fmt::format("count differs from {}: {}; published is {}", sequence,
                                     to_string(value), to_string(*published)));
  }
  return published.has_value();
}

std::string nothing_published(const std::string& sequence, int board_size) {
  return fmt::format("{} has no published value for N = {} to compare with", sequence, board_size);
}

void say_agreement(Session& session, const std::string& sequence) {
  session.messages.block(session.messages.paint().good("agrees with " + sequence) + "\n");
}

}  // namespace nqueens::cli
