// Hands over in order what threads produce out of order, in bounded memory. Tasks are numbered in
// the order of the output. Pieces of the first unfinished task are handed over at once. Those of
// later tasks are held until their turn, and a thread that would hold too much waits. The thread of
// the first unfinished task never waits for room, so one thread can always go on.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <utility>

namespace nqueens::run {

template <typename Piece>
class OrderedOutput {
 public:
  /// Returns false if it wants no more. The threads that add call it, one at a time.
  using Take = std::function<bool(Piece&)>;

  /// At most `max_held` bytes of pieces may wait, besides one piece for each thread.
  explicit OrderedOutput(Take take, std::size_t max_held = std::size_t{16} << 20)
      : take_(std::move(take)), max_held_(max_held) {}

  /// Begins the next task and returns its number, from 0 on; nothing if no more is wanted or
  /// there_is_one() is false, which one thread at a time asks. It waits while too many tasks are
  /// open, so the caller must have ended its last one.
  template <typename ThereIsOne>
  std::optional<std::uint64_t> begin(const ThereIsOne& there_is_one) {
    Lock lock(mutex_);
    changed_.wait(lock, [&] { return closed_ || tasks_.size() < kMaxTasks; });
    if (closed_ || !there_is_one()) return std::nullopt;
    tasks_.emplace_back();
    return first_ + tasks_.size() - 1;
  }

  /// Adds a piece of `bytes` bytes to a task that has begun. Waits while there is too little room.
  /// Returns false if no more is wanted. Throws what `take` throws; then nothing is handed over,
  /// and the caller must close().
  bool add(std::uint64_t task, Piece piece, std::size_t bytes) {
    Lock lock(mutex_);
    changed_.wait(lock, [&] {
      return closed_ || held_ + bytes <= max_held_ || (task == first_ && !is_taking_);
    });
    if (closed_) return false;
    held_ += bytes;
    task_of(task).pieces.push_back({std::move(piece), bytes});
    if (task == first_ && !is_taking_) hand_over(lock);
    return !closed_;
  }
  /// Must be called once for each task. Throws as add() does.
  void end(std::uint64_t task) {
    Lock lock(mutex_);
    if (closed_) return;
    task_of(task).ended = true;
    if (task == first_ && !is_taking_) hand_over(lock);
  }

  /// Tells that no more is wanted: all threads that wait return. Returns false if it was closed
  /// already: then an exception that made a thread call this may follow from the end that others
  /// made.
  bool close() {
    const std::lock_guard lock(mutex_);
    changed_.notify_all();
    return !std::exchange(closed_, true);
  }

  /// Whether a piece of this task would be handed over at once.
  bool is_first(std::uint64_t task) const {
    const std::lock_guard lock(mutex_);
    return task == first_;
  }
  bool closed() const {
    const std::lock_guard lock(mutex_);
    return closed_;
  }

 private:
  struct Held {
    Piece piece;
    std::size_t bytes;
  };
  struct HeldTask {
    std::deque<Held> pieces;
    bool ended = false;
  };
  using Lock = std::unique_lock<std::mutex>;
  static constexpr std::size_t kMaxTasks = 1 << 16;

  HeldTask& task_of(std::uint64_t task) { return tasks_[static_cast<std::size_t>(task - first_)]; }

  void hand_over(Lock& lock) {
    is_taking_ = true;
    while (!closed_ && !tasks_.empty()) {
      HeldTask& task = tasks_.front();
      if (task.pieces.empty()) {
        if (!task.ended) break;
        tasks_.pop_front();
        ++first_;
        changed_.notify_all();  // another thread's task is the first one now
        continue;
      }
      Held next = std::move(task.pieces.front());
      task.pieces.pop_front();
      lock.unlock();
      const bool more = take_(next.piece);  // an exception leaves is_taking_ as it is
      lock.lock();
      held_ -= next.bytes;
      closed_ = closed_ || !more;
      changed_.notify_all();
    }
    is_taking_ = false;
    changed_.notify_all();
  }

  const Take take_;
  const std::size_t max_held_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<HeldTask> tasks_;  ///< from the first unfinished one to the last that was begun
  std::uint64_t first_ = 0;
  std::size_t held_ = 0;  ///< bytes
  bool is_taking_ = false;
  bool closed_ = false;
};

}  // namespace nqueens::run
