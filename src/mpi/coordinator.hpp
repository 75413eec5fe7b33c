// Rank 0: makes the plan, keeps the lease table and the journal, and adds up. Counts nothing itself
// and prints nothing.
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
  std::uint64_t taken_back = 0;  ///< tasks that were given out and came back unanswered
  std::uint64_t duplicates = 0;  ///< results of tasks that had one
};

class Coordinator {
 public:
  /// `note` takes a line for people. `stop_cause` is asked often; a text that is not empty ends the
  /// run.
  Coordinator(Communicator& communicator, const Options& options,
              std::function<void(const std::string&)> note,
              std::function<std::string()> stop_cause);
  ~Coordinator();

  /// Counts. When it returns, the journal is complete and synced. Throws what count() throws for
  /// options and journal, Stopped, and Error for what a worker reports; the journal then holds all
  /// that has arrived.
  Outcome run();

  /// Tells all workers the end, and those that answer how to make theirs. True when every one has
  /// answered: only then may MPI be ended in the usual way, which waits for all.
  bool dismiss();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace nqueens::mpi
