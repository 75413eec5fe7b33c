// nqueens bench COMMAND: times of whole commands, as a table and as files.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/options/shared_options.hpp"
#include "cli/program.hpp"

namespace nqueens::cli {

struct BenchRuns {
  std::vector<std::string> words;  ///< one command, or whole command lines with spaces in them
  std::vector<int> threads;        ///< each command is run with each of these, or as it is
  std::optional<int> runs;
  std::optional<int> warm_ups;
  std::optional<std::string> output;  ///< .md, .csv or .json
};

/// Throws InvalidArgument for what is no command and for another file, before anything is run.
ExitCode run_commands(const BenchRuns& arguments, const CommonOptions& common, Session& session);

}  // namespace nqueens::cli
