// Between the thread of a worker rank that speaks MPI and its threads that count: tasks in, results
// out. Knows neither MPI nor what counting is.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <vector>

#include "counting/task.hpp"
#include "mpi/messages.hpp"

namespace nqueens::mpi {

class TaskQueue {
 public:
  explicit TaskQueue(int threads) : threads_(threads) {}

  // --- for the threads that count

  /// The next task; waits for it. Nothing once the queue is closed.
  std::optional<counting::Task> take();
  /// Exactly one call for every task that was taken: with its result, or without where it was left
  /// undone because of a stop.
  void put_back(const counting::Task& task, const std::optional<TaskResult>& result);
  /// Whoever counts has ended, for good or by an exception.
  void counting_ended();

  // --- for the thread that speaks MPI

  void add(const std::vector<counting::Task>& tasks);
  /// No more tasks are given out, those that wait are dropped.
  void close();

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
  std::condition_variable tasks_there_;
  std::condition_variable news_;
  std::deque<counting::Task> waiting_;
  std::uint64_t waiting_cost_ = 0;
  std::uint64_t in_hand_ = 0;
  std::vector<TaskResult> results_;
  bool closed_ = false;
  bool ended_ = false;
  double cost_done_ = 0;
  double seconds_done_ = 0;
};

}  // namespace nqueens::mpi
