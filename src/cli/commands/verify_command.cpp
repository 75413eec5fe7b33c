// nqueens verify: checks whether placements, of a file or standard input, are solutions.
#include "base/stopwatch.hpp"
#include "cli/commands/commands.hpp"
#include "verify/verify.hpp"

namespace nqueens::cli {

namespace {

struct VerifyArguments : CommonOptions {
  std::string file;
  ProblemArguments problem;
  VerifyOptions options;
};

class Verification : CommandCall<VerifyArguments> {
 public:
  Verification(VerifyArguments& arguments, Session& session) : CommandCall{arguments, session} {
    if (arguments.problem.has_board()) board_ = make_board(arguments.problem, kMaxStreamedSize);
    session.object.push_back({"file", arguments.file});
  }

  void run() {
    PlacementSource source(arguments_.file, options_.base, arguments_.problem);
    if (!board_ && arguments_.problem.board) {  // of JSON
      board_ = make_board(arguments_.problem, kMaxStreamedSize);
    }
    options_.board = board_;
    if (is_list(source.input(), board_ ? std::optional(board_->rows()) : std::nullopt)) {
      verify_list(source);
    } else {
      verify_one(source);
    }
  }

 private:
  static constexpr std::uint64_t kMaxShown = 10;  ///< a few tell what is wrong with all

  /// Verifies the only placement, which is held where its board must be known first. There is no
  /// stoppable section: there is nothing to save, and standard input may wait for ever.
  void verify_one(PlacementSource& source) {
    note_fewer_threads(session_, options_.threads);
    const bool is_held = !board_ && arguments_.problem.has_restrictions();
    const VerifyResult result = is_held ? verify(read_one(source), source)
                                        : verifying::verify_input(source.input(), options_);
    if (!board_) board_.emplace(result.rows, result.columns);
    const Paint& paint = session_.output.paint();
    finish(result.is_solution(), fields(*board_) + fields(result),
           result.violation
               ? fmt::format("{}: {}\n", paint.bad("not a solution"), *result.violation)
               : fmt::format("{}: {}\n", paint.good("solution"), name_of(*board_)));
    if (board_->is_plain()) say_time(result.seconds, result.threads);
  }

  /// Verifies placements one by one, in the memory of one; counts those that are solutions.
  void verify_list(PlacementSource& source) {
    const base::Stopwatch watch;
    read_list(source.input(), [&](const placements::ListedPlacement& placement) {
      take(placement, source);
      return true;
    });
    const std::uint64_t solutions = placements_ - wrong_;
    const bool are_right = placements_ > 0 && wrong_ == 0;
    const Paint& paint = session_.output.paint();
    const bool is_one = placements_ == 1 || solutions == 1;
    const std::string text =
        are_right          ? paint.good(plural(solutions, "solution")) + " of " + name_of(*board_)
        : placements_ == 0 ? paint.bad("0 placements")
                           : fmt::format("{} of {} {}", paint.bad(fmt::to_string(solutions)),
                                         plural(placements_, "placement"),
                                         is_one ? "is a solution" : "are solutions");
    finish(are_right,
           {{"solution", are_right},
            {"placements", WideCount{placements_}},
            {"solutions", WideCount{solutions}},
            {"wrong", std::move(first_wrong_)},
            {"threads", 1},
            {"seconds", watch.seconds()}},
           text + "\n");
    say_time(watch.seconds(), 1);
  }

  VerifyResult verify(const placements::ListedPlacement& placement, const PlacementSource& source) {
    if (!board_) board_ = make_board(arguments_.problem, shape_of(placement));
    return verify_listed(placement, *board_, options_, source);
  }

  void take(const placements::ListedPlacement& placement, const PlacementSource& source) {
    ++placements_;
    const std::optional<std::string> fault = verify(placement, source).violation;
    if (!fault || ++wrong_ > kMaxShown) return;
    if (session_.common.json) {
      first_wrong_.emplace_back(Fields{{"place", placement.where}, {"violation", *fault}});
    } else if (!session_.common.quiet) {
      session_.output.write(fmt::format("{}: {}: {}\n", placement.where,
                                        session_.output.paint().bad("not a solution"), *fault));
      if (wrong_ == kMaxShown) session_.output.write("others are only counted\n");
    }
  }

  void finish(bool is_correct, const Fields& members, const std::string& text) {
    session_.verdict = is_correct ? ExitCode::done : ExitCode::negative;
    print_result(session_, members, text, "");
  }

  void say_time(double seconds, int threads) {
    session_.note(fmt::format("{}, {}", format_duration(seconds), plural(threads, "thread")));
  }

  std::optional<Board> board_;  ///< the one asked for, else that of the first placement
  std::uint64_t placements_ = 0;
  std::uint64_t wrong_ = 0;
  Value::List first_wrong_;
};

std::vector<Option> options_of(VerifyArguments& to) {
  // One thread verifies these.
  Option threads = option::threads(to.options.threads);
  Option pin = option::pin(to.options.pinning);
  threads.excludes = pin.excludes = {"--variant", "--place", "--block", "--exclude", "--board"};
  return option::with_restrictions(
      with_common(
          {
              {.name = "placement file",
               .to = &to.file,
               .help = "placement file, or - for standard input; several: a line each, as nqueens "
                       "list prints them; with -q the exit code alone answers",
               .value = "FILE|-",
               .required = true},
              option::placement_board(to.problem),
              option::base(to.options.base),
              threads,
              pin,
          },
          to, {"--json", "--quiet", "--color"}),
      to.problem);
}

}  // namespace

Command verify_command() {
  return {"verify",
          "Check whether placements are solutions",
          {{"nqueens verify queens.txt", "a text or .npy file"},
           {"nqueens list 8 | nqueens verify -", "each of the 92 lines"},
           {"nqueens verify queens.npy 1e7 -q && echo fine", "by exit code alone"},
           {"nqueens verify queens.txt --place b4,d5", "a completion of given queens"},
           {"nqueens solve 8x12 | nqueens verify - 8x12", "a queen in each of eight rows"}},
          prepare(options_of, run_with<Verification>)};
}

}  // namespace nqueens::cli
