// nqueens puzzle: boards with some queens given, and exactly one way to complete them.
#include "cli/commands/commands.hpp"
#include "domain/text.hpp"
#include "draw/pictures.hpp"
#include "nqueens/puzzle.hpp"

namespace nqueens::cli {

namespace {

struct PuzzleArguments : CommonOptions {
  int board_size = 0;
  std::optional<Variant> variant;
  PuzzleOptions options{.unique = false};
  bool solution = false;
  ResultOptions result;
};

std::vector<Option> options_of(PuzzleArguments& to) {
  return with_common(
      {
          {.name = "board size",
           .to = &to.board_size,
           .help =
               fmt::format("board size, 1 to {}; add --unique, --given or both", kMaxProblemSize),
           .value = "N",
           .min = 1,
           .max = kMaxProblemSize,
           .required = true},
          {.name = "--unique",
           .to = &to.options.unique,
           .help = "make puzzles with exactly one solution",
           .required = true,
           .unless = {"--given"}},
          {"--given", &to.options.given,
           "give NUM queens; default: with --unique, queens of which none can be left out (not "
           "always the fewest)",
           "NUM", 0, kMaxProblemSize},
          {"--count", &to.options.count, "make NUM puzzles; default: 1", "NUM", 1, kMaxPuzzles},
          {.name = "--max-attempts",
           .to = &to.options.max_attempts,
           .help = fmt::format("give up after NUM failed attempts; with exit code 75; default: {}",
                               PuzzleOptions().max_attempts),
           .value = "NUM",
           .min = 1,
           .needs = "--given"},
          option::variant(to.variant),
          {"--solution", &to.solution, "add the solution, as a comment"},
          {.name = "--format",
           .to = &to.result.format,
           .help = "format of a puzzle; board (default): a drawing for --board, squares: a list "
                   "for --place",
           .words = {"board", "squares"}},
          option::output(to.result.output, "puzzles", ".txt or .json"),
          option::threads(to.options.threads),
          option::pin(to.options.pinning),
          option::seed(to.options.seed, "the same puzzles"),
      },
      to, {"--json", "--quiet", "--color", "--time-limit"});
}

class PuzzleMaking : CommandCall<PuzzleArguments> {
 public:
  PuzzleMaking(PuzzleArguments& arguments, Session& session)
      : CommandCall{arguments, session},
        board_(arguments.board_size, arguments.variant.value_or(Variant::queens)),
        output_(arguments.result.output),
        format_(choose_format(arguments.result, session.common.json, kFormats)) {
    if (output_) require_writable(*output_, 0);
    session.object = session.object + fields(board_) + Fields{{"unique", options_.unique}};
  }

  void run() {
    const StoppableRun stoppable(session_, kRunAgain, options_);
    say_how_far();
    const PuzzleResult result = make();
    if (format_ == "json") {
      write_object(session_, output_, fields(result), "puzzles", puzzles_.size(),
                   [this](std::size_t i, std::string& text) { text += json_text(puzzles_[i]); });
    } else {
      write_result(output_, session_.output, text_);
    }
    if (output_) tell_file(session_, fields(result), *output_, format_);
    session_.note(summary(result));
  }

 private:
  static inline const std::vector<std::string> kFormats = {"board", "json"};

  PuzzleResult make() {
    try {
      return make_puzzles(
          board_, [this](const Puzzle& puzzle) { take(puzzle); }, options_);
    } catch (Stopped& stopped) {
      if (format_ == "json") stopped.so_far.push_back({"puzzles", puzzles_});
      throw;
    }
  }

  /// Drawings are printed as they are made; a file, and a JSON object, are written whole.
  void take(const Puzzle& puzzle) {
    const std::size_t given = puzzle.given.size();
    fewest_ = made_ == 0 ? given : std::min(fewest_, given);
    most_ = std::max(most_, given);
    if (format_ == "json") {
      puzzles_.emplace_back(fields_of(puzzle));
    } else {
      text_ += text_of(puzzle);
    }
    ++made_;
    say_how_far();
    if (output_) return;
    session_.output.write(std::exchange(text_, {}));
    session_.output.flush();
  }

  std::string text_of(const Puzzle& puzzle) const {
    if (format_ == "squares") {
      std::vector<std::string> squares;
      for (const Square& queen : puzzle.given) squares.push_back(to_text(queen));
      std::string line = join(squares, ",");
      if (arguments_.solution) line += fmt::format("  # {}", fmt::join(puzzle.solution, " "));
      return line + "\n";
    }
    std::string text = made_ == 0 ? "" : "\n";
    text += drawing(puzzle.given);
    if (!arguments_.solution) return text;
    std::vector<Square> all;
    for (const Column column : puzzle.solution) all.push_back({all.size(), column});
    std::string solution = drawing(all);
    solution.pop_back();
    return text + fmt::format("#\n# {}\n", fmt::join(split(solution, '\n'), "\n# "));
  }

  std::string drawing(const std::vector<Square>& queens) const {
    const bool is_coloured = !output_ && session_.output.paint().enabled();
    return drawing::text_board({board_, queens}, {.colour = is_coloured});
  }

  static Fields fields_of(const Puzzle& puzzle) {
    Value::List given;
    for (const Square& queen : puzzle.given) {
      given.emplace_back(Value::List{queen.row, queen.column});
    }
    return {{"given", std::move(given)},
            {"solution", Value::List(puzzle.solution.begin(), puzzle.solution.end())}};
  }

  void say_how_far() {
    session_.stopped.how_far =
        fmt::format("{} of {} made", made_, plural(options_.count, "puzzle"));
  }

  std::string summary(const PuzzleResult& result) const {
    const std::string given = fewest_ == most_
                                  ? plural(most_, "given queen")
                                  : fmt::format("{} to {} given queens", fewest_, most_);
    return fmt::format("{} of {}{} with {}, {}seed {}, {}, {}", plural(result.puzzles, "puzzle"),
                       plural(arguments_.board_size, "queen"),
                       board_.variant() == Variant::queens
                           ? ""
                           : fmt::format(" ({})", to_string(board_.variant())),
                       given, options_.unique ? "one solution each, " : "", result.seed,
                       format_duration(result.seconds), plural(result.threads, "thread"));
  }

  const Board board_;
  const std::optional<std::string>& output_;  ///< none: standard output
  const std::string format_;                  ///< "board", "squares" or "json"
  std::string text_;                          ///< not yet written
  Value::List puzzles_;                       ///< those of JSON
  std::uint64_t made_ = 0;
  std::size_t fewest_ = 0;
  std::size_t most_ = 0;
};

}  // namespace

Command puzzle_command() {
  return {"puzzle",
          "Make puzzles: given queens that can be completed",
          {{"nqueens puzzle 8 --unique --solution", "a puzzle and its solution"},
           {"nqueens puzzle 12 --unique --given 5 --count 10 --seed 7", "ten, the same every time"},
           {"nqueens puzzle 8 --unique --format squares", "the squares, for --place"},
           {"nqueens puzzle 20 --given 6 --json", "six queens that can be completed"}},
          prepare(options_of, run_with<PuzzleMaking>)};
}

}  // namespace nqueens::cli
