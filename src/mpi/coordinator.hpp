// Rank 0: makes the plan, keeps the lease table and the journal, and adds up. Does not count or
// print.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "api/pipeline.hpp"
#include "mpi/communicator.hpp"
#include "mpi/leases.hpp"
#include "mpi/messages.hpp"
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

  /// Counts. When it returns, the journal is complete and synced. Throws what count() throws for
  /// options and journal, Stopped, and Error when a worker reports one; the journal then holds all
  /// results that have arrived.
  Outcome run();

  /// Tells all workers that the run has ended, and those that answer how to end their process. True
  /// when all have answered: only then may MPI be ended in the usual way, which waits for all.
  bool dismiss();

 private:
  using Clock = std::chrono::steady_clock;

  void serve();
  void take(int rank, const Message& message);
  void take(int rank, const TaskResult& result);
  void welcome(int rank, const Hello& hello);
  void answer_requests();
  void require_company();
  [[noreturn]] void stop(const std::string& cause);
  bool is_waiting_for_farewell(Clock::duration waited) const;
  bool send(int rank, const Message& message) { return communicator_.send(rank, pack(message)); }
  static Seconds now() { return Clock::now().time_since_epoch(); }

  Communicator& communicator_;
  const Options& options_;
  const std::function<void(const std::string&)> note_;
  const std::function<std::string()> stop_cause_;
  std::optional<api::Run> setup_;
  std::optional<LeaseTable> table_;  ///< holds the plan of setup_
  std::map<int, Hello> workers_;
  std::map<int, Clock::time_point> requests_;  ///< unanswered, by rank
  std::set<int> gone_;                         ///< have sent Farewell
  Clock::time_point begin_;
  Clock::time_point last_word_;
  bool begun_ = false;
  bool noted_ = false;
};

}  // namespace nqueens::mpi
