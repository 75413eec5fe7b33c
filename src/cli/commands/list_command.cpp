// nqueens list: every solution of a board, streamed in lexicographic order.
#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands/commands.hpp"
#include "cli/commands/list_format.hpp"
#include "cli/commands/record.hpp"
#include "cli/options/shared_options.hpp"
#include "cli/options/values.hpp"
#include "cli/program.hpp"
#include "cli/terminal/text.hpp"
#include "nqueens/collect.hpp"
#include "nqueens/error.hpp"
#include "nqueens/info.hpp"
#include "nqueens/known_values.hpp"
#include "nqueens/list.hpp"
#include "nqueens/problem.hpp"
#include "run/reporter.hpp"

namespace nqueens::cli {

namespace {

/// How often the command checks for a reader and rewrites the progress line.
constexpr std::chrono::milliseconds kInterval{100};
/// Seconds without a progress line.
constexpr double kShownAfter = 0.8;

struct ListArguments {
  int board_size = 0;
  bool unique = false;
  std::optional<std::uint64_t> limit;
  std::string format = list_format_names().front();
  std::optional<std::string> by;
  std::optional<std::uint64_t> restarts;
  CommonOptions common;
};

std::vector<Option> options_of(ListArguments& to) {
  std::vector<std::string> random_solvers;
  for (const SolverInfo& solver : solvers()) {
    if (solver.is_random) random_solvers.push_back(solver.name);
  }
  return {
      option::board_size(to.board_size),
      {.name = "--unique",
       .to = &to.unique,
       .help = "list one solution, the first, of each orbit of rotations and reflections"},
      {.name = "--limit",
       .to = &to.limit,
       .value = "NUM",
       .help = "stop after so many solutions",
       .min = 1},
      {.name = "--format",
       .to = &to.format,
       .help = "a line of column numbers for each solution (the default), the same with commas, "
               "drawings with a blank line between them, or one JSON object",
       .words = list_format_names()},
      {.name = "--by",
       .to = &to.by,
       .help =
           "list only what random starts of this algorithm of nqueens solve find, each solution "
           "once",
       .words = random_solvers,
       .excludes = {"--limit"}},
      {.name = "--restarts",
       .to = &to.restarts,
       .value = "NUM",
       .help = fmt::format("number of starts of --by; default: {}", CollectOptions().starts),
       .min = 1,
       .needs = {"--by"}},
      option::threads(to.common.threads),
      option::pin(to.common.pin),
      needing(option::seed(to.common.seed), {"--by"}),
      excluding(option::json(to.common.json), {"--format=csv", "--format=board"}),
      option::quiet(to.common.quiet),
      option::no_progress(to.common.no_progress),
      option::colour(to.common.colour),
      option::time_limit(to.common.time_limit),
  };
}

std::optional<WideCount> number_of_all(std::uint64_t board_size, bool unique) {
  const int size = static_cast<int>(board_size);
  return unique ? known_fundamental_solutions(size) : known_solutions(size);
}

std::string found_text(std::uint64_t board_size, const CollectResult& result, ListFormat format) {
  SolutionBlock block(static_cast<int>(board_size));
  for (const Placement& solution : result.solutions) {
    block.add(std::vector<std::uint8_t>(solution.begin(), solution.end()));
  }
  std::string text;
  render(format, block, text);
  if (!block.empty()) text.erase(0, separator(format).size());
  return text;
}

std::string found_record(std::uint64_t board_size, const CollectOptions& options,
                         const CollectResult& result) {
  Json record = begin_record("list");
  record["board_size"] = board_size;
  record["unique"] = options.unique;
  record["by"] = options.algorithm;
  record["solutions"] = Json::array();
  for (const Placement& solution : result.solutions) record["solutions"].push_back(solution);
  record["listed"] = fmt::to_string(result.solutions.size());
  const std::optional<WideCount> all = number_of_all(board_size, options.unique);
  record["of"] = all ? Json(to_string(*all)) : Json(nullptr);
  record["complete"] = all && *all == result.solutions.size();
  record["starts"] = result.starts;
  record["solved"] = result.solved;
  record["seed"] = fmt::to_string(result.seed);
  record["threads"] = result.threads;
  record["seconds"] = result.seconds;
  add_provenance(record);
  return to_line(record);
}

std::string found_summary(std::uint64_t board_size, const CollectOptions& options,
                          const CollectResult& result) {
  const std::optional<WideCount> all = number_of_all(board_size, options.unique);
  return fmt::format(
      "{} of the {}{}solutions of {} found by {}: {} of {} ended in one, seed {}, {}, {}",
      result.solutions.size(), all ? to_string(*all) + " " : "",
      options.unique ? "fundamental " : "", plural(board_size, "queen"), options.algorithm,
      result.solved, plural(result.starts, "start"), result.seed, format_duration(result.seconds),
      plural(static_cast<std::uint64_t>(result.threads), "thread"));
}

/// --by: lists the different solutions that a search finds, and tells how many of all they are.
ExitCode list_found(std::uint64_t board_size, const CollectOptions& options, ListFormat format,
                    Session& session) {
  const CollectResult result = collect(board_size, options);
  session.output.write(format == ListFormat::json ? found_record(board_size, options, result)
                                                  : found_text(board_size, result, format));
  session.output.flush();
  session.messages.note(found_summary(board_size, options, result));
  return ExitCode::done;
}

class Listing {
 public:
  Listing(const ListArguments& arguments, Session& session)
      : arguments_(arguments),
        session_(session),
        size_(arguments.board_size),
        format_(parse_list_format(arguments.common.json ? "json" : arguments.format)),
        watches_progress_(!arguments.common.no_progress && !arguments.common.quiet &&
                          session.messages.can_show_progress() && !session.output.is_terminal()) {
    options_.unique = arguments.unique;
    options_.limit = arguments.limit;
    options_.pinning = arguments.common.pinning();
  }

