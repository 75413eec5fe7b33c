// The program: prepares the process, runs the command line, turns any failure into an exit code.
#include <string>
#include <vector>

#include "cli/program.hpp"
#include "cli/session.hpp"
#include "cli/standard_streams.hpp"

int main(int argc, char** argv) {
  using namespace nqueens::cli;
  open_missing_streams();
  ignore_failed_writes();
  Session session(std::vector<std::string>(argv, argv + argc));
  try {
    return to_int(run_program(session));
  } catch (...) {
    return to_int(report_failure(session));
  }
}
