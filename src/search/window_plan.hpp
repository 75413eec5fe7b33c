// How a large board is filled piece by piece: its columns are cut into windows, its rows into
// visits; in a visit some consecutive rows take columns of one window, so that all it touches is in
// the cache. Which rows visit which window is random, but balanced over the diagonals. Visits that
// share lines are made one after the other in the order of the plan; all others may be made at the
// same time, without any lock on the lines.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <stop_token>
#include <vector>

#include "base/random.hpp"

namespace nqueens::search {

struct Window {
  std::uint64_t first_column = 0;  ///< a multiple of 512: threads share no cache line
  std::uint64_t columns = 0;
};

struct Visit {
  std::uint64_t first_row = 0;
  std::uint32_t rows = 0;
  std::uint32_t window = 0;
  std::uint64_t free_columns = 0;  ///< of the window, before the visit
};

/// Rows left over for the repair at 10^8 queens: 4316 with 12 visits, 818 with 16, 42 with 24; but
/// more visits read more memory.
inline constexpr std::size_t kVisitsPerWindow = 16;

struct WindowSizes {
  /// About so many columns a window; one window below twice as many.
  std::uint64_t columns = 1 << 16;
  /// Exchanges tried for each visit to balance the diagonals. Rows left over at 10^8: 1195 with 10,
  /// 818 with 20, 297 with 40; 20 take a twentieth of the time of the fill.
  std::uint32_t exchanges = 20;

  /// The fastest for the board. The bits of a visit should fit a first-level cache: 2^15 and 2^17
  /// columns are 9 % slower at 10^7. But the time of balancing grows faster than the number of
  /// windows once the loads of the diagonals fill the second-level cache: at 10^9 the fill takes 8
  /// % longer with 2^16 than with 2^17, and at 10^10 the balancing 1.6 s with 2^18 and 4 s with
  /// 2^17.
  static constexpr WindowSizes for_board(std::uint64_t board_size) {
    return {.columns = std::uint64_t{1} << (board_size < 300'000'000     ? 16
                                            : board_size < 3'000'000'000 ? 17
                                                                         : 18)};
  }
};

class WindowPlan {
 public:
  WindowPlan(std::uint64_t board_size, const WindowSizes& sizes);

  static std::uint64_t memory_bytes(std::uint64_t board_size, const WindowSizes& sizes);
  /// How many visits a plan has.
  static std::size_t visit_count(std::uint64_t board_size, const WindowSizes& sizes);

  /// Another random order of visits. False when stopped; the plan must not be used then.
  bool shuffle(base::Random& random, const std::stop_token& stop);

  const std::vector<Window>& windows() const { return windows_; }
  /// In the order of their rows; they cover all rows.
  const std::vector<Visit>& visits() const { return visits_; }

 private:
  bool balance(base::Random& random, const std::stop_token& stop);

  WindowSizes sizes_;
  std::vector<Window> windows_;
  std::vector<std::uint32_t> window_of_visit_;
  std::vector<Visit> visits_;
};

/// Hands out the visits of a plan to threads.
class VisitSchedule {
 public:
  /// `threads` bounds how far the schedule looks ahead. The plan must outlive it.
  VisitSchedule(const WindowPlan& plan, std::uint64_t board_size, int threads);

  /// How many of these threads find work: a visit keeps about four windows busy, its own and those
  /// on its diagonals.
  static int useful_threads(const WindowPlan& plan, int threads);
  /// More would wait for each other here: handing out a visit takes less than half a microsecond,
  /// and making it some twenty.
  static constexpr int kMaxThreads = 64;

  /// The next visit for the calling thread; waits while other threads block all visits that are
  /// left. nullopt when all are taken or the schedule was closed. For any thread.
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
    std::size_t blockers = 0;  ///< earlier open visits that share lines
    bool is_taken = false;
  };
  static bool conflict(const OpenVisit& one, const OpenVisit& other);
  OpenVisit describe(std::size_t visit) const;
  void look_ahead();
  std::optional<std::size_t> find();
  bool is_over() const;

  const WindowPlan& plan_;
  const std::uint64_t board_size_;
  const std::size_t max_open_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<OpenVisit> open_;  ///< ascending
  std::size_t next_ = 0;         ///< the first visit that was never open
  bool closed_ = false;
};

}  // namespace nqueens::search
