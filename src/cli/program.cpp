#include "cli/program.hpp"

#include <fmt/format.h>

#include <exception>
#include <new>
#include <system_error>

#include "cli/docs/documents.hpp"
#include "cli/options/parser.hpp"
#include "nqueens/error.hpp"
#include "nqueens/version.hpp"

namespace nqueens::cli {

namespace {

/// How far a stopped run came, and what resumes it.
ExitCode report_stopped(Session& session, const Stopped& stopped) {
  const std::optional<StopCause> cause = session.stop.cause();
  if (!cause) {  // a limit of the library's own, such as the number of restarts
    session.messages.error(stopped.what());
    return ExitCode::stopped;
  }
  const StoppedReport& report = session.stopped;
  std::error_code none;
  const bool has_begun = !report.journal.empty() && std::filesystem::exists(report.journal, none);
  session.messages.error(fmt::format("{}: {}; {}", cause->description(), report.how_far,
                                     has_begun ? report.once_begun : report.what_to_do));
  return cause->exit_code();
}

}  // namespace

ExitCode run_program(Session& session) {
  session.stop.start();
  const Program& program = session.program;
  if (session.words.size() < 2) {
    session.messages.block(short_usage(program));
    return ExitCode::bad_input;
  }
  const CommandLine line = parse({session.words.begin() + 1, session.words.end()}, program);
  ExitCode code = ExitCode::done;
  if (line.help) {
    const Paint& paint = session.output.paint();
    session.output.write(line.command == nullptr ? program_help(program, paint)
                                                 : command_help(program, *line.command, paint));
  } else if (line.version) {
    session.output.write(fmt::format("{} {}\n", program.name, kVersion));
  } else {
    code = line.invocation.run(session);
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
    session.messages.error("out of memory; try a smaller board or fewer threads");
  } catch (const std::system_error& error) {
    if (error.code() == std::errc::too_many_files_open ||
        error.code() == std::errc::too_many_files_open_in_system) {
      session.messages.error(fmt::format("{}; raise the limit (ulimit -n)", error.what()));
      return ExitCode::bad_input;
    }
    // Of std::thread: the system starts no more.
    session.messages.error(
        fmt::format("cannot start a thread: {}; use fewer (--threads) or raise the limits (ulimit "
                    "-u, ulimit -v)",
                    error.what()));
  } catch (const std::exception& error) {
    session.messages.error(fmt::format("unexpected failure: {}; please report this", error.what()));
  }
  return ExitCode::bad_input;
}

}  // namespace nqueens::cli
