// nqueens solve: one solution of a board of any size, or restricted; and whether there is another.
#include "cli/commands/commands.hpp"
#include "cli/commands/picture_writer.hpp"
#include "nqueens/info.hpp"
#include "placements/npy.hpp"
#include "run/limits.hpp"

namespace nqueens::cli {

namespace {

/// Writes "1000 queens in 0.5 ms, algorithm windowed (avx512), seed 7, 1 thread, verified".
std::string summary(const SolveResult& result, std::uint64_t queens, const Paint& paint) {
  const std::string given =
      result.given == 0 ? "" : fmt::format(", {} of them given,", result.given);
  const std::string seed = result.seed ? fmt::format("seed {}, ", *result.seed) : "";
  return fmt::format("{}{} in {}, algorithm {} ({}), {}{}, {}\n", plural(queens, "queen"), given,
                     format_duration(result.statistics.seconds), result.algorithm,
                     result.instruction_set, seed, plural(result.threads, "thread"),
                     result.verified ? paint.good("verified") : "not verified");
}

constexpr std::uint64_t kMaxShown = 1000;  ///< queens whose columns a terminal gets
constexpr std::uint64_t kMaxDrawn = 40;    ///< queens drawn on a terminal: 80 columns
/// From this size on the memory of a board is printed before the search.
constexpr std::uint64_t kLargeBoard = 1'000'000;

struct SolveArguments : CommonOptions {
  ProblemArguments problem;
  SolveOptions options;
  bool unique = false;
  std::optional<std::string> start;
  ResultOptions result;
  bool stats = false;
};

std::vector<Option> options_of(SolveArguments& to) {
  std::vector<std::string> names = {"auto"};
  std::vector<std::string> with_moves;
  for (const AlgorithmInfo& algorithm : algorithms()) {
    names.push_back(algorithm.name);
    if (algorithm.takes_max_moves) with_moves.push_back(algorithm.name);
  }
  std::vector<Option> own = {
      option::board(to.problem, "board size, 1 to 1e11"),
      {.name = "--unique",
       .to = &to.unique,
       .help = "say whether the solution is the only one; if not, print a second, with exit code "
               "1; up to 64 rows and columns",
       .excludes = {"--algorithm", "--max-starts", "--max-moves", "--start", "--output",
                    "--format=npy", "--format=svg", "--format=png"}},
      option::output(to.result.output, "solution", ".txt, .npy, .svg, .png or .json"),
      {.name = "--format",
       .to = &to.result.format,
       .help = fmt::format(
           "format of the solution; columns: a line of numbers, npy: an array of NumPy, board: a "
           "drawing; default: by the suffix of the file, else columns, which programs read; but on "
           "a terminal, where a person looks, up to {} queens are drawn, unless -q is given",
           kMaxDrawn),
       .words = {"columns", "npy", "board", "svg", "png"}},
      option::seed(
          to.options.seed,
          "the same solution on one thread (then the default), with windowed on any number"),
      {.name = "--algorithm",
       .to = &to.options.algorithm,
       .help = "algorithm that solves; default: auto, windowed from 100 queens on and qs4 below, "
               "on restricted boards mrv up to 64 rows and qs4 above; nqueens info describes them",
       .words = names},
      {"--stats", &to.stats, "print what the search did on standard error; --json always has it"},
      {"--no-verify", [&to](const std::string&) { to.options.verify = false; },
       "do not verify the solution before it is written"},
      {"--max-starts", &to.options.max_starts,
       "give up after NUM starts, with exit code 75; default: no limit, but 1000 with --place or "
       "--block",
       "NUM", 1},
      {"--max-moves", &to.options.max_moves,
       "restart after NUM moves; only for " + join(with_moves, ", "), "NUM", 1},
      {"--start", &to.start,
       "placement file with the first start; later ones are the algorithm's own; only for " +
           join(with_moves, ", "),
       "FILE|-"},
      option::instruction_set(to.options.instruction_set),
  };
  return option::with_restrictions(with_run(std::move(own), to.options, to), to.problem);
}

class Solving : CommandCall<SolveArguments> {
 public:
  Solving(SolveArguments& arguments, Session& session)
      : CommandCall{arguments, session},
        path_(arguments.result.output),
        board_(make_board(arguments.problem, kMaxStreamedSize, 1)),
        size_(board_.rows()),
        format_(choose_format(arguments.result, session.common.json, kFormats)),
        writer_({}, path_, format_, session) {
    if (arguments.unique && board_.is_large()) {
      refuse("a board of {} queens is too large for --unique, the largest is {}", size_,
             kMaxProblemSize);
    }
    if (path_ && is_text()) {
      require_writable(*path_, placements::solution_bytes(size_, text_format()));
    } else if (format_ == "npy" && session_.output.is_terminal()) {
      refuse("an array is not for a terminal; give --output FILE, or redirect the output");
    }
    if (arguments.start) {
      PlacementSource source(*arguments.start, 0, arguments.problem);
      options_.start = read_one(source).columns;
    }
    session_.stopped.how_far = fmt::format("no solution of {} queens found yet", size_);
    session_.object = session_.object + fields(board_);
  }

