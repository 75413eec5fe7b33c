// Prints the manual page of nqueens-mpi when the program is built: needs neither MPI nor ranks.
#include <cstdio>

#include "cli/docs/documents.hpp"
#include "mpi/options.hpp"

int main() {
  const std::string page = nqueens::cli::man_page(nqueens::mpi::mpi_program({}));
  return std::fwrite(page.data(), 1, page.size(), stdout) == page.size() && std::fflush(stdout) == 0
             ? 0
             : 1;
}
