// A rank that counts: makes the plan that rank 0 offers, requests tasks and sends results until it
// is told to end. Knows no journal.
#pragma once

#include "mpi/communicator.hpp"
#include "mpi/options.hpp"

namespace nqueens::mpi {

/// Works until rank 0 ends it. True when all ranks can end MPI together. Errors are sent to rank 0,
/// which reports them. Throws Error when rank 0 no longer answers.
bool run_worker(Communicator& communicator, const Options& options);

}  // namespace nqueens::mpi