  void run() {
    if (arguments_.unique) return find_two();
    try {
      search_and_write();
    } catch (const IoError& error) {
      // A full disk must not lose a search of hours.
      const std::optional<std::uint64_t> seed = error.seed ? error.seed : result_.repeating_seed();
      if (!seed) throw;
      throw IoError(fmt::format("{}; to find the solution again: --seed {}", error.what(), *seed));
    }
    if (path_) tell_file(session_, fields(result_), *path_, format_);
    print_figures(result_);
  }

 private:
  static inline const std::vector<std::string> kFormats = {"columns", "npy", "json", "svg", "png"};

  bool is_picture() const { return !writer_.is_text(); }
  bool is_text() const { return !is_picture() && format_ != "json"; }
  PlacementFormat text_format() const { return parse_placement_format(format_); }
  /// Pictures with queens and JSON need the whole placement. Others go out while the board is
  /// filled, if the algorithm can do that.
  bool is_held() const {
    return is_picture() ? !board_.is_plain() || !writer_.is_density(board_) : format_ == "json";
  }

  /// While somebody reads, the result is written whole even after a stop: half a file helps nobody.
  void search_and_write() {
    const StoppableRun stoppable = stoppable_run();
    // Bad options are refused before anything is noted.
    const std::uint64_t bytes =
        is_held() ? solve_memory_bytes(board_, options_) : streamed_memory_bytes(board_, options_);
    if (size_ >= kLargeBoard && bytes <= run::available_memory()) {
      session_.note(fmt::format("{} queens take {} of memory", size_, run::format_bytes(bytes)));
    }
    for (const AlgorithmInfo& one : algorithms()) {
      const std::uint64_t practical = one.practical_size;
      if (one.name != options_.algorithm || practical == 0 || size_ <= practical) continue;
      session_.note(fmt::format(
          "note: {} is practical up to about {} queens; --time-limit or a signal ends it", one.name,
          practical));
    }
    watch_progress();
    if (is_picture()) return draw();
    if (format_ == "json") {
      result_ = solve(board_, options_);
      write_object(session_, path_, fields(result_), "columns", size_,
                   [&](std::size_t row, std::string& text) {
                     const fmt::format_int digits(result_.placement[row]);
                     text.append(digits.data(), digits.size());
                   });
    } else if (path_) {
      result_ = solve_to_file(*path_, text_format(), board_, options_);
    } else if (!session_.output.is_terminal()) {
      session_.output.write_directly([&](int descriptor, const std::string& name) {
        result_ = solve_to_descriptor(descriptor, name, text_format(), board_, options_);
      });
    } else if (size_ <= kMaxShown) {
      result_ = solve(board_, options_);
      print_placement(result_);
    } else {
      session_.note(not_shown_text(size_));
      result_ = solve_to({}, board_, options_);
    }
  }

