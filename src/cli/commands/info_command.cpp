// nqueens info: what is built in and what this machine has.
#include "cli/commands/commands.hpp"
#include "nqueens/info.hpp"
#include "run/machine.hpp"

namespace nqueens::cli {

namespace {

/// Of an engine or an algorithm: what it is, and what more there is to say.
template <typename Info>
std::string entry(const Info& info, const std::string& more) {
  return fmt::format("  {:<17} {}\n  {:<17} instruction set{} {}{}\n", info.name, info.summary, "",
                     info.instruction_sets.size() == 1 ? "" : "s",
                     join(info.instruction_sets, ", "), more);
}

std::string text(const Paint& paint) {
  std::string result = paint.heading("Engines of nqueens count, slowest first") + "\n";
  for (const EngineInfo& engine : engines()) {
    result += entry(engine, "; cut into " + engine.decomposition);
  }
  result += fmt::format("\n{}\n", paint.heading("Algorithms of nqueens solve"));
  for (const AlgorithmInfo& solver : algorithms()) {
    const auto size = solver.practical_size;
    result +=
        entry(solver, size == 0 ? "" : fmt::format("; practical up to about {} queens", size));
  }
  return fmt::format("{}\n{}\n{}\n{}\n{}", result, paint.heading("Machine"),
                     text_of(fields(run::machine())), paint.heading("Build"),
                     text_of(fields(run::build())));
}

Fields members() {
  Value::List counting;
  for (const EngineInfo& engine : engines()) counting.emplace_back(fields(engine));
  Value::List solving;
  for (const AlgorithmInfo& solver : algorithms()) solving.emplace_back(fields(solver));
  return {{"engines", std::move(counting)},
          {"algorithms", std::move(solving)},
          {"host", fields(run::machine())},
          {"build", fields(run::build())}};
}

std::vector<Option> options_of(CommonOptions& to) {
  return with_common({}, to, {"--json", "--color"});
}

void run(const CommonOptions&, Session& session) {
  print_result(session, members(), text(session.output.paint()), "");
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
