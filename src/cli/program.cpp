#include "cli/program.hpp"

#include <new>
#include <stdexcept>
#include <system_error>
#include <typeinfo>

#include "cli/docs/documents.hpp"
#include "cli/report.hpp"
#include "nqueens/version.hpp"

namespace nqueens::cli {

namespace {

/// Says how far a stopped run came, and what resumes it.
std::string stopped_text(const Session& session, const StopCause& cause) {
  const StoppedReport& report = session.stopped;
  std::string what_to_do = report.what_to_do;
  if (what_to_do == kRunAgain && cause.code == ExitCode::stopped) what_to_do += " with more time";
  return fmt::format("{}: {}; {}", cause.description, std::string(report.how_far), what_to_do);
}

/// That there is no solution, or none yet, is an answer: the object that --json asks for tells it.
void print_early_end(Session& session, const Error& error, const std::string& outcome) {
  if (!session.prints_object) return;
  try {
    print_object(session, error.so_far, outcome);
    session.output.flush();
  } catch (const ClosedPipe&) {  // the exit code tells it too
  }
}

}  // namespace

void Session::apply(const CommonOptions& options) {
  common = options;
  prints_object = options.json;
  messages.set_up(options.quiet, !options.no_progress, options.colour);
  output.set_colour(options.colour);
  stop.limit(options.time_limit);
}

void Session::note(std::string_view text) {
  output.flush();
  messages.note(text);
}

ExitCode run_program(Session& session) {
  const Program& program = session.program;
  if (session.words.size() < 2 && program.has_commands()) {
    session.messages.block(short_usage(program));
    return ExitCode::bad_input;
  }
  const CommandLine line = parse({session.words.begin() + 1, session.words.end()}, program);
  if (line.help) {
    const Paint& paint = session.output.paint();
    session.output.write(line.command == nullptr
                             ? program_help(program, paint, line.brief)
                             : command_help(program, *line.command, paint, line.brief));
  } else if (line.version) {
    session.output.write(fmt::format("{} {}\n", program.name, kVersion));
  } else {
    begin_object(session, line.command->name);
    try {
      line.invocation.run(session);
    } catch (const Stopped& error) {
      print_early_end(session, error, "stopped");
      throw;
    } catch (const NoSolution& error) {
      print_early_end(session, error, "none");
      throw;
    }
  }
  session.output.finish();
  session.messages.block("");  // what waits for a next note
  return session.verdict.value_or(ExitCode::done);
}

Failure failure_of(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const ClosedPipe&) {
    return {ExitCode::cut_off, {}};
  } catch (const Stopped& stopped) {
    return {ExitCode::stopped, stopped.what()};
  } catch (const NoSolution& error) {
    return {ExitCode::negative, error.what()};
  } catch (const NegativeAnswer& error) {
    return {ExitCode::negative, error.what()};
  } catch (const NeedsConfirmation& error) {
    return {ExitCode::bad_input,
            fmt::format("{}; to count it all the same, add --force", error.what())};
  } catch (const TooManyShards& error) {
    const std::string advice = error.deep_enough
                                   ? fmt::format("--depth {} allows more", *error.deep_enough)
                                   : "take fewer";
    return {ExitCode::bad_input, fmt::format("{}; {}", error.what(), advice)};
  } catch (const Error& error) {
    return {ExitCode::bad_input, error.what()};
  } catch (const std::bad_alloc&) {
    return {ExitCode::bad_input, "out of memory; try a smaller board or fewer threads"};
  } catch (const std::exception& error) {
    // TBB throws a plain std::runtime_error if a thread does not start.
    if (typeid(error) == typeid(std::runtime_error) ||
        dynamic_cast<const std::system_error*>(&error) != nullptr) {
      return {ExitCode::bad_input,
              fmt::format("the system refused: {}; use fewer threads, or raise the limits (ulimit "
                          "-u, -v, -n)",
                          error.what())};
    }
    return {ExitCode::bad_input,
            fmt::format("unexpected failure: {}; please report this", error.what())};
  }
}

ExitCode report_failure(Session& session) {
  session.messages.clear_progress();
  Failure failure = failure_of(std::current_exception());
  const std::optional<StopCause> cause = session.stop.cause();
  // A stop without a cause is a limit of the library's own, such as the number of restarts.
  if (failure.code == ExitCode::stopped && cause) {
    failure = {cause->code, stopped_text(session, *cause)};
  }
  if (failure.code == ExitCode::cut_off) failure.code = session.verdict.value_or(failure.code);
  if (!failure.text.empty()) session.messages.error(failure.text);
  return failure.code;
}

}  // namespace nqueens::cli
