// nqueens verify: checks whether placements, of a file or standard input, are solutions.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "base/stopwatch.hpp"
#include "cli/commands/commands.hpp"
#include "cli/commands/record.hpp"
#include "cli/options/placement_source.hpp"
#include "cli/options/problem_arguments.hpp"
#include "cli/options/shared_options.hpp"
#include "cli/options/squares.hpp"
#include "cli/options/values.hpp"
#include "cli/terminal/text.hpp"
#include "domain/columns.hpp"
#include "domain/restrictions.hpp"
#include "nqueens/error.hpp"
#include "nqueens/verify.hpp"
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

/// What keeps a placement of more queens than a problem has from being a solution with the given
/// queens and blocked squares.
std::optional<std::string> find_violation(const ProblemArguments& problem,
                                          const Placement& columns) {
  if (const std::optional<AttackingPair> attack = verify(columns).attack) {
    return to_string(*attack);
  }
  const auto text = [&](std::uint64_t row) {
    return fmt::format("no queen may stand on row {}, column {}", row, columns[row]);
  };
  for (const Square& square : read_all_squares(problem.place, columns.size(), columns.size())) {
    if (columns[square.row] != square.column) return text(square.row);
  }
  for (const Square& square : read_all_squares(problem.block, columns.size(), columns.size())) {
    if (columns[square.row] == square.column) return text(square.row);
  }
  return std::nullopt;
}

/// Whether there is more to check than that no two queens attack each other.
bool has_problem(const ProblemArguments& problem) {
  const bool is_rectangle = problem.board && problem.board->find('x') != std::string::npos;
  return problem.has_restrictions() || is_rectangle;
}

/// The number of queens that --size asks for.
std::optional<std::uint64_t> expected_size(const ProblemArguments& problem) {
  if (!problem.board) return std::nullopt;
  if (problem.board->find('x') != std::string::npos) {
    return static_cast<std::uint64_t>(parse_board(*problem.board).rows);
  }
  return parse_whole(*problem.board, "--size", 0, kMaxStreamedSize);
}

/// What keeps a placement from solving the problem, with the question whether it is counted from 1.
std::optional<std::string> find_fault(const Problem& problem, const Placement& columns) {
  std::optional<std::string> found = find_violation(problem, columns);
  const auto width = static_cast<std::uint64_t>(problem.columns());
  if (found && std::find(columns.begin(), columns.end(), width) != columns.end() &&
      may_count_from_one(columns, width)) {
    *found += kCountedFromOne;
  }
  return found;
}

/// Whether the placement solves the problem of --place, --board and the others.
ExitCode verify_completion(const VerifyArguments& arguments, const PlacementArgument& placement,
                           Session& session) {
  const Placement& columns = placement.columns;
  Json record = begin_record("verify");
  record["file"] = arguments.file;
  std::string name;
  std::optional<std::string> found;
  if (columns.size() > static_cast<std::size_t>(kMaxProblemSize) && !placement.is_rectangle() &&
      arguments.problem.has_only_squares()) {
    const std::optional<std::string>& size = arguments.problem.board;
    if (size && expected_size(arguments.problem) != columns.size()) {
      throw InvalidPlacement(fmt::format("{} in {}, and a board of {}",
                                         plural(columns.size(), "queen"),
                                         escape_controls(placement.name), *size));
    }
    record["board_size"] = columns.size();
    name = plural(columns.size(), "queen");
    found = find_violation(arguments.problem, columns);
  } else {
    const Problem problem = make_problem_of(placement, arguments.problem);
    add_problem(record, problem);
    name = title(problem);
    found = find_fault(problem, columns);
  }
  if (arguments.common.json) {
    record["solution"] = !found;
    record["violation"] = found ? Json(*found) : Json(nullptr);
    print_record(session, std::move(record));
  } else if (!arguments.common.quiet) {
    const Paint& paint = session.output.paint();
    session.output.write(found ? fmt::format("{}: {}\n", paint.bad("not a solution"), *found)
                               : fmt::format("{}: {}\n", paint.good("solution"), name));
  }
  session.output.flush();
  return found ? ExitCode::negative : ExitCode::done;
}

