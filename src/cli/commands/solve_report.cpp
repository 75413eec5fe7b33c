#include "cli/commands/solve_report.hpp"

#include <fmt/format.h>

#include "cli/table.hpp"
#include "run/memory.hpp"

namespace nqueens::cli {

std::string statistics_table(const SolveResult& result, const Paint& paint) {
  const SolveStatistics& did = result.statistics;
  Table table({{"statistic"}, {"value", Align::right}});
  const auto add_count = [&](const std::string& name, std::uint64_t value) {
    table.add({name, fmt::to_string(value)});
  };
  const auto add_time = [&](const std::string& name, double seconds) {
    table.add({name, fmt::format("{:.6f} s", seconds)});
  };
  add_count("initial conflicts", did.initial_conflicts);
  add_count("squares tried by the start", did.probes);
  add_count("evaluations (moves priced)", did.evaluations);
  add_count("iterations (moves made)", did.moves);
  add_count("exchanges of four rows", did.exchanges);
  add_count("restarts", did.restarts);
  table.add({"memory", run::format_bytes(result.memory_bytes)});
  add_time("start", did.start_seconds);
  add_time("repair", did.repair_seconds);
  add_time("verification", did.verify_seconds);
  add_time("all", did.seconds);
  return table.format(paint);
}

void add_solution(Json& record, const SolveResult& result, bool with_statistics) {
  const SolveStatistics& did = result.statistics;
  record["board_size"] = result.placement.size();
  record["algorithm"] = result.algorithm;
  record["instruction_set"] = result.instruction_set;
  record["threads"] = result.threads;
  // A string: 64 bits do not survive readers that hold numbers as doubles.
  record["seed"] = fmt::to_string(result.seed);
  record["seconds"] = did.seconds;
  record["verified"] = result.verified;
  record["memory_bytes"] = result.memory_bytes;
  if (!with_statistics) return;
  record["statistics"] = {{"initial_conflicts", did.initial_conflicts},
                          {"probes", did.probes},
                          {"evaluations", did.evaluations},
                          {"moves", did.moves},
                          {"exchanges", did.exchanges},
                          {"restarts", did.restarts},
                          {"start_seconds", did.start_seconds},
                          {"repair_seconds", did.repair_seconds},
                          {"verify_seconds", did.verify_seconds}};
}

void write_with_columns(Output& output, const Json& record, std::span<const Column> columns) {
  std::string head = to_line(record);
  head.erase(head.rfind('}'));
  output.write(head + ",\"columns\":[");
  bool first = true;
  for (const Column column : columns) {
    const fmt::format_int digits(column);
    if (!first) output.write(",");
    output.write(std::string_view(digits.data(), digits.size()));
    first = false;
  }
  output.write("]}\n");
}

}  // namespace nqueens::cli
