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
  ExitCode code = ExitCode::done;
  {
    Session session(program, {argv, argv + argc});
    try {
      session.stop.start();
      code = run_program(session);
    } catch (...) {
      code = report_failure(session);
    }
  }
  // Files are closed and threads have ended.
  if (code == ExitCode::cut_off) end_by_sigpipe();
  return to_int(code);
}
