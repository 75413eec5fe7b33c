// nqueens info: what is built in and what this machine has.
#include <fmt/format.h>

#include "cli/commands/commands.hpp"
#include "cli/commands/record.hpp"
#include "cli/options/shared_options.hpp"
#include "cli/terminal/text.hpp"
#include "nqueens/info.hpp"
#include "run/memory.hpp"

namespace nqueens::cli {

namespace {

/// "L2 unified, 2 of 1.0 MiB"
std::string describe(const CacheInfo& cache) {
  return fmt::format("L{} {}, {} of {}", cache.level, cache.kind, cache.count,
                     run::format_bytes(cache.bytes));
}

std::string quota(const MachineInfo& here) {
  return here.cpu_quota > 0 ? fmt::format(", time of {:g} by the control group", here.cpu_quota)
                            : "";
}

std::string machine_text(const MachineInfo& here, const Paint& paint) {
  std::string text = paint.heading("Machine") + "\n";
  const auto row = [&](std::string_view name, const std::string& value) {
    text += fmt::format("  {:<17} {}\n", name, value);
  };
  row("processor", here.processor.empty() ? "unnamed" : here.processor);
  row("packages", fmt::to_string(here.packages));
  row("cores", fmt::to_string(here.cores));
  row("processors",
      fmt::format("{}, {} usable{}", here.processors, here.usable_processors, quota(here)));
  row("NUMA nodes", fmt::to_string(here.numa_nodes));
  std::string_view name = "caches";
  for (const CacheInfo& cache : here.caches) {
    row(name, describe(cache));
    name = "";
  }
  row("memory", fmt::format("{}, {} available", run::format_bytes(here.memory_bytes),
                            run::format_bytes(here.available_memory_bytes)));
  row("instruction sets", join(here.instruction_sets, ", "));
  return text;
}

std::string build_text(const BuildInfo& built, const Paint& paint) {
  std::string text = paint.heading("Build") + "\n";
  text += fmt::format("  {:<17} {}\n", "version", built.version);
  text += fmt::format("  {:<17} {}\n", "compiler", built.compiler);
  text += fmt::format("  {:<17} {}\n", "build type", built.build_type);
  text += fmt::format("  {:<17} {}\n", "libraries", join(built.libraries, ", "));
  return text;
}

std::string text(const Paint& paint) {
  std::string result = paint.heading("Engines of nqueens count, slowest first") + "\n";
  for (const EngineInfo& engine : engines()) {
    result += fmt::format("  {:<17} {}\n", engine.name, engine.summary);
    result += fmt::format("  {:<17} instruction set{} {}; cut into {}\n", "",
                          engine.instruction_sets.size() == 1 ? "" : "s",
                          join(engine.instruction_sets, ", "), engine.decomposition);
  }
  result += fmt::format("\n{}\n", paint.heading("Algorithms of nqueens solve"));
  for (const SolverInfo& solver : solvers()) {
    result += fmt::format("  {:<17} {}\n", solver.name, solver.summary);
    result += fmt::format(
        "  {:<17} instruction set{} {}{}\n", "", solver.instruction_sets.size() == 1 ? "" : "s",
        join(solver.instruction_sets, ", "),
        solver.practical_size == 0
            ? ""
            : fmt::format("; practical up to about {} queens", solver.practical_size));
  }
  return fmt::format("{}\n{}\n{}", result, machine_text(machine(), paint),
                     build_text(build(), paint));
}

Json record() {
  Json record = begin_record("info");
  record["engines"] = Json::array();
  for (const EngineInfo& engine : engines()) {
    record["engines"].push_back({{"name", engine.name},
                                 {"summary", engine.summary},
                                 {"decompositions", {engine.decomposition}},
                                 {"instruction_set", engine.instruction_set},
                                 {"instruction_sets", engine.instruction_sets}});
  }
  record["algorithms"] = Json::array();
  for (const SolverInfo& solver : solvers()) {
    record["algorithms"].push_back(
        {{"name", solver.name},
         {"summary", solver.summary},
         {"instruction_sets", solver.instruction_sets},
         {"practical_size",
          solver.practical_size == 0 ? Json(nullptr) : Json(solver.practical_size)}});
  }
  add_provenance(record);
  const MachineInfo here = machine();
  Json& host = record["host"];
  host["packages"] = here.packages;
  host["cores"] = here.cores;
  host["cpu_quota"] = here.cpu_quota;
  host["numa_nodes"] = here.numa_nodes;
  host["available_memory_bytes"] = here.available_memory_bytes;
  host["instruction_sets"] = here.instruction_sets;
  host["caches"] = Json::array();
  for (const CacheInfo& cache : here.caches) {
    host["caches"].push_back({{"level", cache.level},
                              {"kind", cache.kind},
                              {"bytes", cache.bytes},
                              {"count", cache.count}});
  }
  return record;
}

struct InfoArguments {
  CommonOptions common;
};

std::vector<Option> options_of(InfoArguments& to) {
  return {option::json(to.common.json), option::colour(to.common.colour)};
}

ExitCode run(const InfoArguments& arguments, Session& session) {
  session.output.write(arguments.common.json ? to_line(record()) : text(session.output.paint()));
  return ExitCode::done;
}

}  // namespace

Command info_command() {
  return {"info",
          "Describe engines, algorithms, this machine and the build",
          {{"nqueens info", "what can be given to --engine, --isa and --algorithm"},
           {"nqueens info --json", "the same for scripts"}},
          prepare(options_of, run)};
}

}  // namespace nqueens::cli
