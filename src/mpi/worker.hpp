// A rank that counts: makes the plan that it is offered, asks for tasks, sends results, until it is
// told that nothing is left. Knows no journal.
#pragma once

#include "mpi/communicator.hpp"
#include "mpi/options.hpp"

namespace nqueens::mpi {

/// Works until rank 0 ends it. True when all ranks are there to end MPI together. What goes wrong
/// here is told to rank 0, which says it. Throws Error when rank 0 itself no longer answers.
bool run_worker(Communicator& communicator, const Options& options);

}  // namespace nqueens::mpi