  void draw() {
    if (is_held()) {
      result_ = solve(board_, options_);
      return writer_.write(board_, result_.placement, "");
    }
    drawing::Density density = writer_.empty_density(size_);
    result_ = solve_to([&](auto first_row, auto columns) { density.add(first_row, columns); },
                       board_, options_);
    writer_.write(density, "");
  }

  StoppableRun stoppable_run() {
    const char* const what_to_do =
        options_.seed ? "run it again with more time or another seed" : kRunAgain;
    return {session_, what_to_do, options_};
  }

  /// Prints, with --unique, a solution and another one where there is one.
  void find_two() {
    const Fields begun = session_.object;
    session_.object.push_back({"unique", {}});  // null until the second search has ended
    SolveResult first;
    Fields found;
    std::optional<SolveResult> second;
    {
      const StoppableRun stoppable = stoppable_run();
      watch_progress();
      first = solve(board_, options_);
      session_.stopped.how_far =
          fmt::format("one solution of {} queens found, no other yet", size_);
      found = fields(first) + Fields{{"columns", list_of(first.placement)}};
      session_.object = session_.object + found;
      try {
        second = solve_other(board_, first.placement, options_);
      } catch (Stopped& stopped) {
        stopped.so_far.clear();  // the object tells of the first search
        throw;
      }
    }
    session_.verdict = second ? ExitCode::negative : ExitCode::done;
    if (session_.common.json) {
      session_.object = begun + Fields{{"unique", !second}} + found;
      print_object(session_, {{"second", second ? Value(list_of(second->placement)) : Value()}});
    } else {
      print_placement(first);
      if (second) {
        if (format_ == "board" || is_drawn()) session_.output.write("\n");
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
  }

  static Value::List list_of(const Placement& placement) {
    return {placement.begin(), placement.end()};
  }

  void print_figures(const SolveResult& result) {
    session_.output.flush();
    session_.messages.block(summary(result, size_, session_.messages.paint()));
    if (options_.seed && result.seed && !result.repeating_seed()) {
      session_.note(fmt::format(
          "note: on {} the same seed may give another solution; --threads 1 always gives the same",
          plural(result.threads, "thread")));
    }
    if (!arguments_.stats || session_.common.json) return;
    session_.messages.table(
        text_of(Fields{{"memory_bytes", result.memory_bytes}} + fields(result.statistics)));
  }

  /// Keeps how far the search is; shows it, but nothing of what ends within a second.
  void watch_progress() {
    options_.on_progress = [this](const SolveProgress& progress) {
      if (progress.phase == SolveProgress::Phase::verification) {
        session_.stopped.how_far = fmt::format("a placement of {} queens was not verified", size_);
      }
      if (progress.seconds < kShownAfter) return;
      session_.messages.show_progress(progress_fields(progress));
    };
  }

  /// On a terminal small boards are drawn unless a format or --quiet asks for the columns.
  bool is_drawn() const {
    const std::uint64_t side = std::max(size_, board_.columns());
    return side <= std::min<std::uint64_t>(kMaxDrawn, session_.messages.terminal_width() / 2) &&
           session_.output.is_terminal() && !arguments_.result.format && !session_.common.quiet;
  }

  void print_placement(const SolveResult& result) {
    if (is_drawn()) {
      return writer_.write(drawing::MarkedBoard(board_, drawing::squares_of(result.placement)));
    }
    session_.output.write_directly([&](int descriptor, const std::string& name) {
      write_placement(descriptor, name, result.placement, text_format(), board_.columns());
    });
  }

  const std::optional<std::string>& path_;  ///< none: standard output
  const Board board_;
  const std::uint64_t size_;  ///< rows
  SolveResult result_{};
  const std::string format_;  ///< "json", a picture's, or one of placements
  PictureWriter writer_;
};

}  // namespace

Command solve_command() {
  return {"solve",
          "Find one solution, of up to billions of queens",
          {{"nqueens solve 8", "eight queens, drawn on a terminal"},
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
