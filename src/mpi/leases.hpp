// The lease table: which tasks wait, who has which in hand and until when, which have a result. A
// plain state machine: time is a parameter, and it knows no network, no thread and no file.
//
// Workers are numbers. A grant is a lease on a batch of tasks; what is not answered by its deadline
// waits again and goes to somebody else. Correctness never rests on that: a result counts whoever
// sends it and however late, once. So a deadline that was too short costs work done twice, and
// nothing else.
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
  /// No lease ends before. Covers what no prediction knows of: a machine that swaps, a network that
  /// stands still for a moment.
  Seconds least_lease{60};
  /// A lease lasts so many times the predicted time of all that its worker has in hand.
  double patience = 10;
  /// The part of its share of the waiting work that a worker gets at once. Below 1, so that batches
  /// shrink towards the end and all workers end together, whatever the predictions are worth.
  double part_of_share = 0.5;
  /// Longest batch, by predicted time.
  Seconds most_batch{10};
  /// Most tasks of a batch: bounds the message.
  std::size_t most_tasks = 4096;
};

class LeaseTable {
 public:
  /// Tasks are handed out in the plan's order. `cost_per_second` is the predicted rate of one
  /// thread, taken for workers that have not answered anything yet. The plan must outlive the
  /// table.
  LeaseTable(const counting::Plan& plan, double cost_per_second, const LeaseRules& rules = {});

  /// A result from before: a journal's. Only before the first grant.
  void restore(std::uint64_t task, const counting::Tally& tally);

  /// Names a worker and says how many tasks it counts at once. Its name stands in errors. A worker
  /// that comes back holds nothing: what it had in hand waits again.
  void join(int worker, std::string name, int threads);

  /// Tasks for a worker that asks, none when there is nothing for it now. Never one that it has in
  /// hand already. Precondition: it has joined.
  std::vector<std::uint64_t> grant(int worker, Seconds now);

  /// A result. True when it is the first of its task: that one is to be accounted. An equal one is
  /// dropped. Throws Error, naming task and workers, for an unequal one, for a tally that
  /// contradicts its residues and for a task that is not in the plan. `took` is the time that one
  /// thread spent on it, by the worker's own clock.
  bool complete(int worker, std::uint64_t task, const counting::Tally& tally, Seconds took,
                Seconds now);

  /// Ends the leases whose time is over; their tasks wait again. Gives their number.
  std::size_t expire(Seconds now);

  /// The worker is lost, or says that it has nothing in hand: what it has not answered waits again
  /// at once. Gives the number of these tasks. It may go on to ask, and to answer.
  std::size_t release(int worker);

  /// Every task has a result.
  bool done() const { return tasks_done_ == tasks_.size(); }
  /// There is something to give, though perhaps not to everyone.
  bool has_waiting() const { return waiting_tasks_ > 0; }
  /// Weighted solutions of the tasks that have a result.
  WideCount solutions() const { return solutions_; }
  std::uint64_t tasks_done() const { return tasks_done_; }
  std::uint64_t cost_done() const { return cost_done_; }
  std::uint64_t duplicates() const { return duplicates_; }
  /// Tasks that were given out and came back unanswered, each time counted.
  std::uint64_t taken_back() const { return taken_back_; }
  /// True when a lease of the worker ended unanswered, or it was released, and nothing has come
  /// from it since. Such a worker has no share in the size of batches.
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
    /// Given and unanswered, whether or not the lease has ended.
    std::unordered_set<std::uint64_t> in_hand;
    std::uint64_t cost_in_hand = 0;
    double cost_measured = 0;
    Seconds time_measured{0};
  };

  Seconds advance(Seconds now);
  double rate(const Worker& worker) const;
  double batch_cost(const Worker& worker) const;
  Seconds lease_time(const Worker& worker, const std::vector<std::uint64_t>& batch) const;
  void put_down(Worker& worker, std::uint64_t task);
  void leave_lease(std::uint64_t task);
  bool wait_again(std::uint64_t task, std::uint32_t lease);
  void account(int worker, std::uint64_t task, const counting::Tally& tally);
  std::string name_of(int worker) const;
  std::uint32_t cost(std::uint64_t task) const { return plan_->tasks()[task].cost; }

  const counting::Plan* plan_;
  double predicted_rate_;
  LeaseRules rules_;
  std::vector<TaskState> tasks_;
  /// In the order of giving out. May hold tasks that are done meanwhile: they are skipped.
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
