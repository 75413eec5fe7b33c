// The program: prepares the process, runs the command line, turns any failure into an exit code.
#include <stdlib.h>

#include <string>
#include <vector>

#include "cli/commands/commands.hpp"
#include "cli/program.hpp"
#include "cli/terminal/output.hpp"

int main(int argc, char** argv) {
  using namespace nqueens::cli;
  open_missing_streams();
  ignore_failed_writes();
  // hwloc would load plugins for 2 ms, none of which is used here.
  ::setenv("HWLOC_PLUGINS_PATH", "", 0);
  const Program program = nqueens_program();
  Session session(program, {argv, argv + argc});
  try {
    session.stop.start();
    return to_int(run_program(session));
  } catch (...) {
    return to_int(report_failure(session));
  }
}
