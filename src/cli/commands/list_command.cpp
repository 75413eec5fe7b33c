// nqueens list: every solution of a problem, streamed in lexicographic order.
#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <stop_token>

#include "base/file.hpp"
#include "base/stopwatch.hpp"
#include "cli/commands/commands.hpp"
#include "cli/options/problem_arguments.hpp"
#include "cli/record.hpp"
#include "cli/terminal/text.hpp"
#include "nqueens/count.hpp"
#include "nqueens/info.hpp"
#include "nqueens/list.hpp"
#include "nqueens/solve.hpp"
#include "placements/npy.hpp"
#include "run/reporter.hpp"

namespace nqueens::cli {

namespace {

/// By hand: a list is written at the speed of this.
void add_numbers(std::span<const std::uint8_t> columns, char between, std::string& text) {
  static_assert(kMaxProblemSize <= 100, "two digits");
  for (const std::uint8_t& column : columns) {
    if (&column != &columns.front()) text += between;
    if (column >= 10) text += static_cast<char>('0' + column / 10);
    text += static_cast<char>('0' + column % 10);
  }
}

void add_board(std::span<const std::uint8_t> columns, std::size_t width, std::string& text) {
  for (const std::uint8_t column : columns) {
    const std::size_t line = text.size();
    text.append(width, '.');
    text[line + column] = 'Q';
    text += '\n';
  }
}

/// What stands before every solution of a format but the first of the list.
std::string_view separator(std::string_view format) {
  return format == "board" ? "\n" : format == "json" ? ",\n" : "";
}

/// Adds the solutions, each with the separator before it: lines of column numbers, drawings, rows
/// of an array of NumPy, or the elements of a JSON array.
void add_solutions(std::string_view format, const SolutionBlock& solutions, int columns,
                   std::string& text) {
  const auto rows = static_cast<std::size_t>(solutions.rows());
  const auto width = static_cast<std::size_t>(columns);
  const bool is_board = format == "board";
  const bool is_json = format == "json";
  const std::string_view before = separator(format);
  text.reserve(text.size() + solutions.size() * (is_board ? rows * (width + 1) + 1 : 3 * rows + 4));
  for (std::size_t i = 0; i < solutions.size(); ++i) {
    if (format == "npy") {
      text.append(solutions[i].begin(), solutions[i].end());
      continue;
    }
    text += before;
    if (is_board) {
      add_board(solutions[i], width, text);
      continue;
    }
    if (is_json) text += '[';
    add_numbers(solutions[i], is_json ? ',' : ' ', text);
    text += is_json ? ']' : '\n';
  }
}

/// How often the command checks for a reader and rewrites the progress line.
constexpr std::chrono::milliseconds kInterval{100};

struct ListArguments {
  ProblemArguments problem;
  ListOptions options;
  std::optional<std::string> format;
  std::optional<std::string> output;
  std::optional<std::string> by;
  CollectOptions collecting;  ///< by --by
  CommonOptions common;
};

std::vector<Option> options_of(ListArguments& to) {
  std::vector<std::string> random_solvers;
  for (const AlgorithmInfo& solver : algorithms()) {
    if (solver.is_random) random_solvers.push_back(solver.name);
  }
  std::vector<Option> own = {
      option::board(to.problem),
      {"--fundamental", &to.options.fundamental, "leave out rotations and reflections"},
      {"--limit", &to.options.limit, "stop after NUM solutions", "NUM", 1},
      {.name = "--format",
       .to = &to.format,
       .help =
           "format of the list; columns: a line of numbers each, board: drawings, npy: an array of "
           "NumPy; default: by the suffix of the file, else columns",
       .words = {"columns", "board", "npy"}},
      option::output(to.output, "write to this file; .txt, .npy or .json"),
      {.name = "--by",
       .to = &to.by,
       .help = "list what random starts of this algorithm find",
       .words = random_solvers,
       .excludes = {"--limit"}},
      {.name = "--starts",
       .to = &to.collecting.starts,
       .help = fmt::format("number of starts of --by; default: {}", CollectOptions().starts),
       .value = "NUM",
       .min = 1,
       .needs = "--by"},
      option::seed(to.collecting.seed, "the same list"),
  };
  own.back().needs = "--by";
  std::vector<Option> all = with_run(std::move(own), to.options, to.common);
  for (Option& option : all) {
    if (option.name == "--json") option.excludes = {"--format"};
  }
  return option::with_restrictions(std::move(all), to.problem);
}

/// "columns", "board", "json" or "npy".
std::string format_of(const ListArguments& arguments) {
  static const std::vector<std::string> formats = {"columns", "npy", "json"};
  const std::optional<std::string> json = "json";
  return choose_format(arguments.common.json ? json : arguments.format, arguments.output, formats);
}

/// Plain boards have bounds of their own.
Board board_of(const ListArguments& arguments) {
  const std::optional<std::string>& board = arguments.problem.board;
  const bool is_size = board && board->find('x') == std::string::npos;
  if (is_size && !arguments.problem.has_restrictions()) {
    parse_whole(*board, "board size", arguments.by ? 1 : 0, kMaxProblemSize);
  }
  return make_board(arguments.problem);
}

class Listing {
 public:
  Listing(ListArguments& arguments, Session& session)
      : arguments_(arguments),
        options_(arguments.options),
        session_(session),
        board_(board_of(arguments)),
        format_(format_of(arguments)),
        is_json_(format_ == "json"),
        shows_progress_(session.messages.shows_progress() &&
                        (arguments.output || !session.output.is_terminal())) {
    if (arguments.output) {
      require_writable(*arguments.output, 0);
      file_.emplace(*arguments.output);
    }
    if (format_ == "npy") {
      if (!file_ || !base::seekable_position(file_->descriptor())) {
        throw InvalidArgument(
            "an array tells its length first, so a list of this format needs a file; give --output "
            "FILE");
      }
      base::write_all(file_->descriptor(), file_->name(),
                      std::string(placements::kWrittenHeaderBytes, '\0'));
    }
    Fields members = fields(board_) + Fields{{"fundamental", options_.fundamental}};
    if (arguments.by) members.push_back({"by", *arguments.by});
    begin_record(session, "list", std::move(members), is_json_ && !file_ && arguments.by);
  }

