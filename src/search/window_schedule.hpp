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

#include "search/window_plan.hpp"

namespace nqueens::search {

class VisitSchedule {
 public:
  /// `threads` bounds how far the schedule looks ahead. The plan must outlive it.
  VisitSchedule(const WindowPlan& plan, std::uint64_t board_size, int threads);

  /// How many of so many threads find work: a visit keeps about four windows busy, its own and
  /// those on its diagonals, and more than kMostThreads would wait for each other here.
  static int useful_threads(const WindowPlan& plan, int threads);
  /// Handing out a visit takes less than half a microsecond, and making it some twenty.
  static constexpr int kMostThreads = 64;

  /// The next visit for the calling thread; waits while only visits are left that others hold up.
  /// nullopt when all are taken or the schedule was closed. May be called from several threads.
  std::optional<std::size_t> take();
  /// Of a visit that take() gave.
  void finish(std::size_t visit);
  /// No more visits: something went wrong, or the search was stopped.
  void close();

  /// The same as take() without waiting: nullopt also when no visit can be made now.
  std::optional<std::size_t> try_take();

 private:
  /// A visit that is not finished, with its lines.
  struct OpenVisit {
    std::size_t visit;
    std::uint32_t window;
    std::uint64_t antidiagonal;  ///< first one; as many as `lines`
    std::uint64_t diagonal;
    std::uint64_t lines;
    std::size_t blockers = 0;  ///< open visits before it that share lines
    bool is_taken = false;
  };
  static bool conflict(const OpenVisit& one, const OpenVisit& other);
  OpenVisit describe(std::size_t visit) const;
  void look_ahead();
  std::optional<std::size_t> find();
  bool is_over() const;

  const WindowPlan& plan_;
  const std::uint64_t board_size_;
  const std::size_t most_open_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<OpenVisit> open_;  ///< ascending
  std::size_t next_ = 0;         ///< the first visit that was not looked at
  bool closed_ = false;
};

}  // namespace nqueens::search
