// One run of the program, from its arguments to its exit code; and the session that a command gets.
#pragma once

#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "cli/terminal/stop_control.hpp"
#include "cli/terminal/streams.hpp"
#include "nqueens/error.hpp"
#include "nqueens/fields.hpp"

namespace nqueens::cli {

/// Says what to do after a stop; "with more time" is added where the time limit was the cause.
inline constexpr const char* kRunAgain = "run it again";
inline constexpr const char* kResume = "run it again to resume";  ///< a run with a journal

/// A text that one thread writes while another one reads it.
class SharedText {
 public:
  SharedText& operator=(std::string text) {
    const std::lock_guard lock(mutex_);
    text_ = std::move(text);
    return *this;
  }
  operator std::string() const {  // NOLINT(google-explicit-constructor)
    const std::lock_guard lock(mutex_);
    return text_;
  }

 private:
  mutable std::mutex mutex_;
  std::string text_ = "nothing is done yet";
};

/// Printed when a run is stopped. The command keeps it up to date.
struct StoppedReport {
  SharedText how_far;  ///< "812 of 3200 tasks done (25.4 %)"
  std::string what_to_do;
};

/// The program itself takes these; everything else goes into the options of the library.
struct CommonOptions {
  bool json = false;
  bool quiet = false;
  bool no_progress = false;
  std::optional<double> log_seconds;  ///< those of --progress; 0 for none
  ColourChoice colour = ColourChoice::automatic;
  std::optional<double> time_limit;
};

struct Session {
  /// Sets the streams up by --quiet, --no-progress and --color, and the time limit.
  void apply(const CommonOptions& options);
  void note(std::string_view text);  ///< a line on standard error, after the result so far

  const Program& program;
  std::vector<std::string> words;  ///< argv
  Messages messages{2, program.name};
  Output output{1, messages};
  StoppedReport stopped{};
  StopControl stop{messages, [this] { messages.report_progress(stopped.how_far); }};
  CommonOptions common{};
  std::optional<ExitCode> verdict{};  ///< the exit code, also where nobody reads the result
  Fields object{};                    ///< what is known of the JSON object of the run
  bool prints_object = false;         ///< --json asks for it, and it is not printed yet
};

/// Runs session.words; session.stop must have been started. Every failure is an exception.
ExitCode run_program(Session& session);

/// What a failure means to the user; nothing need be said when the result was cut off.
struct Failure {
  ExitCode code;
  std::string text;
};
Failure failure_of(const std::exception_ptr& failure);

/// Prints, in a catch, the exception being handled in one line, and returns its exit code.
ExitCode report_failure(Session& session);

/// A check throws it for a negative answer: exit code 1.
class NegativeAnswer : public Error {
 public:
  using Error::Error;
};

}  // namespace nqueens::cli
