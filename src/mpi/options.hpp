// The command line of nqueens-mpi, the same on every rank.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cli/options/option.hpp"
#include "cli/options/shared_options.hpp"
#include "nqueens/count.hpp"

namespace nqueens::mpi {

struct Options {
  int board_size = 0;
  CountOptions counting;  ///< its threads are those of each rank that counts
  cli::CommonOptions common;
  double lease_seconds = 60;
  bool check = false;
  bool help = false;
  bool version = false;
};

/// Parses the words after the program's name. Throws InvalidArgument.
Options parse_options(const std::vector<std::string>& words);

/// The program as data; values go to the options.
cli::Program mpi_program(Options& to);

}  // namespace nqueens::mpi
