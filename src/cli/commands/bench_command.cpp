// nqueens bench: the self-check, a table and a signature; and the scaling over threads.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/scaling.hpp"
#include "bench/self_check.hpp"
#include "cli/commands/commands.hpp"
#include "cli/commands/record.hpp"
#include "cli/options/shared_options.hpp"
#include "cli/options/values.hpp"
#include "cli/program.hpp"
#include "cli/terminal/text.hpp"
#include "nqueens/error.hpp"
#include "nqueens/placement.hpp"
#include "nqueens/problem.hpp"

namespace nqueens::cli {

namespace {

/// Rows are printed one by one as they come, so the columns have fixed widths.
constexpr std::string_view kCheckRow = "{:<26}  {:>9}  {:<44}  {:<12}  {:>9}  ";

std::string check_heading(const Paint& paint) {
  const std::string text =
      fmt::format(kCheckRow, "subject", "N", "outcome", "instructions", "seconds") + "verdict";
  return paint.heading(text) + "\n";
}

std::string line(const bench::SelfCheckRow& row, const Paint& paint) {
  const std::string text = fmt::format(kCheckRow, row.subject, row.board_size, row.outcome,
                                       row.instruction_set.empty() ? "-" : row.instruction_set,
                                       fmt::format("{:.3f}", row.seconds));
  return text + (row.correct ? paint.good("correct") : paint.bad("WRONG")) + "\n";
}

Json json_of(const bench::SelfCheckResult& result) {
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
  return record;
}

ExitCode run_self_check(const std::string& instruction_set, const CommonOptions& common,
                        Session& session) {
  const Paint& paint = session.output.paint();
  const bool rows_shown = !common.json && !common.quiet;
  std::size_t done = 0;
  session.stopped = {"no row done", "run it again for a signature"};
  bool headed = false;
  const auto on_row = [&](const bench::SelfCheckRow& row) {
    session.stopped.how_far = fmt::format("{} rows done", ++done);
    if (!rows_shown) return;
    if (!std::exchange(headed, true)) session.output.write(check_heading(paint));
    session.output.write(line(row, paint));
    session.output.flush();
  };
  const StopControl::Section section(session.stop, std::nullopt);
  const bench::SelfCheckResult result = bench::self_check(on_row, section.token(), instruction_set);
  if (common.json) {
    print_record(session, json_of(result));
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

struct ScalingArguments {
  std::optional<std::string> threads;  ///< "1,2,4"
  std::optional<std::string> pin;
  std::optional<int> size;
  std::optional<std::uint64_t> queens;
  std::optional<std::string> engine;
  std::optional<int> repetitions;
};

constexpr std::string_view kScalingRow =
    "{:<7}  {:<5}  {:<11}  {:>10}  {:<7}  {:>7}  {:>9}  {:>7}  {}";

std::vector<int> parse_thread_numbers(const std::string& text) {
  std::vector<int> numbers;
  for (const std::string& part : split(text, ',')) {
    numbers.push_back(static_cast<int>(parse_whole(part, "--threads", 1, kMaxThreads)));
  }
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

bench::ScalingOptions measured_options(const ScalingArguments& arguments,
                                       const std::string& instruction_set) {
  bench::ScalingOptions options;
  if (arguments.threads) options.threads = parse_thread_numbers(*arguments.threads);
  if (arguments.pin) options.pinnings = {parse_pinning(*arguments.pin)};
  if (arguments.size) options.board_size = *arguments.size;
  options.queens = arguments.queens;
  if (arguments.engine) options.engine = *arguments.engine;
  if (arguments.repetitions) options.repetitions = *arguments.repetitions;
  options.instruction_set = instruction_set;
  return options;
}

std::string scaling_heading(const Paint& paint) {
  return paint.heading(fmt::format(kScalingRow, "scaling", "work", "method", "N", "pinning",
                                   "threads", "seconds", "speedup", "efficiency")) +
         "\n";
}

std::string line(const bench::ScalingRow& row) {
  std::string efficiency = fmt::format("{:.1f} %", 100 * row.efficiency);
  if (row.threads_used != row.threads) efficiency += fmt::format(" (uses {})", row.threads_used);
  return fmt::format(kScalingRow, row.scaling, row.work, row.method, row.size,
                     to_string(row.pinning), row.threads, fmt::format("{:.4f}", row.median_seconds),
                     fmt::format("{:.2f}", row.speedup), efficiency) +
         "\n";
}

Json json_of(const bench::ScalingRow& row) {
  return {{"scaling", row.scaling},
          {"work", row.work},
          {"method", row.method},
          {"board_size", row.size},
          {"pinning", to_string(row.pinning)},
          {"threads", row.threads},
          {"threads_used", row.threads_used},
          {"work_units", row.work_units},
          {"seconds", row.seconds},
          {"median_seconds", row.median_seconds},
          {"speedup", row.speedup},
          {"efficiency", row.efficiency}};
}

ExitCode run_scaling(const ScalingArguments& arguments, const std::string& instruction_set,
                     const CommonOptions& common, Session& session) {
  bench::ScalingOptions options = measured_options(arguments, instruction_set);
  if (!options.threads.empty()) note_shared_processors(options.threads.back(), session);
  const StopControl::Section section(session.stop, std::nullopt);
  options.stop = section.token();
  std::size_t done = 0;
  session.stopped = {"no series done", "run it again, perhaps with a smaller --size"};
  const auto on_series = [&](const std::vector<bench::ScalingRow>& rows) {
    session.stopped.how_far = fmt::format("{} series done", ++done);
    if (common.json) return;
    if (done == 1 && !common.quiet) session.output.write(scaling_heading(session.output.paint()));
    for (const bench::ScalingRow& row : rows) session.output.write(line(row));
    session.output.flush();
  };
  const std::vector<bench::ScalingRow> rows = bench::measure_scaling(options, on_series);
  if (common.json) {
    Json record = begin_record("bench scaling");
    record["repetitions"] = options.repetitions;
    record["rows"] = Json::array();
    for (const bench::ScalingRow& row : rows) record["rows"].push_back(json_of(row));
    print_record(session, std::move(record));
  }
  return ExitCode::done;
}

std::vector<Option> scaling_options_of(ScalingArguments& to) {
  return {
      {.name = "--threads",
       .short_name = "-t",
       .to = &to.threads,
       .value = "NUM,...",
       .help = "with scaling: numbers of threads; default: powers of two up to the number of "
               "processors that this process may use, and that number"},
      {.name = "--pin",
       .to = &to.pin,
       .help = "with scaling: measure with this pinning only; default: none, then cores",
       .words = option::pin_words()},
      {.name = "--size",
       .to = &to.size,
       .value = "NUM",
       .help = "with scaling: board to count; default: one that takes all threads half a second or "
               "more; one thread may then take minutes",
       .min = 1,
       .max = kLargestComputedSize},
      {.name = "--queens",
       .to = &to.queens,
       .value = "NUM",
       .help = "with scaling: queens to place with the largest number of threads; default: 20 "
               "million for each thread, at most 1e9",
       .min = 1,
       .max = kMaxPlacementSize},
      {.name = "--engine",
       .to = &to.engine,
       .help = "with scaling: engine of the strong scaling of counts; default: auto, the fastest",
       .words = option::engine_words()},
      {.name = "--repetitions",
       .to = &to.repetitions,
       .value = "NUM",
       .help = "with scaling: take the median of so many runs; default: 3",
       .min = 1,
       .max = 1000},
  };
}

struct BenchArguments {
  std::optional<std::string> subject;
  ScalingArguments scaling;
  std::string instruction_set = "auto";
  CommonOptions common;
};

std::vector<Option> options_of(BenchArguments& to) {
  std::vector<Option> options = {
      {.name = "subject",
       .to = &to.subject,
       .help = "measure how counting and solving gain from threads, pinned and not, instead of the "
               "self-check of every engine and algorithm",
       .words = {"scaling"}},
  };
  for (Option& option : scaling_options_of(to.scaling)) {
    options.push_back(needing(std::move(option), "subject"));
  }
  for (Option& option : std::vector<Option>{
           option::instruction_set(to.instruction_set), option::json(to.common.json),
           option::quiet(to.common.quiet), option::colour(to.common.colour)}) {
    options.push_back(std::move(option));
  }
  return options;
}

ExitCode run(const BenchArguments& arguments, Session& session) {
  if (!arguments.subject)
    return run_self_check(arguments.instruction_set, arguments.common, session);
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
