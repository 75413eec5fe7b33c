// Counts the tasks that a rank has, on its threads, while the calling thread talks to other ranks.
#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "api/pipeline.hpp"

namespace nqueens::mpi {

class Counter {
 public:
  /// Both must outlive this.
  Counter(const api::Run& run, run::Executor& executor)
      : run_(run), thread_([this, &executor](const std::stop_token& stop) {
          try {
            run::count_tasks(
                run_.worker_maker(), executor,
                [this](const std::stop_token& any_stop) { return take(any_stop); },
                [this](const run::FinishedTask& finished) { put_back(finished); }, stop);
          } catch (...) {
            const std::lock_guard lock(mutex_);
            failure_ = std::current_exception();
          }
        }) {}

  /// Tasks of the plan, by id.
  void add(const std::vector<std::uint32_t>& tasks) {
    const std::lock_guard lock(mutex_);
    waiting_.insert(waiting_.end(), tasks.begin(), tasks.end());
    unfinished_ += tasks.size();
    tasks_there_.notify_all();
  }

  struct News {
    std::vector<journal::JournalRecord> records;  ///< finished since the last call
    bool is_short = false;  ///< no task waits for a thread: the time to ask for more
    bool is_idle = false;   ///< nor is any being counted
  };
  /// Waits for a moment, but not when that is the time to ask or all is finished. Throws what has
  /// ended the counting.
  News look(bool may_ask) {
    constexpr std::chrono::milliseconds kMoment{5};
    std::unique_lock lock(mutex_);
    news_.wait_for(lock, kMoment, [&] {
      return (may_ask && waiting_.empty()) || (unfinished_ == 0 && !records_.empty());
    });
    if (failure_) std::rethrow_exception(failure_);
    return {std::exchange(records_, {}), waiting_.empty(), unfinished_ == 0};
  }

 private:
  std::optional<counting::Task> take(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    if (!tasks_there_.wait(lock, stop, [&] { return !waiting_.empty(); })) return std::nullopt;
    const counting::Task task = run_.plan.tasks()[waiting_.front()];
    waiting_.pop_front();
    if (waiting_.empty()) news_.notify_one();
    return task;
  }

  void put_back(const run::FinishedTask& finished) {
    const std::lock_guard lock(mutex_);
    records_.push_back({finished.task.id, finished.tally});
    if (--unfinished_ == 0) news_.notify_one();
  }

  const api::Run& run_;
  std::mutex mutex_;
  std::condition_variable_any tasks_there_;
  std::condition_variable news_;
  std::deque<std::uint32_t> waiting_;
  std::size_t unfinished_ = 0;
  std::vector<journal::JournalRecord> records_;
  std::exception_ptr failure_;
  std::jthread thread_;  ///< the last member: it uses the others
};

}  // namespace nqueens::mpi