  ExitCode run() {
    options_.threads = choose_threads(arguments_.common, session_);
    const StopControl::Section section(session_.stop, arguments_.common.time_limit);
    const std::stop_callback pass_on(section.token(), [this] { stop_.request_stop(); });
    options_.stop = stop_.get_token();
    session_.stopped = {"no solution was listed yet", "run it again with more time"};
    if (arguments_.by) {
      return list_found(static_cast<std::uint64_t>(size_), collect_options(section.token()),
                        format_, session_);
    }
    const ListResult result = list_and_write();
    session_.messages.clear_progress();
    if (format_ == ListFormat::json) write(end_of_record(result));
    session_.messages.note(summary(result));
    return ExitCode::done;
  }

 private:
  CollectOptions collect_options(std::stop_token stop) const {
    CollectOptions options;
    options.algorithm = *arguments_.by;
    if (arguments_.restarts) options.starts = *arguments_.restarts;
    options.threads = options_.threads;
    options.pinning = options_.pinning;
    options.seed = arguments_.common.seed;
    options.unique = arguments_.unique;
    options.stop = std::move(stop);
    return options;
  }

  ListResult list_and_write() {
    if (format_ == ListFormat::json) write(begin_of_record());
    // A list may run long without a solution, and otherwise only a write would show that nobody
    // reads.
    const run::Reporter watch([this] { look(); }, kInterval);
    try {
      return list_text(
          size_,
          [this](const SolutionBlock& solutions, std::string& text) {
            render(format_, solutions, text);
          },
          [this](std::string_view text, std::uint64_t solutions) { take(text, solutions); },
          options_);
    } catch (const Stopped&) {
      if (is_unread_) throw ClosedPipe{};
      throw;
    }
  }

  void take(std::string_view text, std::uint64_t solutions) {
    if (listed_ == 0 && solutions > 0) text.remove_prefix(separator(format_).size());
    write(text);
    listed_ += solutions;
    session_.stopped.how_far =
        fmt::format("{} listed, the first ones", plural(listed_, "solution"));
  }

  void write(std::string_view text) { session_.output.write_while_read(text, options_.stop); }

  void look() {
    if (session_.output.reader_is_gone()) {
      is_unread_ = true;
      stop_.request_stop();
    }
    const double seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
    if (!watches_progress_ || seconds < kShownAfter) return;
    const auto listed = static_cast<double>(listed_);
    session_.messages.show_progress(fmt::format("{} queens: {}, {:.3g} million a second", size_,
                                                plural(listed_, "solution"),
                                                listed / seconds / 1e6));
  }

  std::string begin_of_record() const {
    Json record = begin_record("list");
    record["board_size"] = size_;
    record["unique"] = arguments_.unique;
    std::string text = to_line(record);
    text.erase(text.rfind('}'));
    return text + ",\"solutions\":[\n";
  }

  static std::string end_of_record(const ListResult& result) {
    Json record;
    record["listed"] = fmt::to_string(result.solutions);
    record["complete"] = result.complete;
    record["threads"] = result.threads;
    record["seconds"] = result.seconds;
    add_provenance(record);
    return "\n]," + to_line(record).substr(1);
  }

  std::string summary(const ListResult& result) const {
    return fmt::format(
        "{}{} of {} listed{}, {}, {}", result.complete ? "" : "the first ",
        plural(result.solutions, arguments_.unique ? "fundamental solution" : "solution"),
        plural(static_cast<std::uint64_t>(size_), "queen"), result.complete ? "" : " (--limit)",
        format_duration(result.seconds),
        plural(static_cast<std::uint64_t>(result.threads), "thread"));
  }

  using Clock = std::chrono::steady_clock;

  const ListArguments& arguments_;
  Session& session_;
  const int size_;
  const ListFormat format_;
  const bool watches_progress_;
  const Clock::time_point begin_ = Clock::now();
  ListOptions options_;
  std::stop_source stop_;
  std::atomic<bool> is_unread_{false};
  std::atomic<std::uint64_t> listed_{0};
};

ExitCode run(const ListArguments& arguments, Session& session) {
  return Listing(arguments, session).run();
}

}  // namespace

Command list_command() {
  return {"list",
          "List every solution of a board, in lexicographic order",
          {{"nqueens list 8", "the 92 solutions, a line of column numbers each"},
           {"nqueens list 8 --unique --format board", "drawings of the 12 fundamental ones"},
           {"nqueens list 14 --format csv > queens-14.csv", "365,596 lines"},
           {"nqueens list 20 --limit 1000", "the first thousand"},
           {"nqueens list 8 --by steepest --restarts 600", "what 600 random starts find"}},
          prepare(options_of, run)};
}

}  // namespace nqueens::cli
