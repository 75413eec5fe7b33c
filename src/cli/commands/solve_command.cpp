// nqueens solve: one solution of a board of any size, or of a restricted board; and whether there
// is another one.
#include <fmt/format.h>

#include "cli/commands/commands.hpp"
#include "cli/commands/pictures.hpp"
#include "cli/options/problem_arguments.hpp"
#include "cli/record.hpp"
#include "draw/pictures.hpp"
#include "nqueens/info.hpp"
#include "nqueens/solve.hpp"
#include "placements/npy.hpp"
#include "run/limits.hpp"

namespace nqueens::cli {

namespace {

/// "1000 queens in 0.5 ms, algorithm windowed (avx512), seed 7, 1 thread, verified"
std::string summary(const SolveResult& result, std::uint64_t queens, const Paint& paint) {
  const std::string given =
      result.given == 0 ? "" : fmt::format(", {} of them given,", result.given);
  const std::string seed = result.seed ? fmt::format("seed {}, ", *result.seed) : "";
  return fmt::format("{}{} in {}, algorithm {} ({}), {}{}, {}\n", plural(queens, "queen"), given,
                     format_duration(result.statistics.seconds), result.algorithm,
                     result.instruction_set, seed, plural(result.threads, "thread"),
                     result.verified ? paint.good("verified") : "not verified");
}

/// Max queens whose columns are shown on a terminal.
constexpr std::uint64_t kMaxShown = 1000;
/// Boards from this size on: memory is printed before the search.
constexpr std::uint64_t kLargeBoard = 1'000'000;

struct SolveArguments {
  ProblemArguments problem;
  SolveOptions options;
  bool unique = false;
  std::optional<std::string> output;
  std::optional<std::string> format;
  bool stats = false;
  CommonOptions common;
};

std::vector<Option> options_of(SolveArguments& to) {
  std::vector<std::string> names = {"auto"};
  for (const AlgorithmInfo& solver : algorithms()) names.push_back(solver.name);
  std::vector<Option> own = {
      option::board(to.problem, "board size, 1 to 1e11"),
      {.name = "--unique",
       .to = &to.unique,
       .help =
           "say whether the solution is the only one; if not, print a second, with exit code 1; "
           "up to 64 rows and columns",
       .excludes = {"--algorithm", "--max-starts", "--max-moves", "--output", "--format=npy",
                    "--format=svg", "--format=png"}},
      option::output(
          to.output,
          "write to this file; .txt, .npy, .svg or .png, or .json for the object of --json"),
      {.name = "--format",
       .to = &to.format,
       .help = "format of the solution; npy: an array of NumPy, board: a drawing; default: by the "
               "suffix of the file, else columns",
       .words = {"columns", "npy", "board", "svg", "png"}},
      option::seed(
          to.options.seed,
          "the same solution on one thread (then the default), with windowed on any number"),
      {.name = "--algorithm",
       .to = &to.options.algorithm,
       .help = "method of the search; default: auto, windowed from 100 queens on and qs4 below, on "
               "restricted boards mrv up to 64 rows and qs4 above; nqueens info describes them",
       .words = names},
      {"--stats", &to.stats, "print what the search did on standard error; --json always has it"},
      {"--no-verify", [&to](const std::string&) { to.options.verify = false; },
       "do not verify the solution before it is written"},
      {"--max-starts", &to.options.max_starts,
       "give up after NUM starts, with exit code 75; default: no limit, but 1000 with --place or "
       "--block",
       "NUM", 1},
      {"--max-moves", &to.options.max_moves,
       "restart after NUM moves; only for first-choice and steepest", "NUM", 1},
      option::instruction_set(to.options.instruction_set),
  };
  return option::with_restrictions(with_run(std::move(own), to.options, to.common), to.problem);
}

/// A placement format, a picture's, or "json": the record that --json prints, in a file.
std::string format_name(const SolveArguments& arguments) {
  static const std::vector<std::string> formats = {"columns", "npy", "json", "svg", "png"};
  return choose_format(arguments.format, arguments.output, formats);
}

class Solving {
 public:
  Solving(SolveArguments& arguments, Session& session)
      : arguments_(arguments),
        options_(arguments.options),
        session_(session),
        path_(arguments.output),
        board_(make_board(arguments.problem, kMaxStreamedSize, 1)),
        size_(board_.rows()),
        format_name_(format_name(arguments)),
        picture_{.format = format_name_, .output = arguments.output},
        writer_(picture_, session),
        format_(is_json_file() || is_picture() ? PlacementFormat::columns
                                               : parse_placement_format(format_name_)) {
    if (arguments.unique && board_.is_large()) {
      throw InvalidArgument(
          fmt::format("a board of {} queens is too large for --unique, the largest is {}", size_,
                      kMaxProblemSize));
    }
    for (const AlgorithmInfo& solver : algorithms()) {
      if (solver.name == options_.algorithm) solver_ = solver;
    }
  }

