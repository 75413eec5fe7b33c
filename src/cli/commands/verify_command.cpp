// nqueens verify: checks whether a placement, from a file or standard input, is a solution.
#include <fmt/format.h>

#include <utility>

#include "cli/commands/commands.hpp"
#include "cli/commands/record.hpp"
#include "cli/options/problem_arguments.hpp"
#include "cli/options/shared_options.hpp"
#include "cli/options/squares.hpp"
#include "cli/options/values.hpp"
#include "cli/terminal/text.hpp"
#include "nqueens/error.hpp"
#include "nqueens/placement_file.hpp"
#include "nqueens/verify.hpp"

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

/// Whether the placement solves the problem of --place, --board and the others.
ExitCode verify_completion(const VerifyArguments& arguments, Session& session) {
  const PlacementArgument placement = read_placement(arguments.file);
  const Placement& columns = placement.columns;
  Json record = begin_record("verify");
  record["file"] = arguments.file;
  std::string name;
  std::optional<std::string> found;
  if (columns.size() > static_cast<std::size_t>(kMaxProblemSize) && !placement.is_rectangle() &&
      arguments.problem.has_only_squares()) {
    const std::optional<std::string>& size = arguments.problem.board;
    if (size && parse_whole(*size, "--size", 0, kMaxStreamedSize) != columns.size()) {
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
    found = find_violation(problem, columns);
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

ExitCode verify_placement(const VerifyArguments& arguments, Session& session) {
  const std::optional<std::string>& board = arguments.problem.board;
  const bool is_rectangle = board && board->find('x') != std::string::npos;
  if (arguments.problem.has_restrictions() || is_rectangle) {
    return verify_completion(arguments, session);
  }
  VerifyOptions options;
  note_shared_processors(arguments.common.threads, session);
  options.threads = arguments.common.threads;
  options.pinning = arguments.common.pinning();
  if (board) options.expected_size = parse_whole(*board, "--size", 0, kMaxStreamedSize);
  // No stoppable section: there is nothing to save, and standard input may wait for ever.
  const std::string& file = arguments.file;
  const VerifyResult result =
      file == "-" ? verify_stream(0, "standard input", options) : verify_file(file, options);
  const Paint& paint = session.output.paint();
  if (arguments.common.json) {
    print_record(session, record_of(file, result));
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
           .help = "placement file, - reads standard input: column numbers, binary, or a drawing; "
                   "if it is no solution, the first attacking pair is named",
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
          "Say whether a placement is a solution",
          {{"nqueens verify queens.txt", "a file, text or binary"},
           {"nqueens solve 1000 | nqueens verify -", "standard input"},
           {"nqueens verify queens.nqp --size 1e7 -q && echo fine", "by exit code alone"},
           {"nqueens verify queens.txt --place b4,d5", "a completion of given queens"},
           {"nqueens solve 8x12 | nqueens verify - --size 8x12", "a queen in each of eight rows"}},
          prepare(options_of, verify_placement)};
}

}  // namespace nqueens::cli
