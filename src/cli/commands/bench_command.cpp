// nqueens bench: the self-check, a summary and a signature; and the scaling over threads.
#include <set>

#include "bench/scaling.hpp"
#include "bench/self_check.hpp"
#include "cli/commands/commands.hpp"

namespace nqueens::cli {

namespace {

struct BenchArguments : CommonOptions {
  std::optional<std::string> measurement;
  ResultOptions result;
  bool details = false;
  bench::ScalingOptions options;  ///< of these the self-check takes the instruction set
};

/// Rows are printed one by one as they come, so the columns have fixed widths.
constexpr std::string_view kCheckRow = "{:<26}  {:>9}  {:<44}  {:<12}  {:>9}  ";

std::string line(const bench::SelfCheckRow& row, const Paint& paint) {
  const std::string text = fmt::format(kCheckRow, row.subject, row.board_size, row.outcome,
                                       row.instruction_set.empty() ? "-" : row.instruction_set,
                                       fmt::format("{:.3f}", row.seconds));
  return text + (row.correct ? paint.good("correct") : paint.bad("WRONG")) + "\n";
}

/// Sums up the rows of engines, or of algorithms, in a line of text.
std::string summary(const bench::SelfCheckResult& result, std::string_view kind,
                    const Paint& paint) {
  std::set<std::string> subjects;
  int boards = 0;
  int wrong = 0;
  double seconds = 0;
  for (const bench::SelfCheckRow& row : result.rows) {
    if (!row.subject.starts_with(kind)) continue;
    subjects.insert(row.subject);
    ++boards;
    wrong += row.correct ? 0 : 1;
    seconds += row.seconds;
  }
  return fmt::format(
      "{}, {}, {}: {}\n", plural(subjects.size(), kind), plural(boards, "board"),
      format_duration(seconds),
      wrong == 0 ? paint.good("all correct") : paint.bad(fmt::format("{} WRONG", wrong)));
}

void run_self_check(BenchArguments& arguments, Session& session) {
  const Paint& paint = session.output.paint();
  const bool rows_shown = !session.common.json && !session.common.quiet;
  std::size_t done = 0;
  session.stopped.how_far = "no row done";
  bool headed = false;
  const auto on_row = [&](const bench::SelfCheckRow& row) {
    session.stopped.how_far = fmt::format("{} rows done", ++done);
    session.messages.show_progress({fmt::format("{} boards checked, {} last", done, row.subject)});
    if (!rows_shown || (!arguments.details && row.correct)) return;
    if (!std::exchange(headed, true)) {
      const std::string heading =
          fmt::format(kCheckRow, "subject", "N", "outcome", "instructions", "seconds");
      session.output.write(paint.heading(heading + "verdict") + "\n");
    }
    session.output.write(line(row, paint));
    session.output.flush();
  };
  const StoppableRun stoppable(session, "run it again for a signature", arguments.options);
  const bench::SelfCheckResult result =
      bench::self_check(on_row, stoppable.token(), arguments.options.instruction_set);
  print_result(session, fields(result),
               summary(result, "engine", paint) + summary(result, "algorithm", paint) +
                   fmt::format("signature {}\n", result.signature),
               result.signature + "\n");
  if (!result.correct) {
    throw NegativeAnswer("self-check failed: " + result.signature + "; see the rows marked WRONG");
  }
}

constexpr std::string_view kScalingRow =
    "{:<7}  {:<7}  {:<11}  {:>10}  {:<7}  {:>7}  {:>5}  {:>9}  {:>14}  {}";

std::vector<int> parse_thread_numbers(const std::string& text) {
  std::set<int> numbers;
  for (const std::string& part : split(text, ',')) {
    numbers.insert(static_cast<int>(parse_whole(part, "--threads", 1, kMaxThreads)));
  }
  return {numbers.begin(), numbers.end()};
}

std::string line(const bench::ScalingRow& row) {
  std::string efficiency = fmt::format("{:.1f} %", 100 * row.efficiency);
  if (row.threads_used != row.threads) efficiency += fmt::format(" (uses {})", row.threads_used);
  return fmt::format(kScalingRow, row.scaling, row.command, row.method, row.size,
                     to_string(row.pinning), row.threads, fmt::format("{:.3g}x", row.work),
                     fmt::format("{:.4f}", row.median_seconds), fmt::format("{:.2f}", row.speedup),
                     efficiency) +
         "\n";
}

void run_scaling(BenchArguments& arguments, Session& session) {
  bench::ScalingOptions& options = arguments.options;
  begin_object(session, "bench scaling");
  CsvTable table(arguments.result, session);
  session.stopped.how_far = "no series done";
  const StoppableRun stoppable(session, "run it again, perhaps with a smaller --size", options);
  std::size_t done = 0;
  std::string headed;
  const auto on_series = [&](const std::vector<bench::ScalingRow>& rows) {
    session.stopped.how_far = fmt::format("{} series done", ++done);
    table.add({rows.begin(), rows.end()});
    if (session.common.json || table.is_wanted()) return;
    if (rows.front().scaling != headed && !session.common.quiet) {
      headed = rows.front().scaling;
      const std::string heading = fmt::format(
          kScalingRow, "scaling", "command", "method", "N", "pinning", "threads", "work", "seconds",
          headed == "weak" ? "scaled speedup" : "speedup", "efficiency");
      session.output.write(session.output.paint().heading(heading) + "\n");
    }
    for (const bench::ScalingRow& row : rows) session.output.write(line(row));
    session.output.flush();
  };
  const std::vector<bench::ScalingRow> rows = bench::measure_scaling(options, on_series);
  table.end();
  if (session.common.json) {
    print_object(session, {{"repetitions", options.repetitions}, {"rows", rows}});
  }
}

constexpr const char* kMeasurement = "measurement";

std::vector<Option> options_of(BenchArguments& to) {
  std::vector<Option> options = {
      {.name = kMeasurement,
       .to = &to.measurement,
       .help = "measure the speedup by threads, not the self-check",
       .words = {"scaling"}},
      {.name = "command line",
       .to = &to.options.words,
       .help = "with scaling: measure this command, after --; else a count and a search; in it "
               "QUEENS stands for a thread number's part of --queens, SHARD for its shard of the "
               "board, FILES for an empty folder",
       .value = "COMMAND"},
      {"--runs", &to.options.repetitions, "runs of each measurement; default: 3", "NUM", 1, 1000},
      {.name = "--threads",
       .to = [&to](const std::string& text) { to.options.threads = parse_thread_numbers(text); },
       .help = "numbers of threads; default: powers of two, and all processors",
       .value = "NUM,...",
       .short_name = "-t"},
      {.name = "--pin",
       .to = [&to](const std::string& word) { to.options.pinnings = {parse_pinning(word)}; },
       .help = "this pinning only; default: none, then cores",
       .words = option::pin_words()},
      {"--size", &to.options.board_size,
       "board to count; default: one that takes all threads half a second", "NUM", 1,
       kLargestComputedSize},
      {"--queens", &to.options.queens, "queens to place; default: 20 million a thread, at most 1e9",
       "NUM", 1, kMaxPlacementSize},
      option::engine(to.options.engine),
  };
  for (Option& option : option::table(to.result)) options.push_back(std::move(option));
  for (Option& option : options) {
    if (option.is_argument()) continue;
    option.needs = kMeasurement;
    option.help = "with scaling: " + option.help;
  }
  options.push_back({.name = "--details",
                     .to = &to.details,
                     .help = "print a line for every board of the self-check",
                     .excludes = {kMeasurement}});
  options.push_back(option::instruction_set(to.options.instruction_set));
  return with_common(std::move(options), to, {"--json", "--quiet", "--color"});
}

void run(BenchArguments& arguments, Session& session) {
  return arguments.measurement ? run_scaling(arguments, session)
                               : run_self_check(arguments, session);
}

}  // namespace

Command bench_command() {
  return {
      "bench",
      "Check the program, or measure how threads speed it up",
      {{"nqueens bench", "check every engine and algorithm"},
       {"nqueens bench -q", "only the signature: a check sum of all results, the same everywhere"},
       {"nqueens bench --isa portable --details", "every board, by portable code alone"},
       {"nqueens bench scaling --threads 1,2 --pin cores --size 20", "speedup and efficiency"},
       {"nqueens bench scaling --runs 5 -- list 14 --output /dev/null", "of any command"}},
      prepare(options_of, run)};
}

}  // namespace nqueens::cli