  ExitCode run() {
    check_output();
    session_.stopped.how_far = fmt::format("no solution of {} queens found yet", size_);
    begin_record(session_, "solve", fields(board_), arguments_.common.json);
    if (arguments_.unique) return find_two();
    try {
      search_and_write_file();
      write_output();
    } catch (const IoError& error) {
      throw IoError(error.what() +
                    repeat_text(error.so_far.empty() ? fields(result_) : error.so_far));
    }
    print_figures(result_);
    return ExitCode::done;
  }

 private:
  /// Refuses, before the search, output that could not be written after it.
  void check_output() const {
    if (is_picture()) {
      if (!path_ && arguments_.common.json) {
        throw InvalidArgument("a picture does not go into JSON; give --output FILE too");
      }
      return check_picture_options(picture_, session_);
    }
    if (format_ == PlacementFormat::board && size_ > kMaxBoardDrawing) {
      throw InvalidArgument(
          fmt::format("a board of {} is too large to draw, the largest is {}; give "
                      "--format columns or npy",
                      size_, kMaxBoardDrawing));
    }
    if (path_) {
      require_writable(*path_, placements::solution_bytes(size_, format_));
    } else if (arguments_.common.json && format_ != PlacementFormat::columns) {
      throw InvalidArgument(fmt::format(
          "the format {} does not go into JSON; leave out --json, or give --output FILE",
          to_string(format_)));
    } else if (format_ == PlacementFormat::npy && session_.output.is_terminal()) {
      throw InvalidArgument(
          "an array is not for a terminal; give --output FILE, or redirect the output");
    }
  }

  /// A file is written to its end even when a signal asks to stop: the solution is there, and half
  /// a file helps nobody.
  void search_and_write_file() {
    const StoppableRun stoppable = stoppable_run();
    // Refuses bad options before anything is noted.
    const std::uint64_t bytes = is_streamed() ? streamed_memory_bytes(board_, options_)
                                              : solve_memory_bytes(board_, options_);
    if (size_ >= kLargeBoard && bytes <= run::available_memory()) {
      session_.messages.note(
          fmt::format("{} queens take {} of memory", size_, run::format_bytes(bytes)));
    }
    const std::uint64_t practical = solver_ ? solver_->practical_size : 0;
    if (practical > 0 && size_ > practical && board_.is_plain()) {
      session_.messages.note(fmt::format(
          "note: {} is practical up to about {} queens; --time-limit or a signal ends it",
          solver_->name, practical));
    }
    watch_progress();
    if (is_streamed()) {
      stream();
      return session_.messages.clear_progress();
    }
    result_ = solve(board_, options_);
    session_.messages.clear_progress();
    if (is_picture()) {
      writer_.write(board_, result_.placement, "");
    } else if (is_json_file()) {
      write_record(result_);
    } else if (path_) {
      write_placement_file(*path_, result_.placement, format_, board_.columns());
    }
  }

  /// What goes to standard output after the search.
  void write_output() {
    if (arguments_.common.json && path_) {
      print_record(session_,
                   fields(result_) + Fields{{"output", *path_}, {"format", format_name_}});
    } else if (arguments_.common.json) {
      write_record(result_);
    } else if (!path_ && !is_streamed() && !is_picture()) {
      print_placement(result_);
    }
    session_.output.flush();
  }

  /// Whether the placement goes out while the board is filled. Given queens, blocked squares,
  /// pictures with queens and JSON need it whole.
  bool is_streamed() const {
    if (is_picture()) return board_.is_plain() && writer_.is_density(board_);
    return board_.is_plain() && board_.is_large() &&
           (path_ ? !is_json_file() : !arguments_.common.json);
  }

  bool is_json_file() const { return format_name_ == "json"; }
  bool is_picture() const { return !picture_.is_text(); }

  void stream() {
    if (is_picture()) {
      drawing::Density density = writer_.empty_density(size_);
      result_ = solve_to([&](auto first_row, auto columns) { density.add(first_row, columns); },
                         board_, options_);
      session_.messages.clear_progress();
      writer_.write(density, "");
    } else if (path_) {
      result_ = solve_to_file(*path_, format_, board_, options_);
    } else if (is_shown()) {
      session_.output.write_directly([&](int descriptor, const std::string& name) {
        result_ = solve_to_descriptor(descriptor, name, format_, board_, options_);
      });
    } else {
      session_.messages.note(not_shown_text(size_));
      result_ = solve_to({}, board_, options_);
    }
  }

  bool is_shown() const { return !session_.output.is_terminal() || size_ <= kMaxShown; }

  StoppableRun stoppable_run() {
    const char* const what_to_do =
        options_.seed ? "run it again with more time or another seed" : kRunAgain;
    return {session_, arguments_.common, what_to_do, options_};
  }

