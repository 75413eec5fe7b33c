// Which visit a thread may make next. Visits that share a window or diagonals are made one after
// the other in the order of the plan, so that the placement does not depend on the number of
// threads, nor on which is faster; others at the same time, without any lock on the lines. Knows no
// threads but by number.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

#include "localsearch/window_plan.hpp"

namespace nqueens::localsearch {

class VisitSchedule {
 public:
  /// `threads` bounds how far the schedule looks ahead. The plan must outlive it.
  VisitSchedule(const WindowPlan& plan, std::uint64_t board_size, int threads);

  /// The next visit for the calling thread; waits while only visits are left that others hold up.
  /// nullopt when all are taken or the schedule was closed. May be called from several threads.
  std::optional<std::size_t> take();
  /// Of a visit that take() gave.
  void finish(std::size_t visit);
  /// No more visits: something went wrong, or the search was stopped.
  void close();

  /// The same without waiting: nullopt also when no visit can be made now.
  std::optional<std::size_t> try_take();

 private:
  struct OpenVisit {
    std::size_t visit;
    bool is_taken;
  };
  std::optional<std::size_t> find();
  bool is_over() const;
  bool conflict(std::size_t one, std::size_t other) const;

  const WindowPlan& plan_;
  const std::uint64_t board_size_;
  const std::size_t look_ahead_;
  std::mutex mutex_;
  std::condition_variable finished_;
  std::vector<OpenVisit> open_;  ///< not finished, looked at; ascending
  std::size_t next_ = 0;         ///< the first visit that was not looked at
  bool closed_ = false;
};

}  // namespace nqueens::localsearch
