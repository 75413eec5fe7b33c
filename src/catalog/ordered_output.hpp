// Writes in order what threads produce out of order, in bounded memory. Tasks are numbered in the
// order of the list; pieces of the first unfinished one are written at once, those of later ones
// are held until their turn, and a thread that would hold too much waits. The thread of the first
// unfinished task never waits for room, so one always continues.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <string>

#include "nqueens/list.hpp"

namespace nqueens::catalog {

/// Solutions that follow one another, and their text where there is one.
struct Piece {
  SolutionBlock solutions;
  std::uint64_t number = 0;  ///< of solutions; the block may have been dropped
  std::string text;
};

class OrderedOutput {
 public:
  /// `write` returns false when it wants no more. It is called by the threads that add, never by
  /// two at once.
  OrderedOutput(std::size_t max_held, std::function<bool(Piece&)> write)
      : max_held_(max_held), write_(std::move(write)) {}

  /// Begins the next task: 0, 1, 2, ... Waits where too many are open, so the caller must have
  /// ended its last one.
  void begin();
  /// Adds a piece of a task that was begun. Waits where there is too little room. False when
  /// nothing more is wanted. Throws what `write` throws; all others then get false.
  bool add(std::uint64_t task, Piece&& piece);
  /// Each task is ended once.
  void end(std::uint64_t task);
  /// Nothing more is wanted: whoever waits returns.
  void close();

  /// Whether a piece of this task would be written at once.
  bool is_first(std::uint64_t task) const;
  bool closed() const;

 private:
  struct Task {
    std::deque<Piece> pieces;
    bool ended = false;
  };
  using Lock = std::unique_lock<std::mutex>;

  void write_held(Lock& lock);
  Task& task_of(std::uint64_t task) { return tasks_[static_cast<std::size_t>(task - first_)]; }

  static constexpr std::size_t kMaxTasks = 1 << 16;

  const std::size_t max_held_;
  const std::function<bool(Piece&)> write_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Task> tasks_;  ///< from the first unfinished one to the last that was begun
  std::uint64_t first_ = 0;
  std::size_t held_ = 0;  ///< bytes of all pieces that wait
  bool is_writing_ = false;
  bool closed_ = false;
};

}  // namespace nqueens::catalog
