// The command line of nqueens-mpi, the same on every rank.
#pragma once

#include <functional>

#include "cli/options/shared_options.hpp"
#include "nqueens/count.hpp"

namespace nqueens::mpi {

struct Options {
  int board_size = 0;
  CountOptions counting;  ///< its threads are those of each rank
  bool check = false;
  cli::CommonOptions common;
};

/// The program as data. `run` is called with the options of a command line.
cli::Program mpi_program(std::function<cli::ExitCode(Options&, cli::Session&)> run);

}  // namespace nqueens::mpi
