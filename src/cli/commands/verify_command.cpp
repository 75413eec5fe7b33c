// nqueens verify: checks whether placements, of a file or standard input, are solutions.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/stopwatch.hpp"
#include "cli/commands/commands.hpp"
#include "cli/commands/record.hpp"
#include "cli/options/input_file.hpp"
#include "cli/options/problem_arguments.hpp"
#include "cli/options/shared_options.hpp"
#include "cli/options/squares.hpp"
#include "cli/options/values.hpp"
#include "cli/terminal/text.hpp"
#include "domain/columns.hpp"
#include "domain/restrictions.hpp"
#include "nqueens/error.hpp"
#include "nqueens/verify.hpp"
#include "placements/board_file.hpp"
#include "placements/verify.hpp"

namespace nqueens::cli {

namespace {

struct VerifyArguments {
  std::string file;
  ProblemArguments problem;
  CommonOptions common;
};

Json square(const Square& square) {
  return {{"row", square.row}, {"column", square.column}};
}

Json record_of(const std::string& file, const VerifyResult& result) {
  Json record = begin_record("verify");
  record["file"] = file;
  record["board_size"] = result.board_size;
  record["solution"] = result.is_solution();
  record["attack"] = nullptr;
  if (result.attack) {
    record["attack"] = {{"first", square(result.attack->first)},
                        {"second", square(result.attack->second)},
                        {"line", std::string(to_string(result.attack->line))}};
  }
  record["seconds"] = result.seconds;
  return record;
}

/// Rows and columns of any number.
struct Shape {
  std::uint64_t rows = 0;
  std::uint64_t columns = 0;

  bool is_square() const { return rows == columns; }
  /// More than a Problem has.
  bool is_large() const {
    return std::max(rows, columns) > static_cast<std::uint64_t>(kMaxProblemSize);
  }
  std::string text() const { return board_text(rows, columns); }
};

/// The board that --size asks for.
std::optional<Shape> given_shape(const ProblemArguments& problem) {
  if (!problem.board) return std::nullopt;
  if (problem.board->find('x') == std::string::npos) {
    const std::uint64_t size = parse_whole(*problem.board, "--size", 0, kMaxStreamedSize);
    return Shape{size, size};
  }
  try {
    const BoardShape shape = parse_board(*problem.board);
    return Shape{static_cast<std::uint64_t>(shape.rows), static_cast<std::uint64_t>(shape.columns)};
  } catch (const InvalidArgument& error) {
    throw InvalidArgument(fmt::format("--size: {}", error.what()));
  }
}

constexpr const char* kJoined = "; is a blank line missing between two boards?";

/// Verifies placements that are in memory, all on one board: that of --size or --board, or else
/// that of the first.
class Verifier {
 public:
  Verifier(const ProblemArguments& arguments, std::optional<Shape> size, PlacementSource& source)
      : arguments_(arguments),
        size_(size),
        name_(source.name()),
        is_drawing_(is_drawing(source.input().head())) {}

  /// Throws InvalidPlacement for a placement of another shape, and for a column off the board.
  /// `width` is as in ListedPlacement, `where` the place in a list or empty.
  void require_on_board(const Placement& columns, std::uint64_t width, const std::string& where) {
    const auto name = [&] { return where.empty() ? name_ : fmt::format("{} of {}", where, name_); };
    const bool is_first = !std::exchange(has_shape_, true);
    if (is_first) settle(columns, width, name());
    if (columns.size() != shape_.rows || (width != 0 && width != shape_.columns)) {
      throw InvalidPlacement(fmt::format("{} in {}, and a board of {}{}{}",
                                         shape_text(columns.size(), width), name(), shape_.text(),
                                         is_first || has_given_board() ? "" : " before it",
                                         is_joined(columns, width) ? kJoined : ""));
    }
    const bool may_be_rectangle = !has_given_board() && width == 0 && !shape_.is_large();
    require_columns_on_board(columns, shape_.columns, name(),
                             may_be_rectangle ? "; of a rectangle? give --size ROWSxCOLUMNS" : "");
  }

  /// What keeps the placement from being a solution; throws as require_on_board() does.
  std::optional<std::string> find_fault(const Placement& columns, std::uint64_t width,
                                        const std::string& where) {
    require_on_board(columns, width, where);
    if (!has_given_board() && is_joined(columns, width)) {
      return fmt::format("{} rows of {} columns{}", columns.size(), width, kJoined);
    }
    if (problem_) return find_violation(*problem_, columns);
    // find_attack() is faster on small boards, verify() needs less memory.
    constexpr std::size_t kLargest = 100'000;
    const std::optional<AttackingPair> attack =
        shape_.is_square() && columns.size() > kLargest
            ? verify(columns).attack
            : placements::find_attack(columns, shape_.columns);
    if (attack) return to_string(*attack);
    for (const Square& square : placed_) {
      if (columns[square.row] == square.column) continue;
      return fmt::format("no queen on row {}, column {}, where one is given", square.row,
                         square.column);
    }
    for (const Square& square : blocked_) {
      if (columns[square.row] != square.column) continue;
      return fmt::format("no queen may stand on row {}, column {}", square.row, square.column);
    }
    return std::nullopt;
  }

