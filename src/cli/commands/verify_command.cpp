// nqueens verify: checks whether a placement, from a file or standard input, is a solution.
#include <fmt/format.h>

#include "cli/commands/commands.hpp"
#include "cli/commands/record.hpp"
#include "cli/options/shared_options.hpp"
#include "cli/terminal/text.hpp"
#include "nqueens/verify.hpp"

namespace nqueens::cli {

namespace {

struct VerifyArguments {
  std::string file;
  std::optional<std::uint64_t> size;
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

ExitCode verify_placement(const VerifyArguments& arguments, Session& session) {
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
  return {
      {.name = "placement file",
       .to = &to.file,
       .value = "FILE|-",
       .help = "placement file, or - for standard input; if it is no solution, the first attacking "
               "pair is named",
       .required = true},
      {.name = "--size",
       .to = &to.size,
       .value = "NUM",
       .help = "refuse a placement of any other number of queens",
       .max = kMaxPlacementSize},
      option::threads(to.common.threads),
      option::pin(to.common.pin),
      option::json(to.common.json),
      option::quiet(to.common.quiet),
      option::colour(to.common.colour),
  };
}

}  // namespace

Command verify_command() {
  return {"verify",
          "Say whether a placement is a solution",
          {{"nqueens verify queens.txt", "a file, text or binary"},
           {"nqueens solve 1000 | nqueens verify -", "standard input"},
           {"nqueens verify queens.nqp --size 1e7 -q && echo fine", "by exit code alone"}},
          prepare(options_of, verify_placement)};
}

}  // namespace nqueens::cli
