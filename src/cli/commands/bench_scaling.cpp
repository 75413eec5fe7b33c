#include "cli/commands/bench_scaling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "bench/scaling.hpp"
#include "cli/commands/record.hpp"
#include "cli/options/values.hpp"
#include "cli/terminal/text.hpp"
#include "nqueens/error.hpp"
#include "nqueens/info.hpp"
#include "nqueens/placement.hpp"
#include "nqueens/problem.hpp"

namespace nqueens::cli {

namespace {

/// Series are printed one by one as they come, so the columns have fixed widths.
constexpr std::string_view kRow = "{:<7}  {:<5}  {:<11}  {:>10}  {:<7}  {:>7}  {:>9}  {:>7}  {}";

std::vector<int> parse_thread_numbers(const std::string& text) {
  std::vector<int> numbers;
  for (const std::string& part : split(text, ',')) {
    numbers.push_back(static_cast<int>(parse_whole(part, "--threads", 1, kMaxThreads)));
  }
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

bench::ScalingOptions options_of(const ScalingArguments& arguments,
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

std::string heading(const Paint& paint) {
  return paint.heading(fmt::format(kRow, "scaling", "work", "method", "N", "pinning", "threads",
                                   "seconds", "speedup", "efficiency")) +
         "\n";
}

std::string line(const bench::ScalingRow& row) {
  std::string efficiency = fmt::format("{:.1f} %", 100 * row.efficiency);
  if (row.threads_used != row.threads) efficiency += fmt::format(" (uses {})", row.threads_used);
  return fmt::format(kRow, row.scaling, row.work, row.method, row.size, to_string(row.pinning),
                     row.threads, fmt::format("{:.4f}", row.median_seconds),
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

}  // namespace

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
               "more, and so one thread of a large machine minutes",
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

ExitCode run_scaling(const ScalingArguments& arguments, const std::string& instruction_set,
                     const CommonOptions& common, Session& session) {
  bench::ScalingOptions options = options_of(arguments, instruction_set);
  const int processors = machine().usable_processors;
  if (!options.threads.empty() && options.threads.back() > processors) {
    session.messages.note(fmt::format("note: {} threads share {}", options.threads.back(),
                                      plural(static_cast<std::uint64_t>(processors), "processor")));
  }
  const Paint paint = paint_for(session.output.descriptor(), common.colour_choice());
  const StopControl::Section section(session.stop, std::nullopt);
  options.stop = section.token();
  std::size_t done = 0;
  session.stopped = {"no series done", "run it again, perhaps with a smaller --size"};
  const auto on_series = [&](const std::vector<bench::ScalingRow>& rows) {
    session.stopped.how_far = fmt::format("{} series done", ++done);
    if (common.json) return;
    if (done == 1 && !common.quiet) session.output.write(heading(paint));
    for (const bench::ScalingRow& row : rows) session.output.write(line(row));
    session.output.flush();
  };
  const std::vector<bench::ScalingRow> rows = bench::measure_scaling(options, on_series);
  if (common.json) {
    Json record = begin_record("bench scaling");
    record["repetitions"] = options.repetitions;
    record["rows"] = Json::array();
    for (const bench::ScalingRow& row : rows) record["rows"].push_back(json_of(row));
    add_provenance(record);
    session.output.write(to_line(record));
  }
  return ExitCode::done;
}

}  // namespace nqueens::cli
