// A large board is filled piece by piece. Its columns are cut into windows and its rows into
// visits: in a visit some consecutive rows take columns of one window, so that all it touches is in
// the cache. Which rows visit which window is random, but balanced over the diagonals. Visits that
// share lines are made one after the other in this order; all others may run at the same time
// without a lock.
//
// The order must be balanced since about 16 visits meet on each stretch of diagonals. In a random
// order some stretches get twice their share and are full before the last rows come, which then
// find no place. Regular orders (golden ratio, one visit for each window) leave 1 to 41 % of the
// queens over.
#pragma once

#include <algorithm>
#include <bit>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <optional>
#include <stop_token>
#include <vector>

#include "base/random.hpp"
#include "solve/search.hpp"

namespace nqueens::solving {

struct Window {
  std::uint64_t first_column = 0;  ///< a multiple of 512: threads share no cache line
  std::uint64_t columns = 0;
};

struct Visit {
  std::uint64_t first_row = 0;
  std::uint32_t rows = 0;
  std::uint32_t window = 0;
  std::uint64_t free_columns = 0;  ///< in the window, before the visit
};

/// At 10^8 queens 4316 rows are left over for the repair with 12 visits, 818 with 16, 42 with 24;
/// but more visits read more memory.
inline constexpr std::size_t kVisitsPerWindow = 16;

struct WindowSizes {
  /// A window has at least this many columns, unless the board has fewer, and not twice as many.
  std::uint64_t columns = 1 << 16;
  /// This many exchanges are tried for each visit to balance the diagonals. At 10^8 1195 rows are
  /// left over with 10, 818 with 20, 297 with 40; 20 take a twentieth of the time of the fill.
  std::uint32_t exchanges = 20;

  /// Chooses the fastest for the board. The bits of a visit should fit a first-level cache: 2^15
  /// and 2^17 columns are 9 % slower at 10^7. But balancing slows down once the loads of the
  /// diagonals fill the second-level cache: at 10^9 the fill takes 8 % longer with 2^16 than with
  /// 2^17, and at 10^10 balancing takes 1.6 s with 2^18, 4 s with 2^17.
  static constexpr WindowSizes for_board(std::uint64_t board_size) {
    return {.columns = std::uint64_t{1} << (board_size < 300'000'000     ? 16
                                            : board_size < 3'000'000'000 ? 17
                                                                         : 18)};
  }
};

/// Tells how evenly visits load the diagonals: a sum of squares over units, stretches of as many
/// diagonals as a visit has rows. Visit j of window w meets the units of antidiagonals from j + w
/// kVisitsPerWindow on, one more than a window has; the first and the last only half. Diagonals are
/// the same, mirrored.
class DiagonalLoads {
 public:
  explicit DiagonalLoads(std::size_t visits)
      : visits_(visits), antidiagonals_(2 * visits + 1), diagonals_(2 * visits + 1) {}

  static std::uint64_t memory_bytes(std::size_t visits) { return 4 * visits * sizeof(Load); }

  /// Adds a visit (sign 1) or removes it (-1); returns the change of the sum.
  std::int64_t add(std::size_t visit, std::uint32_t window, int sign) {
    const std::size_t first = window * kVisitsPerWindow;
    return add_to(&antidiagonals_[visit + first], sign) +
           add_to(&diagonals_[visits_ - 1 - visit + first], sign);
  }

 private:
  /// A load is about 22 when balanced. If one wraps around, only the balance suffers.
  using Load = std::uint16_t;
  static_assert(kVisitsPerWindow == 16 && std::endian::native == std::endian::little);

  /// Adds to four units at a time: all but the last, which is half met like the first.
  static std::int64_t add_to(Load* unit, int sign) {
    // (a + w)^2 - a^2 = w (2 a + w), w = 2 inside and 1 at both ends.
    constexpr std::uint64_t kTwoEach = 0x0002000200020002u;
    constexpr std::uint64_t kOneEach = 0x0001000100010001u;
    std::uint64_t sums = 0;
    const int ends = unit[0] + unit[kVisitsPerWindow];
    for (std::size_t i = 0; i < kVisitsPerWindow; i += 4) {
      std::uint64_t units;
      std::memcpy(&units, unit + i, sizeof(units));
      sums += units;
      units += static_cast<std::uint64_t>(sign) * (i == 0 ? kTwoEach - 1 : kTwoEach);
      std::memcpy(unit + i, &units, sizeof(units));
    }
    const int inside = static_cast<int>(sums * kOneEach >> 48) - unit[0] + sign;
    unit[kVisitsPerWindow] = static_cast<Load>(unit[kVisitsPerWindow] + sign);
    return sign * (2 * ends + 4 * inside) + 2 + 4 * (static_cast<int>(kVisitsPerWindow) - 1);
  }

