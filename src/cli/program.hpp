// One run of the program, from its arguments to its exit code.
#pragma once

#include "cli/exit_code.hpp"
#include "cli/session.hpp"
#include "nqueens/error.hpp"

namespace nqueens::cli {

/// Runs session.words. Every failure is an exception.
ExitCode run_program(Session& session);

/// For the catch of main: says in one line what the exception being handled means, and returns the
/// exit code for it.
ExitCode report_failure(Session& session);

/// Thrown for a negative answer of a check that is not a result: exit code 1.
class NegativeAnswer : public Error {
 public:
  using Error::Error;
};

}  // namespace nqueens::cli