  /// --unique: prints a solution, and another one where there is one.
  ExitCode find_two() {
    session_.record.push_back({"unique", {}});  // null until the second search has ended
    SolveResult first;
    std::optional<SolveResult> second;
    {
      const StoppableRun stoppable = stoppable_run();
      watch_progress();
      first = solve(board_, options_);
      session_.stopped.how_far =
          fmt::format("one solution of {} queens found, no other yet", size_);
      session_.record = std::move(session_.record) + fields(first) +
                        Fields{{"columns", list_of(first.placement)}};
      second = solve_other(board_, first.placement, options_);
      session_.messages.clear_progress();
    }
    session_.verdict = second ? ExitCode::negative : ExitCode::done;
    if (arguments_.common.json) {
      print_record(session_, {{"unique", !second},
                              {"second", second ? Value(list_of(second->placement)) : Value()}});
    } else {
      print_placement(first);
      if (second) {
        if (format_ == PlacementFormat::board) session_.output.write("\n");
        session_.output.flush();
        print_placement(*second);
      }
    }
    session_.output.flush();
    const Paint& paint = session_.messages.paint();
    const std::string solution = first.given == 0 ? "solution" : "completion";
    session_.messages.block((second ? paint.bad(fmt::format("there is more than one {}", solution))
                                    : paint.good(fmt::format("this is the only {}", solution))) +
                            "\n");
    print_figures(first);
    return *session_.verdict;
  }

  static Value::List list_of(const Placement& placement) {
    return {placement.begin(), placement.end()};
  }

  void print_figures(const SolveResult& result) {
    const Paint& paint = session_.messages.paint();
    session_.messages.block(summary(result, size_, paint));
    if (!arguments_.stats || arguments_.common.json) return;
    Fields did;
    for (const auto& [name, value] : fields(result)) {
      if (name == "memory_bytes") did.push_back({name, value});
      if (name == "statistics") did = std::move(did) + std::get<Fields>(value.is);
    }
    session_.messages.table(text_of(did));
  }

  /// A full disk must not lose a search of hours: says which seed finds the solution again, if any
  /// does.
  static std::string repeat_text(const Fields& result) {
    std::string seed;
    bool is_repeatable = false;
    for (const auto& [name, value] : result) {
      if (name == "seed") seed = fmt::to_string(std::get<WideCount>(value.is));
      is_repeatable |= name == "threads" && std::get<std::int64_t>(value.is) == 1;
      is_repeatable |= name == "algorithm" && std::get<std::string>(value.is) == "windowed";
    }
    return is_repeatable && !seed.empty() ? "; to find the solution again: --seed " + seed : "";
  }

  /// Keeps how far the search is; shows it where there is a terminal, but nothing of what ends
  /// within a second.
  void watch_progress() {
    options_.on_progress = [this](const SolveProgress& progress) {
      if (progress.phase == SolveProgress::Phase::verification) {
        session_.stopped.how_far = fmt::format("a placement of {} queens was not verified", size_);
      }
      if (progress.seconds < kShownAfter || !session_.messages.shows_progress()) return;
      const std::size_t width = session_.messages.progress_width();
      session_.messages.show_progress(format_progress(progress, width, session_.messages.paint()));
    };
  }

  void print_placement(const SolveResult& result) {
    if (!is_shown()) {
      session_.messages.note(not_shown_text(size_));
      return;
    }
    session_.output.write_directly([&](int descriptor, const std::string& name) {
      write_placement(descriptor, name, result.placement, format_, board_.columns());
    });
  }

  /// The object, the placement as its last member, piece by piece.
  void write_record(const SolveResult& result) const {
    constexpr std::size_t kBlock = 1 << 16;
    write_result(path_, session_.output, [&](const Sink& sink) {
      std::string text = to_open_line(end_record(session_, fields(result))) + ",\"columns\":[";
      for (const Column& column : result.placement) {
        if (&column != &result.placement.front()) text += ',';
        const fmt::format_int digits(column);
        text.append(digits.data(), digits.size());
        if (text.size() < kBlock) continue;
        sink(text);
        text.clear();
      }
      sink(text + "]}\n");
    });
  }

  const SolveArguments& arguments_;
  SolveOptions& options_;
  Session& session_;
  const std::optional<std::string>& path_;  ///< none: standard output
  const Board board_;
  const std::uint64_t size_;               ///< rows
  std::optional<AlgorithmInfo> solver_{};  ///< that was asked for; none for auto
  SolveResult result_{};
  std::string format_name_;
  PictureOptions picture_;  ///< its format is text where the placement itself is written
  PictureWriter writer_;
  PlacementFormat format_;  ///< unless it is a picture or JSON
};

}  // namespace

Command solve_command() {
  return {"solve",
          "Find one solution, of up to billions of queens",
          {{"nqueens solve 8 --format board", "a drawing of eight queens"},
           {"nqueens solve 1e6 -o queens.txt", "a million queens, to a file"},
           {"nqueens solve 1e7 -o queens.npy --stats",
            "ten million, 4 bytes each, and what the search did"},
           {"nqueens solve 1e6 --place given.txt -o queens.txt", "given queens from a file"},
           {"nqueens solve 1e9 -o queens.npy", "a billion, in 1.2 GiB of memory"},
           {"nqueens solve 1e9 -o density.png", "a picture of where they stand"},
           {"nqueens solve 1000 --seed 7 --threads 1 --json", "the same placement every time"},
           {"nqueens solve 8 --place b4,d5 --unique", "Nauck's puzzle of 1850 has two solutions"}},
          prepare(options_of, run_with<Solving>)};
}

}  // namespace nqueens::cli
