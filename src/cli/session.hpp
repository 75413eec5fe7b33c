// What a command is given to work with: streams, early ends, the option table, and a place for
// what is to be said should the run be stopped.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/messages.hpp"
#include "cli/option_table.hpp"
#include "cli/output.hpp"
#include "cli/stop_control.hpp"

namespace nqueens::cli {

/// Said after an early end. A command keeps it up to date while it runs.
struct StoppedReport {
  std::string how_far;  ///< "812 of 3200 tasks done (25.4 %)"
  std::string what_to_do;
};

struct Session {
  explicit Session(std::vector<std::string> command_line)
      : words(std::move(command_line)), output(1), messages(2), stop(messages) {}

  std::vector<std::string> words;  ///< argv
  Output output;
  Messages messages;
  StopControl stop;
  ProgramTable table;
  StoppedReport stopped;
};

}  // namespace nqueens::cli