  ExitCode run() {
    if (arguments_.by && !board_.is_plain()) {
      throw InvalidArgument(fmt::format("--by needs a plain board, not {}", title(board_)));
    }
    session_.stopped.how_far = "no solution was listed yet";
    const StoppableRun stoppable(session_, arguments_.common, kRunAgain, options_);
    if (arguments_.by) return list_found();
    const std::stop_callback pass_on(stoppable.token(), [this] { stop_.request_stop(); });
    options_.stop = stop_.get_token();
    const ListResult result = list_and_write();
    session_.messages.clear_progress();
    if (is_json_) write(end_of_record(fields(result), "done"));
    commit(result.solutions);
    session_.messages.note(summary(result));
    return ExitCode::done;
  }

 private:
  /// The header of an array, which has the number of solutions, comes last.
  void commit(std::uint64_t solutions) {
    if (format_ == "npy") {
      base::write_all_at(file_->descriptor(), file_->name(),
                         placements::array_header(1, solutions, board_.rows()), 0);
    }
    if (file_) file_->commit();
  }

  /// --by: lists the different solutions that a search finds, and tells how many of all they are. A
  /// stop ends the search, and what it has found is listed all the same.
  ExitCode list_found() {
    CollectOptions& options = arguments_.collecting;
    options.algorithm = *arguments_.by;
    options.fundamental = options_.fundamental;
    options.threads = options_.threads;
    options.pinning = options_.pinning;
    options.stop = options_.stop;
    const CollectResult result = collect(board_.rows(), options);
    const bool is_stopped = result.starts < options.starts;
    const auto size = static_cast<int>(board_.rows());
    const std::optional<WideCount> all =
        options.fundamental ? known_fundamental_solutions(size) : known_solutions(size);
    const std::string summary =
        fmt::format("{} of the {}{}solutions of {} found by {}: {} of {} ended in one, seed {}",
                    result.solutions.size(), all ? to_string(*all) + " " : "",
                    options.fundamental ? "fundamental " : "", plural(size, "queen"),
                    options.algorithm, result.solved, plural(result.starts, "start"), result.seed);
    session_.stopped.how_far = summary;
    std::string text;
    if (is_json_) {
      Value::List solutions;
      for (const Placement& one : result.solutions) {
        solutions.emplace_back(Value::List(one.begin(), one.end()));
      }
      const Fields members =
          fields(result) + Fields{{"of", all},
                                  {"complete", all && *all == result.solutions.size()},
                                  {"solutions", std::move(solutions)}};
      text = to_line(end_record(session_, members, is_stopped ? "stopped" : "done"));
    } else {
      SolutionBlock block(size);
      for (const Placement& one : result.solutions) {
        block.add(std::vector<std::uint8_t>(one.begin(), one.end()));
      }
      add_solutions(format_, block, size, text);
      text.erase(0, separator(format_).size());
    }
    write(text, "", {});
    commit(result.solutions.size());
    if (is_stopped) throw Stopped("stopped before all starts were made");
    session_.messages.note(fmt::format("{}, {}, {}", summary, format_duration(result.seconds),
                                       plural(result.threads, "thread")));
    return ExitCode::done;
  }

