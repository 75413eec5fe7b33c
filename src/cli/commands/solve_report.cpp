#include "cli/commands/solve_report.hpp"

#include <fmt/format.h>

#include "cli/terminal/text.hpp"
#include "run/memory.hpp"

namespace nqueens::cli {

std::string statistics_table(const SolveResult& result, const Paint& paint) {
  const SolveStatistics& did = result.statistics;
  const bool has_start =
      (did.initial_conflicts | did.probes | did.evaluations | did.moves | did.restarts) != 0;
  Table table({{"statistic"}, {"value", Align::right}});
  const auto add_count = [&](const std::string& name, std::uint64_t value) {
    table.add({name, fmt::to_string(value)});
  };
  const auto add_time = [&](const std::string& name, double seconds) {
    if (seconds > 0) table.add({name, fmt::format("{:.6f} s", seconds)});
  };
  if (has_start) {
    add_count("initial conflicts", did.initial_conflicts);
    add_count("squares tried by the start", did.probes);
    add_count("evaluations (moves tried)", did.evaluations);
    add_count("iterations (moves made)", did.moves);
    add_count("exchanges of four rows", did.exchanges);
    add_count("restarts", did.restarts);
  }
  if (did.nodes > 0) add_count("queens placed by the search", did.nodes);
  if (result.memory_bytes > 0) table.add({"memory", run::format_bytes(result.memory_bytes)});
  add_time("start", did.start_seconds);
  add_time("repair", did.repair_seconds);
  add_time("output", did.output_seconds);
  add_time("verification", did.verify_seconds);
  add_time("all", did.seconds);
  return table.format(paint);
}

void add_solve_result(Json& record, const SolveResult& result, bool with_statistics) {
  const SolveStatistics& did = result.statistics;
  record["given"] = result.given;
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
                          {"nodes", did.nodes},
                          {"start_seconds", did.start_seconds},
                          {"repair_seconds", did.repair_seconds},
                          {"output_seconds", did.output_seconds},
                          {"verify_seconds", did.verify_seconds}};
}

void write_with_columns(const std::function<void(std::string_view)>& write, const Json& record,
                        std::span<const Column> columns) {
  constexpr std::size_t kBlock = 1 << 16;
  std::string text = to_open_line(record) + ",\"columns\":[";
  bool first = true;
  for (const Column column : columns) {
    const fmt::format_int digits(column);
    if (!first) text += ',';
    text.append(digits.data(), digits.size());
    first = false;
    if (text.size() < kBlock) continue;
    write(text);
    text.clear();
  }
  write(text + "]}\n");
}

std::string solve_summary(const SolveResult& result, std::uint64_t queens, const Paint& paint) {
  const std::string given =
      result.given == 0 ? "" : fmt::format(", {} of them given,", result.given);
  return fmt::format("{}{} in {}, algorithm {} ({}), seed {}, {}, {}\n", plural(queens, "queen"),
                     given, format_duration(result.statistics.seconds), result.algorithm,
                     result.instruction_set, result.seed, plural(result.threads, "thread"),
                     result.verified ? paint.good("verified") : "not verified");
}

}  // namespace nqueens::cli
