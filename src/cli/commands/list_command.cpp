// nqueens list: every solution of a board, streamed in lexicographic order.
#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <stop_token>
#include <utility>

#include "cli/commands/commands.hpp"
#include "cli/commands/list_found.hpp"
#include "cli/common_options.hpp"
#include "cli/list_format.hpp"
#include "cli/numbers.hpp"
#include "cli/program.hpp"
#include "cli/record.hpp"
#include "cli/text.hpp"
#include "nqueens/collect.hpp"
#include "nqueens/error.hpp"
#include "nqueens/info.hpp"
#include "nqueens/list.hpp"
#include "nqueens/problem.hpp"
#include "run/reporter.hpp"

namespace nqueens::cli {

namespace {

/// How often it is looked at whether somebody still reads, and the progress line is rewritten.
constexpr std::chrono::milliseconds kInterval{100};
/// Seconds without a progress line.
constexpr double kShownAfter = 0.8;

struct ListArguments {
  std::string board;
  bool unique = false;
  std::optional<std::uint64_t> limit;
  std::string format = list_format_names().front();
  std::optional<std::string> by;
  std::optional<std::uint64_t> restarts;
  CommonOptions common;
};

void declare_options(CLI::App& app, ListArguments& arguments) {
  OptionAdder add(app);
  add.argument(arguments.board, "N", fmt::format("board size, 0 to {}", kMaxCountSize));
  add.flag("--unique", arguments.unique,
           "one solution of each orbit of rotations and reflections: the first of them");
  add.whole("--limit", arguments.limit, "limit", 1, UINT64_MAX, "K",
            "stop after so many solutions");
  add.choice("--format", arguments.format, "format", list_format_names(),
             "a line of column numbers for each solution (the default), the same with commas, "
             "drawings with a blank line between them, or one JSON object");
  std::vector<std::string> names;
  for (const SolverInfo& solver : solvers()) {
    if (solver.is_random) names.push_back(solver.name);
  }
  add.choice("--by", arguments.by, "algorithm", names,
             "list only what random starts of this algorithm of nqueens solve find, each solution "
             "once");
  add.whole("--restarts", arguments.restarts, "restarts", 1, UINT64_MAX, "K",
            fmt::format("with --by: so many starts; default: {}", CollectOptions().starts));
  add_threads(add, arguments.common);
  add_seed(add, arguments.common);
  add_json(add, arguments.common);
  add_quiet(add, arguments.common);
  add_no_progress(add, arguments.common);
  add_colour(add, arguments.common);
  add_time_limit(add, arguments.common);
}

class Listing {
 public:
  Listing(const ListArguments& arguments, Session& session)
      : arguments_(arguments),
        session_(session),
        size_(static_cast<int>(parse_whole(arguments.board, "board size", 0, kMaxCountSize))),
        format_(parse_list_format(arguments.common.json ? "json" : arguments.format)),
        watches_progress_(!arguments.common.no_progress && !arguments.common.quiet &&
                          session.messages.can_show_progress() && !session.output.is_terminal()) {
    if (arguments.common.json && arguments.format != list_format_names().front() &&
        arguments.format != "json") {
      throw InvalidArgument(
          fmt::format("options exclude each other: --json --format {}; give one "
                      "of them",
                      arguments.format));
    }
    if (arguments.by && arguments.limit) {
      throw InvalidArgument("options exclude each other: --by --limit; give one of them");
    }
    for (const auto& [given, name] : {std::pair(arguments.restarts.has_value(), "--restarts"),
                                      std::pair(arguments.common.seed.has_value(), "--seed")}) {
      if (!given || arguments.by) continue;
      throw InvalidArgument(fmt::format("algorithm is missing: {}; give --by ALGORITHM too", name));
    }
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
    // A list may be long without a solution, and nothing but a write would tell that nobody reads.
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

}  // namespace

Command list_command() {
  return {"list",
          "List every solution of a board, in lexicographic order",
          {
              {"nqueens list 8", "the 92 solutions, a line of column numbers each"},
              {"nqueens list 8 --unique --format board", "drawings of the 12 fundamental ones"},
              {"nqueens list 14 --format csv > queens-14.csv", "365,596 lines"},
              {"nqueens list 20 --limit 1000", "the first thousand"},
              {"nqueens list 8 --by steepest --restarts 600", "what 600 random starts find"},
          },
          [](CLI::App& app) -> Action {
            const auto arguments = std::make_shared<ListArguments>();
            declare_options(app, *arguments);
            return [arguments](Session& session) {
              apply(arguments->common, session);
              return Listing(*arguments, session).run();
            };
          }};
}

}  // namespace nqueens::cli
