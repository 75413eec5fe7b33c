#include "cli/program.hpp"

#include <fmt/format.h>

#include <exception>
#include <new>

#include "cli/arguments.hpp"
#include "cli/command_line.hpp"
#include "cli/command_list.hpp"
#include "cli/help.hpp"
#include "nqueens/error.hpp"
#include "nqueens/version.hpp"

namespace nqueens::cli {

namespace {

/// A run that was stopped says how far it came and how to go on.
ExitCode report_stopped(Session& session, const Stopped& stopped) {
  const std::optional<StopCause> cause = session.stop.cause();
  if (!cause) {  // a limit of the library's own, such as the number of restarts
    session.messages.error(stopped.what());
    return ExitCode::stopped;
  }
  session.messages.error(fmt::format("{}: {}; {}", cause->description(), session.stopped.how_far,
                                     session.stopped.what_to_do));
  return cause->exit_code();
}

}  // namespace

ExitCode run_program(Session& session) {
  session.stop.start();
  CommandLine command_line(all_commands());
  session.table = command_line.table();
  if (session.words.size() < 2) {
    session.messages.block(short_usage(session.table));
    return ExitCode::bad_input;
  }
  const Arguments arguments =
      arrange({session.words.begin() + 1, session.words.end()}, session.table);
  ExitCode code = ExitCode::done;
  if (arguments.help) {
    const CommandEntry* const command = session.table.find(arguments.command);
    const Paint paint = paint_for(session.output.descriptor(), ColourChoice::automatic);
    session.output.write(command == nullptr ? program_help(session.table, paint)
                                            : command_help(*command, paint));
  } else if (arguments.version) {
    session.output.write(fmt::format("nqueens {}\n", kVersion));
  } else if (arguments.command.empty()) {
    throw InvalidArgument(
        fmt::format("command is missing: {}; for example: {}",
                    fmt::join(session.words.begin() + 1, session.words.end(), " "),
                    session.table.examples.front().line));
  } else {
    code = command_line.parse(arguments)(session);
  }
  session.output.finish();
  return code;
}

ExitCode report_failure(Session& session) {
  session.messages.clear_progress();
  try {
    throw;
  } catch (const ClosedPipe&) {
    return ExitCode::done;
  } catch (const Stopped& stopped) {
    return report_stopped(session, stopped);
  } catch (const NoSolution& error) {
    session.messages.error(error.what());
    return ExitCode::negative;
  } catch (const NegativeAnswer& error) {
    session.messages.error(error.what());
    return ExitCode::negative;
  } catch (const Error& error) {
    session.messages.error(error.what());
  } catch (const std::bad_alloc&) {
    session.messages.error("out of memory: the system refused more; take a smaller board");
  } catch (const std::exception& error) {
    session.messages.error(fmt::format("unexpected failure: {}; please report it", error.what()));
  }
  return ExitCode::bad_input;
}

}  // namespace nqueens::cli
