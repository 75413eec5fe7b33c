// The lease table: which tasks wait, which worker has which task and until when, which have a
// result. A plain state machine: time is a parameter; no network, threads or files.
//
// Workers are numbers. A grant is a lease on a batch of tasks; tasks not answered by its deadline
// wait again and go to another worker. Correctness does not depend on deadlines: the first result
// of a task counts, whoever sends it and however late. A deadline that is too short only costs work
// done twice.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "counting/plan.hpp"
#include "counting/tally.hpp"
#include "nqueens/wide.hpp"

namespace nqueens::mpi {

using Seconds = std::chrono::duration<double>;

/// How large batches are and how long leases last.
struct LeaseRules {
  /// Min time of a lease. Covers what no prediction knows: a machine that swaps, a network that
  /// stalls for a moment.
  Seconds min_lease{60};
  /// A lease lasts this many times the predicted time of all tasks that its worker has.
  double patience = 10;
  /// The part of its share of the waiting work that a worker gets at once. Below 1, so that batches
  /// shrink towards the end and all workers end together even if predictions are poor.
  double part_of_share = 0.5;
  /// Max predicted time of a batch.
  Seconds max_batch{10};
  /// Max tasks of a batch: bounds the message.
  std::size_t max_tasks = 4096;
};

class LeaseTable {
 public:
  /// Hands tasks out in the plan's order. `cost_per_second` is the predicted rate of one thread,
  /// used for workers that have not answered yet. The plan must outlive the table.
  LeaseTable(const counting::Plan& plan, double cost_per_second, const LeaseRules& rules = {});

  /// Enters a result from the journal. Only before the first grant.
  void restore(std::uint64_t task, const counting::Tally& tally);

  /// Adds a worker that counts so many tasks at once; errors name it. When a worker joins again,
  /// the tasks that it had wait again.
  void join(int worker, std::string name, int threads);

  /// Tasks for a worker; empty when there are none for it now. Never a task that it has already.
  /// Precondition: it has joined.
  std::vector<std::uint64_t> grant(int worker, Seconds now);

  /// Enters a result. True when it is the first of its task, so that it counts; an equal one is
  /// dropped. Throws Error, naming task and workers, for a different one, for a tally that
  /// contradicts its residues, and for a task that is not in the plan. `took` is the time that one
  /// thread spent on it, by the worker's clock.
  bool complete(int worker, std::uint64_t task, const counting::Tally& tally, Seconds took,
                Seconds now);

  /// Ends the leases whose time is over; their tasks wait again. Returns the number of tasks.
  std::size_t expire(Seconds now);

  /// For a worker that is lost or reports that it has no tasks: those that it has not answered wait
  /// again at once. Returns their number. The worker may still ask and answer.
  std::size_t release(int worker);

  /// Every task has a result.
  bool done() const { return tasks_done_ == tasks_.size(); }
  /// Some task waits, though perhaps not one for every worker.
  bool has_waiting() const { return waiting_tasks_ > 0; }
  /// Weighted solutions of the tasks that have a result.
  WideCount solutions() const { return solutions_; }
  std::uint64_t tasks_done() const { return tasks_done_; }
  std::uint64_t cost_done() const { return cost_done_; }
  std::uint64_t duplicates() const { return duplicates_; }
  /// How often a task was granted and came back unanswered.
  std::uint64_t taken_back() const { return taken_back_; }
  /// True when a lease of the worker ended unanswered, or it was released, and it has sent nothing
  /// since. Sizes of batches ignore such a worker.
  bool is_silent(int worker) const { return workers_.at(worker).silent; }

 private:
  static constexpr std::uint32_t kNoLease = std::numeric_limits<std::uint32_t>::max();
  static constexpr int kJournal = -1;

  enum class State : std::uint8_t { waiting, leased, done };

  struct TaskState {
    std::uint64_t solutions = 0;  ///< when done
    int worker = kJournal;        ///< whose result counts, when done
    std::uint32_t lease = kNoLease;
    std::uint32_t taken_back = 0;
    State state = State::waiting;
  };

  struct Lease {
    int worker = 0;
    Seconds deadline{0};
    std::vector<std::uint64_t> tasks;
    std::size_t open = 0;  ///< tasks that this lease still covers
  };

  struct Worker {
    std::string name;
    int threads = 1;
    bool silent = false;
    /// Granted and unanswered, also when the lease has ended.
    std::unordered_set<std::uint64_t> unanswered;
    std::uint64_t unanswered_cost = 0;
    double cost_measured = 0;
    Seconds time_measured{0};
  };

  Seconds advance(Seconds now);
  double rate(const Worker& worker) const;
  double batch_cost(const Worker& worker) const;
  Seconds lease_time(const Worker& worker, const std::vector<std::uint64_t>& batch) const;
  template <typename Ends>
  std::size_t end_leases(const Ends& ends);
  void leave_lease(std::uint64_t task);
  bool wait_again(std::uint64_t task, std::uint32_t lease);
  void account(int worker, std::uint64_t task, const counting::Tally& tally);
  std::string name_of(int worker) const;
  std::uint32_t cost(std::uint64_t task) const { return plan_->tasks()[task].cost; }

  const counting::Plan* plan_;
  double predicted_rate_;
  LeaseRules rules_;
  std::vector<TaskState> tasks_;
  /// In the order of grants. May hold tasks that are done meanwhile: they are skipped.
  std::deque<std::uint64_t> queue_;
  std::map<std::uint32_t, Lease> leases_;
  std::uint32_t next_lease_ = 0;
  std::map<int, Worker> workers_;

  std::optional<Seconds> last_now_;
  Seconds clock_{0};

  std::uint64_t waiting_tasks_ = 0;
  std::uint64_t waiting_cost_ = 0;
  std::uint64_t tasks_done_ = 0;
  std::uint64_t cost_done_ = 0;
  std::uint64_t duplicates_ = 0;
  std::uint64_t taken_back_ = 0;
  WideCount solutions_ = 0;
};

}  // namespace nqueens::mpi
