// What a command is: a name, a line about it, examples, and a function that declares its options
// and returns what to do. A new command is one file in commands/ and one line in command_list.cpp.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/exit_code.hpp"
#include "cli/option_table.hpp"
#include "cli/session.hpp"

namespace nqueens::cli {

/// Runs a command whose options have been parsed. Results go to session.output, all else to
/// session.messages; failures are exceptions.
using Action = std::function<ExitCode(Session& session)>;

struct Command {
  std::string name;
  std::string summary;            ///< one line, capitalised, no full stop
  std::vector<Example> examples;  ///< the first one stands in error lines about missing arguments
  std::function<Action(CLI::App& app)> declare;
  std::vector<MovedOption> moved{};  ///< kept for one release
};

}  // namespace nqueens::cli
