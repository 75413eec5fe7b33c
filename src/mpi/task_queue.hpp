// Between the thread of a worker rank that speaks MPI and its threads that count: tasks in, results
// out. Knows no MPI.
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

  /// The next task; waits for it. None once a stop is requested.
  std::optional<counting::Task> take(const std::stop_token& stop);
  /// For every task that was taken, unless a stop was requested.
  void put_back(const run::FinishedTask& finished);
  /// Whoever counts has ended, for good or by an exception.
  void counting_ended();

  // --- for the thread that speaks MPI

  void add(const std::vector<counting::Task>& tasks);

  struct Outlook {
    std::vector<TaskResult> results;  ///< since the last call
    bool wants_tasks = false;         ///< what waits will be begun within kAhead
    bool idle = false;                ///< nothing waits and nothing is in hand
    bool ended = false;               ///< nobody counts any more
  };
  /// What has changed. Waits for at most `longest`, and no longer than until there is a reason to
  /// send something at once: tasks are wanted and not `requested` yet, or the last result is there.
  Outlook look(std::chrono::microseconds longest, bool requested);

  /// Tasks are asked for so long before the last one is begun, by the measured rate: more than the
  /// way to the coordinator and back takes, and little, since what waits here cannot be done
  /// elsewhere.
  static constexpr std::chrono::duration<double> kAhead{0.02};

 private:
  bool wants_tasks() const;
  bool idle() const { return waiting_.empty() && in_hand_ == 0; }

  const int threads_;
  std::mutex mutex_;
  std::condition_variable_any tasks_there_;
  std::condition_variable news_;
  std::deque<counting::Task> waiting_;
  std::uint64_t waiting_cost_ = 0;
  std::uint64_t in_hand_ = 0;
  std::vector<TaskResult> results_;
  bool ended_ = false;
  double cost_done_ = 0;
  double seconds_done_ = 0;
};

}  // namespace nqueens::mpi