/// Verifies several placements one by one, in the memory of one; counts those that are solutions.
class ListVerification {
 public:
  ListVerification(const VerifyArguments& arguments, Session& session)
      : arguments_(arguments), session_(session), has_problem_(has_problem(arguments.problem)) {
    if (has_problem_) {
      if (is_board_small()) problem_ = make_problem(arguments.problem);
    } else {
      size_ = expected_size(arguments.problem);
    }
  }

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
          wrong_ == 0
              ? fmt::format("{} of {}\n", paint.good(plural(solutions, "solution")), of())
              : fmt::format("{} of {} are solutions\n", paint.bad(fmt::to_string(solutions)),
                            plural(placements_, "placement")));
    }
    session_.output.flush();
    session_.messages.note(format_duration(watch.seconds()));
    return wrong_ == 0 ? ExitCode::done : ExitCode::negative;
  }

 private:
  using Shape = std::pair<std::uint64_t, std::uint64_t>;  ///< rows and columns

  /// A few tell what is wrong with all.
  static constexpr std::uint64_t kMaxShown = 10;

  bool is_board_small() const {
    const std::optional<std::string>& board = arguments_.problem.board;
    if (!arguments_.problem.has_board()) return false;
    return !arguments_.problem.has_only_squares() || board->find('x') != std::string::npos ||
           expected_size(arguments_.problem) <= static_cast<std::uint64_t>(kMaxProblemSize);
  }

  void take(const placements::ListedPlacement& placement) {
    ++placements_;
    const std::uint64_t queens = placement.columns.size();
    const Shape shape{queens, placement.width == 0 ? queens : placement.width};
    if (placements_ == 1) shape_ = shape;
    of_one_shape_ = of_one_shape_ && shape == shape_;
    const std::optional<std::string> fault = find_fault_of(placement);
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

  std::optional<std::string> find_fault_of(const placements::ListedPlacement& placement) {
    const Placement& columns = placement.columns;
    const std::uint64_t queens = columns.size();
    if (!has_problem_) return find_attack_of(placement);
    if (!problem_ && queens > static_cast<std::uint64_t>(kMaxProblemSize)) {
      return find_violation(arguments_.problem, columns);
    }
    if (!arguments_.problem.has_board() &&
        (!problem_ || static_cast<std::uint64_t>(problem_->rows()) != queens)) {
      ProblemArguments of_size = arguments_.problem;
      of_size.board = fmt::to_string(queens);
      problem_ = make_problem(of_size);
    }
    const std::string of_board = fmt::format(
        "on a board of {}", problem_ ? board_text(*problem_) : *arguments_.problem.board);
    if (!problem_) return fmt::format("{} {}", plural(queens, "queen"), of_board);
    const auto width = static_cast<std::uint64_t>(problem_->columns());
    if (placement.width != 0 && placement.width != width) {
      return fmt::format("{} {}", plural(placement.width, "column"), of_board);
    }
    return find_fault(*problem_, columns);
  }

  std::optional<std::string> find_attack_of(const placements::ListedPlacement& placement) const {
    const std::uint64_t queens = placement.columns.size();
    if (size_ && *size_ != queens) {
      return fmt::format("{} on a board of {}", plural(queens, "queen"), *size_);
    }
    try {
      if (placement.width == 0) require_columns_on_board(placement.columns);
    } catch (const InvalidPlacement& error) {
      return error.what();
    }
    const std::uint64_t width = placement.width == 0 ? queens : placement.width;
    const auto attack = placements::find_attack(placement.columns, width);
    return attack ? std::optional(to_string(*attack)) : std::nullopt;
  }

  std::string of() const {
    if (problem_) return title(*problem_);
    if (!of_one_shape_) return "boards of several sizes";
    if (shape_.first == shape_.second) return plural(shape_.first, "queen");
    return fmt::format("Q({}x{})", shape_.first, shape_.second);
  }

  const VerifyArguments& arguments_;
  Session& session_;
  const bool has_problem_;
  std::optional<Problem> problem_;  ///< of the command line, or for placements of the last size
  std::optional<std::uint64_t> size_;
  std::uint64_t placements_ = 0;
  std::uint64_t wrong_ = 0;
  Shape shape_;  ///< of the first
  bool of_one_shape_ = true;
  Json first_wrong_ = Json::array();
};

ExitCode verify_placement(const VerifyArguments& arguments, Session& session) {
  const std::optional<std::uint64_t> size = expected_size(arguments.problem);
  PlacementSource source(arguments.file, arguments.problem.variant);
  if (source.is_list(size)) {
    return ListVerification(arguments, session).run(source);
  }
  std::optional<PlacementArgument> held;  // other placements are verified while they are read
  if (has_problem(arguments.problem) || source.is_json()) held = read_placement(source);
  if (held && (has_problem(arguments.problem) || held->is_rectangle())) {
    return verify_completion(arguments, *held, session);
  }
  VerifyOptions options;
  note_shared_processors(arguments.common.threads, session);
  options.threads = arguments.common.threads;
  options.pinning = arguments.common.pinning();
  options.expected_size = size;
  // No stoppable section: there is nothing to save, and standard input may wait for ever.
  const VerifyResult result =
      held ? verify(held->columns, options) : placements::verify_input(source.input(), options);
  const Paint& paint = session.output.paint();
  if (arguments.common.json) {
    print_record(session, record_of(arguments.file, result));
  } else if (!arguments.common.quiet) {
    session.output.write(
        result.attack
            ? fmt::format("{}: {}\n", paint.bad("not a solution"), to_string(*result.attack))
            : fmt::format("{}: {}\n", paint.good("solution"), plural(result.board_size, "queen")));
  }
  session.output.flush();
  session.messages.note(format_duration(result.seconds));
  return result.is_solution() ? ExitCode::done : ExitCode::negative;
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
           .help = "placement file, - reads standard input: column numbers, binary, a drawing, or "
                   "the JSON of solve; if it is no solution, the first attacking pair is named; or "
                   "several placements, in any format of nqueens list: the output is how many are "
                   "solutions, and why the first ten others are not",
           .required = true},
          {.name = "--size",
           .to = &to.problem.board,
           .value = "N|MxN",
           .help = "board size, or rows and columns, as in 8x12; a placement of any other number "
                   "of queens is refused; default: as many columns as rows"},
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
