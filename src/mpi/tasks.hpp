// Which tasks a rank counts next, and the threads that count them.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include "count/count_run.hpp"

namespace nqueens::mpi {

/// Hands out the tasks left of a plan in its order. A range has at least one task, and at most ten
/// predicted seconds and 1/(2 x ranks) of the work left, so that all ranks end together.
class Ranges {
 public:
  static constexpr std::size_t kMaxTasks = 4096;  ///< in a range; bounds the messages

  /// One thread takes `seconds_per_cost` for cost 1, by prediction. The plan must outlive this.
  Ranges(const engine::Plan& plan, const std::vector<bool>& done, double seconds_per_cost,
         int ranks)
      : plan_(plan), seconds_per_cost_(seconds_per_cost), ranks_(ranks) {
    for (const std::uint32_t task : plan.order()) {
      if (done[task]) continue;
      waiting_.push_back(task);
      left_ += plan.tasks()[task].cost;
    }
  }

  /// Returns task ids for a rank with this many threads; none when all are handed out.
  std::vector<std::uint32_t> next(int threads) {
    double most = static_cast<double>(left_) / (2 * ranks_);
    if (seconds_per_cost_ > 0) most = std::min(most, 10 * threads / seconds_per_cost_);
    std::vector<std::uint32_t> range;
    for (double cost = 0; !waiting_.empty() && range.size() < kMaxTasks; waiting_.pop_front()) {
      const engine::Task& task = plan_.tasks()[waiting_.front()];
      cost += task.cost;
      if (!range.empty() && cost > most) break;
      range.push_back(waiting_.front());
      left_ -= task.cost;
    }
    return range;
  }

 private:
  const engine::Plan& plan_;
  const double seconds_per_cost_;
  const int ranks_;
  std::deque<std::uint32_t> waiting_;
  std::uint64_t left_ = 0;
};

/// Counts the tasks of a rank on its threads while the calling thread talks to other ranks.
class Counter {
 public:
  Counter(const counting::Run& run, run::Executor& executor)
      : run_(run), thread_([this, &executor](const std::stop_token& stop) {
          try {
            run::count_tasks(
                run_.plan, run_.worker_maker(), executor,
                [this](const std::stop_token& any_stop) { return take(any_stop); },
                [this](const run::FinishedTask& finished) {
                  const std::lock_guard lock(mutex_);
                  records_.push_back({finished.task.id, finished.tally});
                  if (--unfinished_ == 0) news_.notify_one();
                },
                stop);
          } catch (...) {
            const std::lock_guard lock(mutex_);
            failure_ = std::current_exception();
          }
        }) {}

  void add(const std::vector<std::uint32_t>& tasks) {
    const std::lock_guard lock(mutex_);
    waiting_.insert(waiting_.end(), tasks.begin(), tasks.end());
    unfinished_ += tasks.size();
    tasks_there_.notify_all();
  }

  struct News {
    std::vector<journal::JournalRecord> records;  ///< those finished since the last call
    bool is_short = false;  ///< no task waits for a thread: time to ask for more
    bool is_idle = false;   ///< nor is one being counted
  };
  /// Waits at most 5 ms until it `may_ask` or all is done. Throws what ended the counting.
  News look(bool may_ask) {
    std::unique_lock lock(mutex_);
    news_.wait_for(lock, std::chrono::milliseconds(5), [&] {
      return (may_ask && waiting_.empty()) || (unfinished_ == 0 && !records_.empty());
    });
    if (failure_) std::rethrow_exception(failure_);
    return {std::exchange(records_, {}), waiting_.empty(), unfinished_ == 0};
  }

 private:
  std::optional<engine::Task> take(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    if (!tasks_there_.wait(lock, stop, [&] { return !waiting_.empty(); })) return std::nullopt;
    const engine::Task task = run_.plan.tasks()[waiting_.front()];
    waiting_.pop_front();
    if (waiting_.empty()) news_.notify_one();
    return task;
  }

  const counting::Run& run_;
  std::mutex mutex_;
  std::condition_variable_any tasks_there_;
  std::condition_variable news_;
  std::deque<std::uint32_t> waiting_;
  std::size_t unfinished_ = 0;
  std::vector<journal::JournalRecord> records_;
  std::exception_ptr failure_;
  std::jthread thread_;  ///< last, since it uses the other members
};

}  // namespace nqueens::mpi