  ListResult list_and_write() {
    if (is_json_) write(to_open_line(session_.record) + ",\"solutions\":[\n");
    // A list may run long without a solution, and otherwise only a write would show that nobody
    // reads.
    const run::Reporter watch([this] { look(); }, kInterval);
    try {
      return list_text(
          board_,
          [this](const SolutionBlock& solutions, std::string& text) {
            add_solutions(format_, solutions, static_cast<int>(board_.columns()), text);
          },
          [this](std::string_view text, std::uint64_t solutions) { take(text, solutions); },
          options_);
    } catch (const Stopped& stopped) {
      if (is_unread_) throw ClosedPipe{};
      session_.messages.clear_progress();
      if (is_json_ && !file_) {
        write(end_of_record(stopped.so_far, "stopped"));
      }
      throw;
    }
  }

  void take(std::string_view text, std::uint64_t solutions) {
    if (listed_ == 0 && solutions > 0) text.remove_prefix(separator(format_).size());
    write(text);
    listed_ += solutions;
    session_.stopped.how_far =
        file_ ? fmt::format("{} found, and {} not written", plural(listed_, "solution"),
                            escape_controls(*arguments_.output))
              : fmt::format("{} listed, the first ones", plural(listed_, "solution"));
  }

  /// A stop ends the wait for a reader of lines, after a whole solution; one of JSON gets the whole
  /// object.
  void write(std::string_view text) {
    write(text, format_ == "board" ? "\n\n" : "\n", is_json_ ? std::stop_token() : options_.stop);
  }

  /// Throws Stopped where nobody reads and a stop is requested; only whole solutions went out then.
  void write(std::string_view text, std::string_view end, const std::stop_token& stop) {
    if (!file_) return session_.output.write_while_read(text, end, stop);
    base::write_all(file_->descriptor(), file_->name(), text);
  }

  void look() {
    if (!file_ && session_.output.reader_is_gone()) {
      is_unread_ = true;
      stop_.request_stop();
    }
    if (!shows_progress_ || watch_.seconds() < kShownAfter) return;
    const auto listed = static_cast<double>(listed_);
    const std::string line =
        fmt::format("{}: {}, {:.3g} million a second", name_, plural(listed_, "solution"),
                    listed / watch_.seconds() / 1e6);
    session_.messages.show_progress(line.substr(0, session_.messages.progress_width()));
  }

  /// What follows the solutions.
  std::string end_of_record(Fields members, const std::string& outcome) {
    session_.record.clear();
    return "\n]," + to_line(end_record(session_, std::move(members), outcome)).substr(1);
  }

  std::string summary(const ListResult& result) const {
    return fmt::format(
        "{} of {} listed{}, {}, {}",
        plural(result.solutions, options_.fundamental ? "fundamental solution" : "solution"), name_,
        result.complete ? "" : " (--limit)", format_duration(result.seconds),
        plural(result.threads, "thread"));
  }

  ListArguments& arguments_;
  ListOptions& options_;
  Session& session_;
  const Board board_;
  const std::string name_ = name_of(board_);
  const std::string format_;
  const bool is_json_;
  const bool shows_progress_;
  std::optional<base::OutputFile> file_;  ///< else the list goes to standard output
  const base::Stopwatch watch_;
  std::stop_source stop_;
  std::atomic<bool> is_unread_{false};
  std::atomic<std::uint64_t> listed_{0};
};

}  // namespace

Command list_command() {
  return {"list",
          "List every solution of a board, in lexicographic order",
          {{"nqueens list 8", "the 92 solutions, a line each"},
           {"nqueens list 8 --fundamental --format board", "drawings of the 12 fundamental ones"},
           {"nqueens list 14 -o queens-14.npy", "an array of 365,596 rows"},
           {"nqueens list 20 --limit 1000", "the first thousand"},
           {"nqueens list 8 --place b4,d5", "the two with queens on these squares"},
           {"nqueens list 8 --by steepest --starts 600", "what 600 random starts find"}},
          prepare(options_of, run_with<Listing>)};
}

}  // namespace nqueens::cli
