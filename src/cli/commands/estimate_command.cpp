// nqueens estimate: about how many solutions, for boards that take too long to count.
#include <cmath>

#include "cli/commands/commands.hpp"
#include "nqueens/estimate.hpp"

namespace nqueens::cli {

namespace {

/// Parses "0.01" or "1%".
double parse_error(const std::string& text) {
  const bool is_percent = text.ends_with('%');
  const auto value = base::parse_decimal<double>(text.substr(0, text.size() - is_percent));
  const double part = value.value_or(0) / (is_percent ? 100 : 1);
  if (part > 0 && part < 1) return part;
  refuse("--error must be a part of the whole, above 0 and below 1, such as 0.01 or 1%, not '{}'",
         text);
}

struct EstimateArguments : CommonOptions {
  ProblemArguments problem;
  ResultOptions result;
  EstimateOptions options;
};

std::vector<Option> options_of(EstimateArguments& to) {
  const std::vector<Option> table = option::table(to.result);
  return option::with_restrictions(
      with_common(
          {
              option::board(to.problem, "board size, 0 to 64 (small: counted exactly)"),
              table.front(),
              table.back(),
              {.name = "--time",
               .to = &to.options.time_limit,
               .help =
                   "draw samples for this time; ends then even if --error is not reached; fails "
                   "with fewer than 10 samples; default: 10 seconds, or no limit with --error "
                   "or --samples",
               .value = "SECONDS",
               .former_name = "--time-limit"},
              {"--error", [&to](const std::string& text) { to.options.error = parse_error(text); },
               "end when the relative error is at most this; as in 0.01 or 1%", "PART"},
              {"--samples", &to.options.samples,
               fmt::format("end after NUM samples, {} or more", kMinSamples), "NUM", kMinSamples},
              option::threads(to.options.threads),
              option::pin(to.options.pinning),
              option::seed(to.options.seed, "the same estimate where --samples is given"),
          },
          to, {"--json", "--quiet", "--no-progress", "--color"}),
      to.problem);
}

/// Writes "352" or "2.563e18" with `digits` significant ones; whole numbers below a million whole.
std::string format_number(double value, int digits) {
  const bool is_written = value == std::floor(value) && value < 1e6;
  return is_written ? fmt::format("{:.0f}", value) : to_digits(value, digits);
}

/// Returns two more than the digits that are sure.
int digits_of(double error) {
  constexpr int kMaxDigits = 15;
  return error > 0 ? std::clamp(2 - static_cast<int>(std::floor(std::log10(error))), 2, kMaxDigits)
                   : kMaxDigits;
}

/// Writes "about 2.563e18, between 2.551e18 and 2.575e18 (95 %)".
std::string value_text(double value, const Interval& interval) {
  const int digits = digits_of((interval.high - interval.low) / (2 * value));
  return fmt::format("about {}, between {} and {} (95 %)", format_number(value, digits),
                     format_number(interval.low, digits), format_number(interval.high, digits));
}

std::string estimate_text(const Estimate& estimate, const std::string& title) {
  if (estimate.is_exact) return fmt::format("{} = {:.0f}\n", title, estimate.value);
  if (!estimate.interval) {
    return fmt::format(
        "{}: no solution met by {} of {} partial placements, which does not mean "
        "that there is none\n",
        title, plural(estimate.samples, "sample"), estimate.population);
  }
  return fmt::format("{} is {}\n", title, value_text(estimate.value, *estimate.interval));
}

std::string summary(const Estimate& estimate) {
  std::string text = format_duration(estimate.seconds) + ", ";
  if (estimate.is_exact) {
    text += "counted exactly";
  } else {
    text += fmt::format("{} of {} partial placements, seed {}", plural(estimate.samples, "sample"),
                        estimate.population, estimate.seed);
    if (estimate.interval) text += fmt::format(", error {:.2g} %", 100 * estimate.error());
  }
  return text + ", " + plural(estimate.threads, "thread");
}

/// Keeps how far the run is for an early end, and shows it on a terminal.
void watch_progress(EstimateOptions& options, Session& session, const std::string& title) {
  session.stopped.how_far = title + ", no samples yet";
  options.on_progress = [&session, title](const EstimateProgress& progress) {
    std::vector<std::string> parts = {title, plural(progress.samples, "sample")};
    if (progress.interval) parts.push_back(value_text(progress.value, *progress.interval));
    session.stopped.how_far = join(parts, ", ");
    parts.push_back(format_duration(progress.seconds));
    session.messages.show_progress(parts);
  };
}

void run(EstimateArguments& arguments, Session& session) {
  EstimateOptions& options = arguments.options;
  // This limits the reading of the board; the estimate ends by itself.
  if (arguments.problem.has_restrictions()) session.stop.limit(options.time_limit);
  const Board board = make_board(arguments.problem);
  session.stop.limit({});
  const std::string name = title(board);
  session.object = session.object + fields(board);
  CsvTable table(arguments.result, session);
  const StoppableRun stoppable(session, kRunAgain, options);
  watch_progress(options, session, name);
  const Estimate result = estimate(board, options);
  Fields row = fields(result);
  // All rows have an interval, so that tables of different boards fit together.
  const Value end = result.is_exact ? Value(result.value) : Value();
  if (!result.interval) row.insert(row.begin() + 2, {{"low", end}, {"high", end}});
  table.add({fields(board) + row});
  table.end();
  if (session.common.json || !table.is_wanted()) {
    print_result(session, fields(result), estimate_text(result, name),
                 result.is_exact ? fmt::format("{:.0f}\n", result.value)
                                 : format_number(result.value, 6) + "\n");
  }
  session.note(summary(result));
  if (board.is_plain() && !result.is_exact && board.rows() <= kMaxCountSize) {
    session.note(
        fmt::format("nqueens count {} --dry-run forecasts how long counting takes", board.rows()));
  }
}

}  // namespace

Command estimate_command() {
  return {"estimate",
          "Estimate the number of solutions",
          {{"nqueens estimate 28", "about how many solutions of 28 queens, in ten seconds"},
           {"nqueens estimate 30 --error 0.1%", "until the error is a thousandth"},
           {"nqueens estimate 40 --time 60", "a board that nobody can count"},
           {"nqueens estimate 30 --place 0:3 --block 7:0", "one queen given, a1 blocked"}},
          prepare(options_of, run)};
}

}  // namespace nqueens::cli
