// The program: prepares the process, runs the command line, turns any failure into an exit code.
#include <string>
#include <vector>

#include "cli/commands/commands.hpp"
#include "cli/program.hpp"
#include "cli/terminal/output.hpp"

int main(int argc, char** argv) {
  using namespace nqueens::cli;
  open_missing_streams();
  ignore_failed_writes();
  end_uncaught_in_one_line("nqueens");
  const Program program = nqueens_program();
  Session session(program, {argv, argv + argc});
  try {
    return to_int(run_program(session));
  } catch (...) {
    return to_int(report_failure(session));
  }
}