  // After the first placement:

  /// Whether there is nothing to check but that no two queens attack each other.
  bool is_plain() const { return !arguments_.has_restrictions() && shape_.is_square(); }
  /// "8 queens", "Q(5x8)", "Q(8 with 0:3)".
  std::string name_of_board() const {
    if (problem_) return title(*problem_);
    return shape_.is_square() ? plural(shape_.rows, "queen") : fmt::format("Q({})", shape_.text());
  }
  void add_board(Json& record) const {
    if (problem_) {
      add_problem(record, *problem_);
    } else if (shape_.is_square()) {
      record["board_size"] = shape_.rows;
    } else {
      record["board_rows"] = shape_.rows;
      record["board_columns"] = shape_.columns;
    }
  }

 private:
  bool has_given_board() const { return arguments_.has_board(); }

  /// More rows than columns.
  bool is_joined(const Placement& columns, std::uint64_t width) const {
    return is_drawing_ && columns.size() > width;
  }

  /// Decides on the board, before the first placement is verified.
  void settle(const Placement& columns, std::uint64_t width, const std::string& name) {
    shape_ = size_.value_or(Shape{columns.size(), width == 0 ? columns.size() : width});
    if (shape_.is_large() && arguments_.has_only_squares()) {
      placed_ = read_all_squares(arguments_.place, shape_.rows, shape_.columns);
      blocked_ = read_all_squares(arguments_.block, shape_.rows, shape_.columns);
    } else if (!is_plain()) {
      if (size_ && size_->is_large()) {
        throw InvalidArgument(
            fmt::format("--size is {}; {}", *arguments_.board, kOnlyPlainIsLarge));
      }
      problem_ = make_problem_of({name, columns, width}, arguments_);
      shape_ = {static_cast<std::uint64_t>(problem_->rows()),
                static_cast<std::uint64_t>(problem_->columns())};
    }
  }

  const ProblemArguments& arguments_;
  const std::optional<Shape> size_;
  const std::string name_;
  const bool is_drawing_;
  bool has_shape_ = false;
  Shape shape_;
  std::optional<Problem> problem_;  ///< none for a plain square board, and for a large one
  std::vector<Square> placed_;      ///< of a large board
  std::vector<Square> blocked_;
};

/// Verifies several placements one by one, in the memory of one; counts those that are solutions.
class ListVerification {
 public:
  ListVerification(const VerifyArguments& arguments, Verifier& verifier, Session& session)
      : arguments_(arguments), verifier_(verifier), session_(session) {}

  ExitCode run(PlacementSource& source) {
    const base::Stopwatch watch;
    source.read_list([this](const placements::ListedPlacement& placement) {
      take(placement);
      return true;
    });
    const std::uint64_t solutions = placements_ - wrong_;
    const Paint& paint = session_.output.paint();
    if (arguments_.common.json) {
      Json record = begin_record("verify");
      record["file"] = arguments_.file;
      record["solution"] = wrong_ == 0;
      record["placements"] = fmt::to_string(placements_);
      record["solutions"] = fmt::to_string(solutions);
      record["wrong"] = std::move(first_wrong_);
      record["seconds"] = watch.seconds();
      print_record(session_, std::move(record));
    } else if (!arguments_.common.quiet) {
      session_.output.write(
          wrong_ == 0 ? fmt::format("{} of {}\n", paint.good(plural(solutions, "solution")),
                                    verifier_.name_of_board())
                      : fmt::format("{} of {} {}\n", paint.bad(fmt::to_string(solutions)),
                                    plural(placements_, "placement"),
                                    placements_ == 1 || solutions == 1 ? "is a solution"
                                                                       : "are solutions"));
    }
    session_.output.flush();
    session_.messages.note(format_duration(watch.seconds()));
    return wrong_ == 0 ? ExitCode::done : ExitCode::negative;
  }

 private:
  /// A few tell what is wrong with all.
  static constexpr std::uint64_t kMaxShown = 10;

  void take(const placements::ListedPlacement& placement) {
    ++placements_;
    const std::optional<std::string> fault =
        verifier_.find_fault(placement.columns, placement.width, placement.where);
    if (!fault) return;
    if (++wrong_ > kMaxShown) return;
    if (arguments_.common.json) {
      first_wrong_.push_back({{"place", placement.where}, {"violation", *fault}});
    } else if (!arguments_.common.quiet) {
      session_.output.write(fmt::format("{}: {}: {}\n", placement.where,
                                        session_.output.paint().bad("not a solution"), *fault));
      if (wrong_ == kMaxShown) session_.output.write("others are only counted\n");
    }
  }

