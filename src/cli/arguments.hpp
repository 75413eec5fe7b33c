// From the words of a command line to a command, its options and its arguments: lets options stand
// before the command, `nqueens 16` mean `nqueens count 16`, and -5 be a number. Refuses what no
// option is called. Values are not looked at.
#pragma once

#include <string>
#include <vector>

#include "cli/option_table.hpp"

namespace nqueens::cli {

struct Arguments {
  std::string command;  ///< empty where none was given
  bool help = false;
  bool version = false;
  std::vector<std::string> options;  ///< names and values in turn: "--quiet", "--threads", "2"
  std::vector<std::string> words;    ///< what is neither command nor option
};

/// Throws InvalidArgument with the nearest valid name for unknown commands and options.
Arguments arrange(const std::vector<std::string>& given, const ProgramTable& table);

}  // namespace nqueens::cli