  std::size_t visits_;
  std::vector<Load> antidiagonals_;
  std::vector<Load> diagonals_;
};

class WindowOrder {
 public:
  WindowOrder(std::uint64_t board_size, const WindowSizes& sizes)
      : sizes_(sizes), visits_(visit_count(board_size, sizes)), window_of_visit_(visits_.size()) {
    constexpr std::uint64_t kColumnStep = 512;
    const std::size_t count = window_count(board_size, sizes);
    const auto begin_of = [&](std::size_t window) {
      return window == count ? board_size : board_size * window / count / kColumnStep * kColumnStep;
    };
    for (std::size_t window = 0; window < count; ++window) {
      windows_.push_back({begin_of(window), begin_of(window + 1) - begin_of(window)});
    }
  }

  static std::uint64_t memory_bytes(std::uint64_t board_size, const WindowSizes& sizes) {
    const std::size_t visits = visit_count(board_size, sizes);
    return window_count(board_size, sizes) * sizeof(Window) +
           visits * (sizeof(Visit) + sizeof(std::uint32_t)) + DiagonalLoads::memory_bytes(visits);
  }
  static std::size_t visit_count(std::uint64_t board_size, const WindowSizes& sizes) {
    const std::size_t windows = window_count(board_size, sizes);
    return windows == 1 ? 1 : windows * kVisitsPerWindow;
  }

  /// Makes a new random order of visits, which depends on the random numbers alone. Returns false
  /// when stopped; it must not be used then.
  bool shuffle(base::Random& random, const std::stop_token& stop) {
    const std::size_t count = windows_.size();
    const std::size_t visits = visits_.size();
    for (std::size_t visit = 0; visit < visits; ++visit) {
      window_of_visit_[visit] = static_cast<std::uint32_t>(visit * count / visits);
    }
    base::shuffle(window_of_visit_, random);
    if (count > 1 && !balance(random, stop)) return false;

    constexpr std::uint64_t kRowStep = 8;  // kernels take rows by eights
    const std::uint64_t visits_per_window = visits / count;
    std::vector<std::uint32_t> made(count);
    std::uint64_t row = 0;
    for (std::size_t i = 0; i < visits; ++i) {
      const std::uint32_t window = window_of_visit_[i];
      const std::uint64_t columns = windows_[window].columns;
      const auto rows_upto = [&](std::uint64_t visits_made) {
        if (visits_made == visits_per_window) return columns;
        return columns * visits_made / visits_per_window / kRowStep * kRowStep;
      };
      const std::uint64_t before = rows_upto(made[window]);
      const auto rows = static_cast<std::uint32_t>(rows_upto(++made[window]) - before);
      visits_[i] = {row, rows, window, columns - before};
      row += rows;
    }
    return true;
  }

  const std::vector<Window>& windows() const { return windows_; }
  /// Returns them in the order of their rows, which cover the board.
  const std::vector<Visit>& visits() const { return visits_; }

 private:
  static std::size_t window_count(std::uint64_t board_size, const WindowSizes& sizes) {
    return static_cast<std::size_t>(std::max<std::uint64_t>(1, board_size / sizes.columns));
  }

  bool balance(base::Random& random, const std::stop_token& stop) {
    const std::size_t visits = visits_.size();
    DiagonalLoads loads(visits);
    for (std::size_t visit = 0; visit < visits; ++visit) {
      loads.add(visit, window_of_visit_[visit], 1);
    }
    const auto draw = [&] { return random.below(static_cast<std::uint32_t>(visits)); };
    const auto exchange = [&](std::uint64_t begin, std::uint64_t end) {
      for (; begin < end; ++begin) {
        const std::size_t i = draw();
        const std::size_t j = draw();
        const std::uint32_t a = window_of_visit_[i];
        const std::uint32_t b = window_of_visit_[j];
        if (a == b) continue;
        const std::int64_t change =
            loads.add(i, a, -1) + loads.add(j, b, -1) + loads.add(i, b, 1) + loads.add(j, a, 1);
        if (change <= 0) {
          std::swap(window_of_visit_[i], window_of_visit_[j]);
        } else {
          loads.add(i, b, -1);
          loads.add(j, a, -1);
          loads.add(i, a, 1);
          loads.add(j, b, 1);
        }
      }
    };
    return for_pieces(0, visits * sizes_.exchanges, kSquaresPerPoll, stop, exchange);
  }

