// One run of the program, from its arguments to its exit code; and the session that a command gets.
#pragma once

#include <exception>
#include <optional>
#include <string>
#include <vector>

#include "cli/terminal/stop_control.hpp"
#include "cli/terminal/streams.hpp"
#include "nqueens/error.hpp"
#include "nqueens/fields.hpp"

namespace nqueens::cli {

/// What to do after a stop; "with more time" is added where the time limit was the cause.
inline constexpr const char* kRunAgain = "run it again";
inline constexpr const char* kResume = "run it again to resume";  ///< a run with a journal

/// Printed when a run is stopped. The command keeps it up to date.
struct StoppedReport {
  std::string how_far;  ///< "812 of 3200 tasks done (25.4 %)"
  std::string what_to_do;
};

/// What the program itself does with a run; everything else goes into the options of the library.
struct CommonOptions {
  bool json = false;
  bool quiet = false;
  bool no_progress = false;
  ColourChoice colour = ColourChoice::automatic;
  std::optional<double> time_limit;
};

struct Session {
  Session(const Program& its_program, std::vector<std::string> command_line)
      : program(its_program),
        words(std::move(command_line)),
        messages(2, its_program.name),
        output(1, messages),
        stop(messages) {}

  /// Sets the streams up by --quiet, --no-progress and --color.
  void apply(const CommonOptions& options);
  /// A line on standard error, after the result so far.
  void note(std::string_view text);

  const Program& program;
  std::vector<std::string> words;  ///< argv
  Messages messages;
  Output output;
  StopControl stop;
  StoppedReport stopped;
  CommonOptions common{};
  std::optional<ExitCode> verdict{};  ///< the exit code also where nobody reads the result
  Fields object{};                    ///< what is known of the JSON object of the run
  bool prints_object = false;         ///< --json asks for it, and it is not printed yet
};

/// Runs session.words; session.stop must have been started. Every failure is an exception.
ExitCode run_program(Session& session);

/// What a failure means to the user: nothing to say when the result was cut off.
struct Failure {
  ExitCode code;
  std::string text;
};
Failure failure_of(const std::exception_ptr& failure);

/// In a catch: prints the exception being handled in one line, and returns its exit code.
ExitCode report_failure(Session& session);

/// Thrown for the negative answer of a check: exit code 1.
class NegativeAnswer : public Error {
 public:
  using Error::Error;
};

}  // namespace nqueens::cli
