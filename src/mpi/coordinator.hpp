// Rank 0: makes the plan, keeps the lease table and the journal, and adds up. Does not count or
// print.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "mpi/communicator.hpp"
#include "mpi/options.hpp"
#include "nqueens/count.hpp"

namespace nqueens::mpi {

struct Outcome {
  CountResult run;
  int workers = 0;               ///< ranks that took part
  std::uint64_t taken_back = 0;  ///< grants of tasks that ended without a result
  std::uint64_t duplicates = 0;  ///< results of tasks that had one already
};

class Coordinator {
 public:
  /// `note` prints a line for people. `stop_cause` is called often; the run ends when it returns a
  /// text that is not empty.
  Coordinator(Communicator& communicator, const Options& options,
              std::function<void(const std::string&)> note,
              std::function<std::string()> stop_cause);
  ~Coordinator();

  /// Counts. When it returns, the journal is complete and synced. Throws what count() throws for
  /// options and journal, Stopped, and Error when a worker reports one; the journal then holds all
  /// results that have arrived.
  Outcome run();

  /// Tells all workers that the run has ended, and those that answer how to end their process. True
  /// when all have answered: only then may MPI be ended in the usual way, which waits for all.
  bool dismiss();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace nqueens::mpi
