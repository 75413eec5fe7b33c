// nqueens verify: checks whether a placement, from a file or standard input, is a solution.
#include <fmt/format.h>

#include <utility>

#include "cli/commands/commands.hpp"
#include "cli/commands/record.hpp"
#include "cli/options/problem_arguments.hpp"
#include "cli/options/shared_options.hpp"
#include "cli/terminal/text.hpp"
#include "nqueens/error.hpp"
#include "nqueens/placement_file.hpp"
#include "nqueens/verify.hpp"

namespace nqueens::cli {

namespace {

struct VerifyArguments {
  std::string file;
  std::optional<std::uint64_t> size;
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

/// Whether the placement solves the problem of --place, --board and the others.
ExitCode verify_completion(const VerifyArguments& arguments, Session& session) {
  const std::string& file = arguments.file;
  const Placement columns =
      file == "-" ? read_placement_stream(0, "standard input") : read_placement_file(file);
  ProblemArguments of_problem = arguments.problem;
  if (!of_problem.has_board())
    of_problem.board = fmt::to_string(arguments.size.value_or(columns.size()));
  const Problem problem = make_problem(of_problem);
  if (columns.size() != static_cast<std::size_t>(problem.rows())) {
    throw InvalidPlacement(fmt::format("{} in {}, and a board of {}",
                                       plural(columns.size(), "queen"), escape_controls(file),
                                       board_text(problem)));
  }
  const std::optional<std::string> found = find_violation(problem, columns);
  if (arguments.common.json) {
    Json record = begin_record("verify");
    record["file"] = file;
    add_problem(record, problem);
    record["solution"] = !found;
    record["violation"] = found ? Json(*found) : Json(nullptr);
    print_record(session, std::move(record));
  } else if (!arguments.common.quiet) {
    const Paint& paint = session.output.paint();
    session.output.write(found ? fmt::format("{}: {}\n", paint.bad("not a solution"), *found)
                               : fmt::format("{}: {}\n", paint.good("solution"), title(problem)));
  }
  session.output.flush();
  return found ? ExitCode::negative : ExitCode::done;
}

ExitCode verify_placement(const VerifyArguments& arguments, Session& session) {
  if (arguments.problem.has_restrictions()) return verify_completion(arguments, session);
  VerifyOptions options;
  note_shared_processors(arguments.common.threads, session);
  options.threads = arguments.common.threads;
  options.pinning = arguments.common.pinning();
  options.expected_size = arguments.size;
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
  return option::with_restrictions(
      {
          {.name = "placement file",
           .to = &to.file,
           .value = "FILE|-",
           .help =
               "placement file, or - for standard input; if it is no solution, the first attacking "
               "pair is named",
           .required = true},
          {.name = "--size",
           .to = &to.size,
           .value = "NUM",
           .help = "refuse a placement of any other number of queens",
           .max = kMaxStreamedSize},
          option::threads(to.common.threads),
          option::pin(to.common.pin),
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
           {"nqueens verify queens.txt --place b4,d5", "a completion of given queens"}},
          prepare(options_of, verify_placement)};
}

}  // namespace nqueens::cli
