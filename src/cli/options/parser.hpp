// The parser of both programs: reads a command line by the table of options.
#pragma once

#include <string>
#include <vector>

#include "cli/options/option.hpp"

namespace nqueens::cli {

struct CommandLine {
  const Command* command = nullptr;  ///< null where none was given
  Invocation invocation;             ///< of the command; all values are stored
  bool help = false;
  bool version = false;
};

/// Parses the words after the program's name. Options may stand anywhere before "--", also before
/// the command. Supports "--threads=2", "-t 2", "-t2" and "-qt2"; -5 is a number. With --help or
/// --version nothing else is checked. Throws InvalidArgument.
CommandLine parse(const std::vector<std::string>& words, const Program& program);

}  // namespace nqueens::cli
