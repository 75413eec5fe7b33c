// nqueens bench: the self-check, a summary and a signature; the scaling over threads; and the
// algorithms of solve.
#include <map>
#include <set>

#include "bench/algorithm_comparison.hpp"
#include "bench/scaling.hpp"
#include "bench/self_check.hpp"
#include "cli/commands/commands.hpp"
#include "nqueens/info.hpp"

namespace nqueens::cli {

namespace {

struct BenchArguments : CommonOptions {
  std::optional<std::string> measurement;
  ResultOptions result;
  bool details = false;
  std::optional<int> runs;
  bench::ScalingOptions options;  ///< all measurements take the instruction set of these
  std::vector<std::string> algorithms;
  SolveOptions solving{.seed = 1};
  double give_up = 10;
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
  options.repetitions = arguments.runs.value_or(options.repetitions);
  if (options.words.size() == 1 && looks_like_number(options.words[0])) {
    refuse("'{0}' is a size, not a command; write -- count {0}, or --size SIZE", options.words[0]);
  }
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

constexpr std::string_view kAlgorithmRow = "{:<13}  {:>10}  {:>12}  {:>9}  {:<22}  {:>11}  {:>8}\n";

std::string line(const bench::AlgorithmRow& row) {
  const auto time = [](const std::optional<double>& seconds) {
    return seconds ? format_duration(*seconds) : "-";
  };
  const auto number = [](const bench::Median& median) {
    return median.value ? fmt::format("{:.0f}", *median.value) : "-";
  };
  return fmt::format(kAlgorithmRow, row.algorithm, row.board_size,
                     fmt::format("{} of {}", row.solved, row.runs), time(row.seconds.value),
                     fmt::format("{} to {}", time(row.seconds.low), time(row.seconds.high)),
                     number(row.moves), number(row.restarts));
}

/// Those that are asked for, else all that are practical on the board and take the options.
std::vector<std::string> algorithms_for(std::uint64_t size, const BenchArguments& arguments) {
  if (size == 2 || size == 3) refuse("a board of {} has no solution; take another size", size);
  std::vector<std::string> names;
  for (const std::string& name : arguments.algorithms) {
    if (std::ranges::find(names, name) != names.end())
      refuse("--algorithm {} is given twice", name);
    names.push_back(name);
  }
  if (!names.empty()) return names;
  for (const AlgorithmInfo& one : algorithms()) {
    if ((one.practical_size == 0 || size <= one.practical_size) &&
        (arguments.solving.max_starts == 0 || one.has_starts) &&
        (arguments.solving.max_moves == 0 || one.takes_max_moves)) {
      names.push_back(one.name);
    }
  }
  return names;
}

/// Algorithms take turns, so that a slow phase of the machine slows all of them.
void run_algorithms(BenchArguments& arguments, Session& session) {
  SolveOptions& options = arguments.solving;
  options.instruction_set = arguments.options.instruction_set;
  const int most = arguments.runs.value_or(11);
  std::vector<std::uint64_t> sizes;
  for (const std::string& size : arguments.options.words) {
    sizes.push_back(parse_whole(size, "board size", 1, kMaxPlacementSize));
  }
  if (sizes.empty()) refuse("board size is missing; for example: nqueens bench algorithms 1000");
  for (const std::uint64_t size : sizes) algorithms_for(size, arguments);
  begin_object(session, "bench algorithms");
  CsvTable table(arguments.result, session);
  const bool prints_table = !session.common.json && !table.is_wanted();
  session.stopped.how_far = "no run done";
  const StoppableRun stoppable(session, kRunAgain, options);
  std::vector<bench::AlgorithmRun> runs;
  std::vector<bench::AlgorithmRow> rows;
  const auto run = [&](std::uint64_t size, const std::string& algorithm, int number) {
    SolveOptions own = options;
    own.algorithm = algorithm;
    *own.seed += static_cast<std::uint64_t>(number);
    try {
      return bench::run_algorithm(size, own, arguments.give_up);
    } catch (Error& error) {
      error.so_far = {{"rows", rows}, {"runs", runs}};
      throw;
    }
  };
  // What a process does only once is not measured.
  for (const std::string& name : algorithms_for(8, arguments)) run(8, name, 0);
  for (const std::uint64_t size : sizes) {
    const std::vector<std::string> names = algorithms_for(size, arguments);
    std::map<std::string, std::vector<bench::AlgorithmRun>> runs_of;
    for (int number = 0; number < most; ++number) {
      for (const std::string& name : names) {
        runs.push_back(run(size, name, number));
        runs_of[name].push_back(runs.back());
        table.add({runs.back()});
        const std::string done = plural(runs.size(), "run") + " done";
        session.stopped.how_far = done;
        session.messages.show_progress({done, fmt::format("{} queens", size), name});
      }
    }
    if (rows.empty() && prints_table && !session.common.quiet) {
      session.output.write(session.output.paint().heading(
          fmt::format(kAlgorithmRow, "algorithm", "N", "solved", "time",
                      most < 6 ? "least to greatest" : "95 % interval", "moves", "restarts")));
    }
    for (const std::string& name : names) {
      rows.push_back(bench::summary_of(runs_of[name]));
      if (prints_table) session.output.write(line(rows.back()));
    }
    session.output.flush();
  }
  table.end();
  if (session.common.json) print_object(session, {{"rows", rows}, {"runs", runs}});
}

constexpr const char* kMeasurement = "measurement";
constexpr const char* kScaling = "measurement=scaling";
constexpr const char* kAlgorithms = "measurement=algorithms";

std::vector<Option> options_of(BenchArguments& to) {
  std::vector<Option> options = {
      {.name = kMeasurement,
       .to = &to.measurement,
       .help = "compare numbers of threads, or algorithms of solve; else the self-check",
       .words = {"scaling", "algorithms"}},
      {.name = "command line",
       .to = &to.options.words,
       .help = "board sizes, or after -- what scaling measures; default: a count and a "
               "search; in a command QUEENS stands for a thread number's part of --queens, SHARD "
               "for its shard of the board, FILES for an empty folder",
       .value = "N|COMMAND"},
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
  for (Option& option : options) {
    if (option.is_argument()) continue;
    option.needs = kScaling;
    option.help = "with scaling: " + option.help;
  }
  std::vector<std::string> names;
  for (const AlgorithmInfo& one : algorithms()) names.push_back(one.name);
  std::vector<Option> of_algorithms = {
      {.name = "--algorithm",
       .to = &to.algorithms,
       .help = "only this one; may be given several times; default: all practical on the board",
       .words = names},
      {"--seed", &*to.solving.seed,
       "seed of the first run; the next have one more each; default: 1", "SEED"},
      {"--max-starts", &to.solving.max_starts, "give a run up after NUM starts", "NUM", 1},
      {"--max-moves", &to.solving.max_moves, "restart after NUM moves", "NUM", 1},
      {"--give-up", &to.give_up, "give a run up after this time; default: 10", "SECONDS"},
  };
  for (Option& option : of_algorithms) {
    option.needs = kAlgorithms;
    option.help = "with algorithms: " + option.help;
    options.push_back(std::move(option));
  }
  std::vector<Option> of_measurements = option::table(to.result);
  of_measurements.push_back(
      {"--runs", &to.runs, "runs of each row; default: 3, with algorithms 11", "NUM", 1, 1000});
  for (Option& option : of_measurements) {
    option.needs = kMeasurement;
    options.push_back(std::move(option));
  }
  options.push_back({.name = "--details",
                     .to = &to.details,
                     .help = "print a line for every board of the self-check",
                     .excludes = {kScaling, kAlgorithms}});
  options.push_back(option::instruction_set(to.options.instruction_set));
  return with_common(std::move(options), to, {"--json", "--quiet", "--color"});
}

void run(BenchArguments& arguments, Session& session) {
  if (arguments.measurement == "algorithms") return run_algorithms(arguments, session);
  return arguments.measurement ? run_scaling(arguments, session)
                               : run_self_check(arguments, session);
}

}  // namespace

Command bench_command() {
  return {
      "bench",
      "Check the program, measure speedups, compare algorithms",
      {{"nqueens bench", "check every engine and algorithm"},
       {"nqueens bench -q", "only the signature: a check sum of all results, the same everywhere"},
       {"nqueens bench --isa portable --details", "every board, by portable code alone"},
       {"nqueens bench scaling --threads 1,2 --pin cores --size 20", "speedup and efficiency"},
       {"nqueens bench scaling --runs 5 -- list 14 --output /dev/null", "of any command"},
       {"nqueens bench algorithms 100 1000 --runs 50", "times, moves and restarts"}},
      prepare(options_of, run)};
}

}  // namespace nqueens::cli
