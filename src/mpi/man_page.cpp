// Prints the manual page of nqueens-mpi when the program is built: needs neither MPI nor ranks.
#include <iostream>

#include "cli/docs/documents.hpp"
#include "mpi/options.hpp"

int main() {
  std::cout << nqueens::cli::man_page(nqueens::mpi::mpi_program({})) << std::flush;
  return std::cout ? 0 : 1;
}
