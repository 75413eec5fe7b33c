// The parser's tree of all commands: makes the option table, and turns arguments into an action.
#pragma once

#include <memory>
#include <vector>

#include "cli/arguments.hpp"
#include "cli/command.hpp"

namespace nqueens::cli {

class CommandLine {
 public:
  explicit CommandLine(const std::vector<Command>& commands);
  ~CommandLine();
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  const ProgramTable& table() const { return table_; }
  /// Parses the values of the options and returns the command's action. Throws InvalidArgument.
  Action parse(const Arguments& arguments);

 private:
  std::unique_ptr<CLI::App> root_;
  std::vector<Action> actions_;  // in the order of table_.commands
  ProgramTable table_;
};

}  // namespace nqueens::cli
