// nqueens list: every solution of a problem, streamed in lexicographic order.
#include <atomic>
#include <chrono>
#include <stop_token>

#include "base/stopwatch.hpp"
#include "cli/commands/commands.hpp"
#include "draw/pictures.hpp"
#include "nqueens/info.hpp"
#include "nqueens/list.hpp"
#include "placements/npy.hpp"
#include "run/limits.hpp"
#include "run/periodic_call.hpp"

namespace nqueens::cli {

namespace {

/// The command checks this often for a reader and rewrites the progress line.
constexpr std::chrono::milliseconds kInterval{100};
/// Files of this many bytes and more are announced before the list begins.
constexpr std::uint64_t kLargeList = 100'000'000;

/// Written by hand, since a list is written at the speed of this.
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

/// Returns what stands before every solution but the first of a list in a format.
std::string_view separator(std::string_view format) {
  return format == "board" ? "\n" : format == "json" ? ",\n" : "";
}

/// Adds the solutions to the text, each with the separator before it. `columns` are those of the
/// board.
void add_solutions(std::string_view format, const SolutionBlock& solutions, int columns,
                   std::string& text) {
  const auto rows = static_cast<std::size_t>(solutions.rows());
  const auto width = static_cast<std::size_t>(columns);
  const bool is_board = format == "board";
  const bool is_json = format == "json";
  const char between = is_json || format == "csv" ? ',' : ' ';
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
    add_numbers(solutions[i], between, text);
    text += is_json ? ']' : '\n';
  }
}

struct ListArguments : CommonOptions {
  ProblemArguments problem;
  ListOptions options;
  ResultOptions result;
  std::optional<std::string> by;
  CollectOptions collecting;  ///< by --by
};

std::vector<Option> options_of(ListArguments& to) {
  std::vector<std::string> random_algorithms;
  for (const AlgorithmInfo& algorithm : algorithms()) {
    if (algorithm.has_starts && algorithm.is_random) random_algorithms.push_back(algorithm.name);
  }
  std::vector<Option> own = {
      option::board(to.problem),
      {"--fundamental", &to.options.fundamental, "leave out rotations and reflections"},
      {"--limit", &to.options.limit, "stop after NUM solutions", "NUM", 1},
      {.name = "--format",
       .to = &to.result.format,
       .help =
           "format of the list; columns: a line of numbers each, csv: the same under names, board: "
           "drawings, npy: an array of NumPy; default: by the suffix of the file, else columns",
       .words = {"columns", "csv", "board", "npy"}},
      option::output(to.result.output, "list", ".txt, .csv, .npy or .json"),
      {.name = "--by",
       .to = &to.by,
       .help = "list what random starts of this algorithm find",
       .words = random_algorithms,
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
  return option::with_restrictions(with_run(std::move(own), to.options, to), to.problem);
}

class Listing : CommandCall<ListArguments> {
 public:
  Listing(ListArguments& arguments, Session& session)
      : CommandCall{arguments, session},
        board_(make_board(arguments.problem, kMaxProblemSize, arguments.by ? 1 : 0)),
        format_(choose_format(arguments.result, session.common.json, kFormats)),
        is_json_(format_ == "json"),
        is_shown_(!arguments.result.output && session.output.is_terminal()) {
    if (arguments.result.output) file_.emplace(*arguments.result.output);
    if (format_ == "npy") {
      if (!file_ || file_->is_stream() || !base::seekable_position(file_->descriptor())) {
        refuse(
            "an array tells its length first, so a list of this format needs a file; give --output "
            "FILE");
      }
      base::write_all(file_->descriptor(), file_->name(),
                      std::string(placements::kWrittenHeaderBytes, '\0'));
    }
    session.object =
        session.object + fields(board_) + Fields{{"fundamental", options_.fundamental}};
    if (arguments.by) session.object.push_back({"by", *arguments.by});
  }

  void run() {
    if (arguments_.by && !board_.is_plain()) {
      refuse("--by needs a plain board, not {}", title(board_));
    }
    session_.stopped.how_far = "no solution was listed yet";
    const StoppableRun stoppable(session_, kRunAgain, options_);
    if (arguments_.by) return list_found();
    announce();
    const std::stop_callback pass_on(stoppable.token(), [this] { stop_.request_stop(); });
    options_.stop = stop_.get_token();
    const ListResult result = list_and_write();
    end(fields(result), "done", result.solutions);
    session_.note(summary(result));
  }

 private:
  static inline const std::vector<std::string> kFormats = {"columns", "csv", "npy", "json"};

  /// Refuses a list that the disk cannot hold, and tells the size of a large one.
  void announce() {
    const std::optional<WideCount> all = known_number(board_, options_.fundamental);
    if (!all) return;
    expected_ = std::min(static_cast<std::uint64_t>(*all), options_.limit.value_or(UINT64_MAX));
    const std::uint64_t n = board_.rows();
    const auto form = format_ == "board" ? PlacementFormat::board : PlacementFormat::columns;
    const WideCount text = placements::solution_bytes(n, form) + separator(format_).size();
    const WideCount one = format_ == "npy" ? n : is_json_ ? text + 1 : text;
    const auto bytes = static_cast<std::uint64_t>(std::min<WideCount>(expected_ * one, UINT64_MAX));
    if (file_) require_writable(file_->name(), bytes);
    if (bytes < kLargeList || !(file_ || base::seekable_position(1))) return;
    session_.note(fmt::format("{} of {} take {}; --limit NUM lists fewer", plural(expected_, noun_),
                              name_, run::format_bytes(bytes)));
  }

  /// Adds the solutions as text. Colours add nothing else, so blocked squares are not marked.
  void add(const SolutionBlock& solutions, std::string& text) const {
    if (format_ != "board" || file_ || !session_.output.paint().enabled()) {
      return add_solutions(format_, solutions, static_cast<int>(board_.columns()), text);
    }
    const Board plain(board_.rows(), board_.columns(), board_.variant());
    for (std::size_t i = 0; i < solutions.size(); ++i) {
      const Placement columns(solutions[i].begin(), solutions[i].end());
      text += separator(format_);
      text += drawing::text_board({plain, drawing::squares_of(columns)}, {.colour = true});
    }
  }

  /// Writes what stands before the solutions: names of CSV, the start of an object of JSON.
  void begin() {
    if (format_ == "csv") write(placements::csv_header(board_.rows()));
    if (!is_json_) return;
    if (!file_) session_.prints_object = false;
    json_.add(session_.object);
    json_.open_list("solutions");
    write("\n");
  }

  /// Writes what follows the solutions of JSON; the header of an array, which has their number; the
  /// object of --json.
  void end(const Fields& members, const std::string& outcome, std::uint64_t solutions) {
    if (is_json_) {
      write("\n");
      json_.close_list();
      json_.add(Fields{{"outcome", outcome}} + members);
      json_.close();
    }
    if (format_ == "npy") {
      base::write_all_at(file_->descriptor(), file_->name(),
                         placements::array_header(1, solutions, board_.rows()), 0);
    }
    if (!file_) return;
    file_->commit();
    tell_file(session_, members, file_->name(), format_, outcome);
  }

  /// Lists, with --by, the different solutions that a search finds, and tells how many of all they
  /// are. A stop ends the search, and what it has found is listed all the same.
  void list_found() {
    CollectOptions& options = arguments_.collecting;
    options.algorithm = *arguments_.by;
    options.fundamental = options_.fundamental;
    options.threads = options_.threads;
    options.pinning = options_.pinning;
    options.stop = options_.stop;
    const CollectResult result = collect(board_.rows(), options);
    const bool is_stopped = result.starts < options.starts;
    const auto size = static_cast<int>(board_.rows());
    const std::optional<WideCount> all = known_number(board_, options.fundamental);
    const std::string summary =
        fmt::format("{} of the {}{}solutions of {} found by {}: {} of {} ended in one, seed {}",
                    result.solutions.size(), all ? to_string(*all) + " " : "",
                    options.fundamental ? "fundamental " : "", plural(size, "queen"),
                    options.algorithm, result.solved, plural(result.starts, "start"), result.seed);
    session_.stopped.how_far = summary;
    SolutionBlock block(size);
    for (const Placement& one : result.solutions) {
      block.add(std::vector<std::uint8_t>(one.begin(), one.end()));
    }
    std::string text;
    add(block, text);
    if (!block.empty()) text.erase(0, separator(format_).size());
    options_.stop = {};  // what was found is written also after a stop
    begin();
    write(text);
    const bool is_complete = all && *all == result.solutions.size();
    end(fields(result) + Fields{{"of", all}, {"complete", is_complete}},
        is_stopped ? "stopped" : "done", result.solutions.size());
    if (is_stopped) throw Stopped("stopped before all starts were made");
    session_.note(fmt::format("{}, {}, {}", summary, format_duration(result.seconds),
                              plural(result.threads, "thread")));
  }

  ListResult list_and_write() {
    begin();
    // A list may run long without a solution; otherwise only a write would show that nobody reads.
    const run::PeriodicCall watch([this] { look(); }, kInterval);
    try {
      return list_text(
          board_,
          [this](const SolutionBlock& solutions, std::string& text) { add(solutions, text); },
          [this](std::string_view text, std::uint64_t solutions) { take(text, solutions); },
          options_);
    } catch (const Stopped& stopped) {
      if (is_unread_) throw ClosedPipe{};
      if (is_json_ && !file_) end(stopped.so_far, "stopped", listed_);
      throw;
    }
  }

  void take(std::string_view text, std::uint64_t solutions) {
    if (listed_ == 0 && solutions > 0) text.remove_prefix(separator(format_).size());
    write(text);
    listed_ += solutions;
    session_.stopped.how_far =
        file_ ? fmt::format("{} found, and {} not written", plural(listed_.load(), "solution"),
                            escape_controls(file_->name()))
              : fmt::format("{} listed, the first ones", plural(listed_.load(), "solution"));
  }

  /// A stop ends the wait for a reader after a whole solution; one of JSON gets the whole object.
  void write(std::string_view text) {
    if (file_) return base::write_all(file_->descriptor(), file_->name(), text);
    session_.output.write_while_read(text, format_ == "board" ? "\n\n" : "\n",
                                     is_json_ ? std::stop_token() : options_.stop);
  }

  void look() {
    if (!file_ && session_.output.reader_is_gone()) {
      is_unread_ = true;
      stop_.request_stop();
    }
    if (watch_.seconds() < kShownAfter) return;
    if (listed_ == 0 && session_.messages.shows_progress() && !std::exchange(is_told_, true)) {
      session_.messages.note(
          "the first solution in lexicographic order may be far: " +
          (board_.is_plain() ? fmt::format("nqueens solve {0} finds one at once, nqueens list {0} "
                                           "--by qs4 many",
                                           board_.rows())
                             : "nqueens solve looks for any"));
    }
    if (is_shown_) return;
    const auto listed = static_cast<double>(listed_);
    std::vector<std::string> shown = {
        plural(listed_.load(), "solution"),
        fmt::format("{:.3g} million a second", listed / watch_.seconds() / 1e6), name_};
    if (expected_ > 0 && listed > 0) {
      const double part = listed / static_cast<double>(expected_);
      shown.insert(shown.begin(), {percent_so_far(part),
                                   rough_duration(watch_.seconds() * (1 / part - 1)) + " left"});
    }
    session_.messages.show_progress(shown);
  }

  std::string summary(const ListResult& result) const {
    return fmt::format("{} of {} listed{}, {}, {}", plural(result.solutions, noun_), name_,
                       result.complete ? "" : " (--limit)", format_duration(result.seconds),
                       plural(result.threads, "thread"));
  }

  const Board board_;
  const std::string name_ = name_of(board_);
  const char* const noun_ = options_.fundamental ? "fundamental solution" : "solution";
  const std::string format_;
  const bool is_json_;
  const bool is_shown_;  ///< solutions on a terminal, where a progress line would be between them
  bool is_told_ = false;
  std::optional<base::OutputFile> file_;  ///< else the list goes to standard output
  ObjectWriter json_{[this](std::string_view text) { write(text); }};
  const base::Stopwatch watch_;
  std::stop_source stop_;
  std::uint64_t expected_ = 0;  ///< solutions; 0 if that is not known
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
