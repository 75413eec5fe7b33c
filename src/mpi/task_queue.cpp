#include "mpi/task_queue.hpp"

#include <utility>

namespace nqueens::mpi {

std::optional<counting::Task> TaskQueue::take(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  if (!tasks_there_.wait(lock, stop, [&] { return !waiting_.empty(); })) return std::nullopt;
  const counting::Task task = waiting_.front();
  waiting_.pop_front();
  waiting_cost_ -= task.cost;
  ++being_counted_;
  if (wants_tasks()) news_.notify_one();
  return task;
}

void TaskQueue::put_back(const run::FinishedTask& finished) {
  const counting::Tally& tally = finished.tally;
  const std::lock_guard lock(mutex_);
  --being_counted_;
  results_.push_back({finished.task.id,
                      tally.solutions(),
                      {tally.residue(0), tally.residue(1)},
                      static_cast<std::uint64_t>(finished.took.count())});
  cost_done_ += finished.task.cost;
  seconds_done_ += std::chrono::duration<double>(finished.took).count();
  if (idle()) news_.notify_one();
}

void TaskQueue::counting_ended() {
  const std::lock_guard lock(mutex_);
  ended_ = true;
  news_.notify_one();
}

void TaskQueue::add(const std::vector<counting::Task>& tasks) {
  const std::lock_guard lock(mutex_);
  for (const counting::Task& task : tasks) {
    waiting_.push_back(task);
    waiting_cost_ += task.cost;
  }
  tasks_there_.notify_all();
}

TaskQueue::Outlook TaskQueue::look(std::chrono::microseconds longest, bool requested) {
  std::unique_lock lock(mutex_);
  news_.wait_for(lock, longest, [&] {
    return ended_ || (!requested && wants_tasks()) || (idle() && !results_.empty());
  });
  return {std::exchange(results_, {}), wants_tasks(), idle(), ended_};
}

bool TaskQueue::wants_tasks() const {
  if (waiting_.empty()) return true;
  if (seconds_done_ <= 0) return false;
  const double rate = cost_done_ / seconds_done_ * threads_;
  return static_cast<double>(waiting_cost_) < rate * kAhead.count();
}

}  // namespace nqueens::mpi