  const VerifyArguments& arguments_;
  Verifier& verifier_;
  Session& session_;
  std::uint64_t placements_ = 0;
  std::uint64_t wrong_ = 0;
  Json first_wrong_ = Json::array();
};

ExitCode report(const VerifyArguments& arguments, const std::optional<std::string>& fault,
                const std::string& name, Json record, Session& session) {
  const Paint& paint = session.output.paint();
  if (arguments.common.json) {
    print_record(session, std::move(record));
  } else if (!arguments.common.quiet) {
    session.output.write(fault ? fmt::format("{}: {}\n", paint.bad("not a solution"), *fault)
                               : fmt::format("{}: {}\n", paint.good("solution"), name));
  }
  session.output.flush();
  return fault ? ExitCode::negative : ExitCode::done;
}

ExitCode report(const VerifyArguments& arguments, const VerifyResult& result, Session& session) {
  const auto fault = result.attack ? std::optional(to_string(*result.attack)) : std::nullopt;
  const ExitCode code = report(arguments, fault, plural(result.board_size, "queen"),
                               record_of(arguments.file, result), session);
  session.messages.note(format_duration(result.seconds));
  return code;
}

/// Whether a placement, unless it must be held, is verified while it is read.
bool is_long(PlacementSource& source) {
  const placements::PlacementInput& input = source.input();
  if (input.is_binary()) return input.header_size() > placements::kHeadBytes;
  return !is_drawing(input.head()) && input.head().size() == placements::kHeadBytes;
}

ExitCode verify_placement(const VerifyArguments& arguments, Session& session) {
  const std::optional<Shape> size = given_shape(arguments.problem);
  const auto rows = size ? std::optional(size->rows) : std::nullopt;
  PlacementSource source(arguments.file);
  Verifier verifier(arguments.problem, size, source);
  if (source.is_list(rows)) return ListVerification(arguments, verifier, session).run(source);

  VerifyOptions options;
  note_shared_processors(arguments.common.threads, session);
  options.threads = arguments.common.threads;
  options.pinning = arguments.common.pinning();
  options.expected_size = rows;
  const bool must_be_held = arguments.problem.has_restrictions() || (size && !size->is_square());
  if (!must_be_held && is_long(source)) {
    // No stoppable section: there is nothing to save, and standard input may wait for ever.
    return report(arguments, placements::verify_input(source.input(), options), session);
  }
  const PlacementArgument placement = read_placement(source);
  verifier.require_on_board(placement.columns, placement.width, "");
  if (verifier.is_plain()) return report(arguments, verify(placement.columns, options), session);
  const std::optional<std::string> fault =
      verifier.find_fault(placement.columns, placement.width, "");
  Json record = begin_record("verify");
  record["file"] = arguments.file;
  verifier.add_board(record);
  record["solution"] = !fault;
  record["violation"] = fault ? Json(*fault) : Json(nullptr);
  return report(arguments, fault, verifier.name_of_board(), std::move(record), session);
}

std::vector<Option> options_of(VerifyArguments& to) {
  // One thread verifies these.
  const std::vector<std::string> small_boards = {"--variant", "--place", "--block", "--exclude",
                                                 "--board"};
  return option::with_restrictions(
      {
          {.name = "placement file",
           .to = &to.file,
           .value = "FILE|-",
           .help = "placement file, - reads standard input: column numbers, binary, or a drawing; "
                   "if it is no solution, the first attacking pair is named; or several placements "
                   "of one board, as nqueens list writes them: the output is how many are "
                   "solutions, and why the first ten others are not",
           .required = true},
          {.name = "--size",
           .to = &to.problem.board,
           .value = "N|MxN",
           .help = "board size, or rows and columns, as in 8x12; placements of any other are "
                   "refused; default: as many columns as rows"},
          excluding(option::threads(to.common.threads), small_boards),
          excluding(option::pin(to.common.pin), small_boards),
          option::json(to.common.json),
          option::quiet(to.common.quiet),
          option::colour(to.common.colour),
      },
      to.problem);
}

}  // namespace

Command verify_command() {
  return {"verify",
          "Say whether placements are solutions",
          {{"nqueens verify queens.txt", "a file, text or binary"},
           {"nqueens solve 1000 | nqueens verify -", "standard input"},
           {"nqueens list 8 | nqueens verify -", "each of the 92 lines"},
           {"nqueens verify queens.nqp --size 1e7 -q && echo fine", "by exit code alone"},
           {"nqueens verify queens.txt --place b4,d5", "a completion of given queens"},
           {"nqueens solve 8x12 | nqueens verify - --size 8x12", "a queen in each of eight rows"}},
          prepare(options_of, verify_placement)};
}

}  // namespace nqueens::cli
