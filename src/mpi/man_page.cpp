// Prints the manual page of nqueens-mpi for the build, without MPI or ranks.
#include <iostream>

#include "cli/docs/documents.hpp"
#include "mpi/options.hpp"

int main() {
  std::cout << nqueens::cli::man_page(nqueens::mpi::mpi_program({})) << std::flush;
  return std::cout ? 0 : 1;
}