  WindowSizes sizes_;
  std::vector<Window> windows_;
  std::vector<Visit> visits_;
  std::vector<std::uint32_t> window_of_visit_;
};

class VisitSchedule {
 public:
  /// `threads` bounds how far the schedule looks ahead. The order must outlive it.
  VisitSchedule(const WindowOrder& order, std::uint64_t board_size, int threads)
      : order_(order),
        board_size_(board_size),
        max_open_(16 + 4 * static_cast<std::size_t>(std::min(threads, kMaxWindowedThreads))) {}

  /// Tells how many threads find work: a visit keeps about four windows busy.
  static int useful_threads(const WindowOrder& order, int threads) {
    constexpr std::size_t kWindowsPerVisit = 4;
    const std::size_t busy = std::max<std::size_t>(1, order.windows().size() / kWindowsPerVisit);
    return static_cast<int>(std::min<std::size_t>(
        {busy, static_cast<std::size_t>(threads), std::size_t{kMaxWindowedThreads}}));
  }

  /// Returns the next visit for the calling thread; waits while other threads block all remaining
  /// visits. Returns nullopt when all are taken or the schedule was closed. Any thread may call it.
  std::optional<std::size_t> take() {
    std::unique_lock lock(mutex_);
    for (;;) {
      if (const auto visit = find()) return visit;
      if (is_over()) return std::nullopt;
      changed_.wait(lock);
    }
  }

  /// Does the same without waiting: nullopt also when all visits are blocked now.
  std::optional<std::size_t> try_take() {
    const std::lock_guard lock(mutex_);
    return find();
  }

  /// Ends a visit that take() or try_take() gave.
  void finish(std::size_t visit) {
    const std::lock_guard lock(mutex_);
    const auto done = std::find_if(open_.begin(), open_.end(),
                                   [visit](const OpenVisit& open) { return open.visit == visit; });
    for (auto later = done + 1; later != open_.end(); ++later) {
      if (conflict(*done, *later)) --later->blockers;
    }
    open_.erase(done);
    look_ahead();
    // The calling thread takes one of them itself.
    const auto free = std::count_if(open_.begin(), open_.end(), [](const OpenVisit& open) {
      return !open.is_taken && open.blockers == 0;
    });
    if (is_over()) {
      changed_.notify_all();
    } else {
      for (std::ptrdiff_t i = 1; i < free; ++i) changed_.notify_one();
    }
  }

  /// Gives no more visits, after an error or a stop.
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_all();
  }

 private:
  struct OpenVisit {
    std::size_t visit;
    std::uint32_t window;
    std::uint64_t antidiagonal;  ///< the first of `lines`
    std::uint64_t diagonal;
    std::uint64_t lines;
    std::size_t blockers = 0;  ///< earlier open visits with common lines
    bool is_taken = false;
  };

  bool is_over() const {
    return closed_ || (next_ == order_.visits().size() &&
                       std::all_of(open_.begin(), open_.end(),
                                   [](const OpenVisit& open) { return open.is_taken; }));
  }

  std::optional<std::size_t> find() {
    if (closed_) return std::nullopt;
    look_ahead();
    for (OpenVisit& open : open_) {
      if (open.is_taken || open.blockers > 0) continue;
      open.is_taken = true;
      if (is_over()) changed_.notify_all();
      return open.visit;
    }
    return std::nullopt;
  }

  void look_ahead() {
    while (next_ < order_.visits().size() && open_.size() < max_open_) {
      OpenVisit ahead = describe(next_++);
      ahead.blockers = static_cast<std::size_t>(
          std::count_if(open_.begin(), open_.end(),
                        [&](const OpenVisit& earlier) { return conflict(earlier, ahead); }));
      open_.push_back(ahead);
    }
  }

  OpenVisit describe(std::size_t visit) const {
    const Visit& made = order_.visits()[visit];
    const Window& window = order_.windows()[made.window];
    // Diagonals are numbered column + (board size - row), so that they are positive.
    return {.visit = visit,
            .window = made.window,
            .antidiagonal = window.first_column + made.first_row,
            .diagonal = window.first_column + board_size_ - made.first_row - made.rows,
            .lines = window.columns + made.rows};
  }

  static bool conflict(const OpenVisit& one, const OpenVisit& other) {
    // Kernels and lists write whole words; and threads should not share cache lines.
    constexpr std::uint64_t kGap = 1024;
    const auto are_close = [&](std::uint64_t first, std::uint64_t other_first) {
      return first < other_first + other.lines + kGap && other_first < first + one.lines + kGap;
    };
    return one.window == other.window || are_close(one.antidiagonal, other.antidiagonal) ||
           are_close(one.diagonal, other.diagonal);
  }

  const WindowOrder& order_;
  const std::uint64_t board_size_;
  const std::size_t max_open_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<OpenVisit> open_;  ///< ascending
  std::size_t next_ = 0;         ///< the first visit that was never open
  bool closed_ = false;
};

}  // namespace nqueens::solving
