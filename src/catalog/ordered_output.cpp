#include "catalog/ordered_output.hpp"

#include <utility>

namespace nqueens::catalog {

namespace {
std::size_t bytes(const Piece& piece) {
  return piece.text.size() +
         piece.solutions.size() * static_cast<std::size_t>(piece.solutions.board_size());
}
}  // namespace

void OrderedOutput::begin() {
  Lock lock(mutex_);
  changed_.wait(lock, [&] { return closed_ || tasks_.size() < kMaxTasks; });
  tasks_.emplace_back();
}

bool OrderedOutput::add(std::uint64_t task, Piece&& piece) {
  const std::size_t size = bytes(piece);
  Lock lock(mutex_);
  changed_.wait(lock, [&] {
    return closed_ || held_ + size <= max_held_ || (task == first_ && !is_writing_);
  });
  if (closed_) return false;
  held_ += size;
  task_of(task).pieces.push_back(std::move(piece));
  if (task == first_ && !is_writing_) write_held(lock);
  return !closed_;
}

void OrderedOutput::end(std::uint64_t task) {
  Lock lock(mutex_);
  if (closed_) return;
  task_of(task).ended = true;
  if (task == first_ && !is_writing_) write_held(lock);
}

void OrderedOutput::close() {
  const Lock lock(mutex_);
  closed_ = true;
  changed_.notify_all();
}

bool OrderedOutput::is_first(std::uint64_t task) const {
  const Lock lock(mutex_);
  return task == first_;
}

bool OrderedOutput::closed() const {
  const Lock lock(mutex_);
  return closed_;
}

void OrderedOutput::write_held(Lock& lock) {
  is_writing_ = true;
  while (!closed_ && !tasks_.empty()) {
    Task& task = tasks_.front();
    if (task.pieces.empty()) {
      if (!task.ended) break;
      tasks_.pop_front();
      ++first_;
      changed_.notify_all();  // another thread's task is the first one now
      continue;
    }
    Piece piece = std::move(task.pieces.front());
    task.pieces.pop_front();
    const std::size_t size = bytes(piece);
    lock.unlock();
    bool more = false;
    try {
      more = write_(piece);
    } catch (...) {
      lock.lock();
      is_writing_ = false;
      closed_ = true;
      changed_.notify_all();
      throw;
    }
    lock.lock();
    held_ -= size;
    closed_ = closed_ || !more;
    changed_.notify_all();
  }
  is_writing_ = false;
  changed_.notify_all();
}

}  // namespace nqueens::catalog
