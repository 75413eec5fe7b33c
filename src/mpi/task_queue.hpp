// Passes tasks and results between the MPI thread of a worker rank and its threads that count.
// Knows no MPI.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <stop_token>
#include <vector>

#include "mpi/messages.hpp"
#include "run/plan_runner.hpp"

namespace nqueens::mpi {

class TaskQueue {
 public:
  explicit TaskQueue(int threads) : threads_(threads) {}

  // --- for the threads that count

  /// Waits for the next task; none once a stop is requested.
  std::optional<counting::Task> take(const std::stop_token& stop);
  /// Called for every task that was taken, unless a stop was requested.
  void put_back(const run::FinishedTask& finished);
  /// Counting has ended, normally or by an exception.
  void counting_ended();

  // --- for the MPI thread

  void add(const std::vector<counting::Task>& tasks);

  struct Outlook {
    std::vector<TaskResult> results;  ///< since the last call
    bool wants_tasks = false;         ///< the last waiting task will begin within kAhead
    bool idle = false;                ///< no task waits or is being counted
    bool ended = false;               ///< counting has ended
  };
  /// What has changed. Waits up to `longest`, or until something must be sent at once: a request
  /// for tasks that is not `requested` yet, or the last result.
  Outlook look(std::chrono::microseconds longest, bool requested);

  /// How long before the last task begins, by the measured rate, more are requested: longer than a
  /// round trip to the coordinator, but short, since tasks that wait here cannot run elsewhere.
  static constexpr std::chrono::duration<double> kAhead{0.02};

 private:
  bool wants_tasks() const;
  bool idle() const { return waiting_.empty() && being_counted_ == 0; }

  const int threads_;
  std::mutex mutex_;
  std::condition_variable_any tasks_there_;
  std::condition_variable news_;
  std::deque<counting::Task> waiting_;
  std::uint64_t waiting_cost_ = 0;
  std::uint64_t being_counted_ = 0;
  std::vector<TaskResult> results_;
  bool ended_ = false;
  double cost_done_ = 0;
  double seconds_done_ = 0;
};

}  // namespace nqueens::mpi
