// The program: prepares the process, runs the command line, turns any failure into an exit code.

#include "cli/commands/commands.hpp"
#include "cli/program.hpp"
#include "cli/terminal/streams.hpp"

int main(int argc, char** argv) try {
  using namespace nqueens::cli;
  prepare_process();
  const Program program = nqueens_program();
  ExitCode code = ExitCode::done;
  {
    Session session{program, {argv, argv + argc}};
    try {
      session.stop.start();
      code = run_program(session);
    } catch (...) {
      code = report_failure(session);
    }
  }
  // By now files are closed and threads have ended.
  if (code == ExitCode::cut_off) end_by_sigpipe();
  return to_int(code);
} catch (...) {  // while there was no session
  const auto [code, text] = nqueens::cli::failure_of(std::current_exception());
  nqueens::cli::Messages(2).error(text);
  return nqueens::cli::to_int(code);
}
