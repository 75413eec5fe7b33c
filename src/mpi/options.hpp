// The command line of nqueens-mpi, the same on every rank.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cli/options/option.hpp"
#include "nqueens/execution.hpp"

namespace nqueens::mpi {

struct Options {
  int board_size = 0;
  std::filesystem::path journal;
  std::string engine = "auto";
  std::string instruction_set = "auto";
  std::optional<int> depth;
  int threads = 0;  ///< of each rank that counts; 0: the processors that it may use
  std::string pin = "auto";
  double lease_seconds = 60;
  std::optional<double> time_limit;
  bool check = false;
  bool force = false;
  bool json = false;
  bool quiet = false;
  bool help = false;
  bool version = false;

  Pinning pinning() const { return parse_pinning(pin); }
};

/// Parses the words after the program's name. Throws InvalidArgument.
Options parse_options(const std::vector<std::string>& words);

/// The program as data; values go to the options.
cli::Program mpi_program(Options& to);

}  // namespace nqueens::mpi
