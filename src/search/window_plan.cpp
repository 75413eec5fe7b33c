// Why the order must be balanced: about 16 visits meet on each stretch of diagonals. At random,
// some stretches get twice their share and are full before the last rows come, which then find no
// place. Regular orders (golden ratio, one visit a window) leave 1 to 41 % of the queens over.
#include "search/window_plan.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>

#include "search/polling.hpp"

namespace nqueens::search {

namespace {

constexpr std::uint64_t kColumnStep = 512;
constexpr std::uint64_t kRowStep = 8;  // kernels take rows by eights

std::size_t window_count(std::uint64_t board_size, const WindowSizes& sizes) {
  return static_cast<std::size_t>(std::max<std::uint64_t>(1, board_size / sizes.columns));
}

std::size_t visits_of(std::size_t windows) {
  return windows == 1 ? 1 : windows * kVisitsPerWindow;
}

/// How much the visits load the diagonals, as a sum of squares over stretches of a unit: the rows
/// of a visit, a part of a window. Visit j of window w meets the units of antidiagonals from
/// j + w kVisitsPerWindow on, one more than a window has, the first and the last of them half;
/// diagonals likewise, mirrored.
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
  /// About 22 when balanced. Should one wrap around, the balance suffers, nothing else.
  using Load = std::uint16_t;
  static_assert(kVisitsPerWindow == 16 && std::endian::native == std::endian::little);

  /// Four units at a time: all of a window but the last, which is met half like the first.
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

/// Lines between visits that run at the same time: kernels and lists write back whole words around
/// their lines, and threads should not share cache lines.
constexpr std::uint64_t kGap = 1024;

bool are_close(std::uint64_t first, std::uint64_t lines, std::uint64_t other_first,
               std::uint64_t other_lines) {
  return first < other_first + other_lines + kGap && other_first < first + lines + kGap;
}

}  // namespace

WindowPlan::WindowPlan(std::uint64_t board_size, const WindowSizes& sizes) : sizes_(sizes) {
  const std::size_t count = window_count(board_size, sizes);
  const auto begin_of = [&](std::size_t window) {
    if (window == count) return board_size;
    return board_size * window / count / kColumnStep * kColumnStep;
  };
  for (std::size_t window = 0; window < count; ++window) {
    windows_.push_back({begin_of(window), begin_of(window + 1) - begin_of(window)});
  }
  const std::size_t visits = visits_of(count);
  for (std::size_t visit = 0; visit < visits; ++visit) {
    window_of_visit_.push_back(static_cast<std::uint32_t>(visit * count / visits));
  }
  visits_.resize(visits);
}

std::uint64_t WindowPlan::memory_bytes(std::uint64_t board_size, const WindowSizes& sizes) {
  const std::size_t windows = window_count(board_size, sizes);
  const std::size_t visits = visits_of(windows);
  return windows * sizeof(Window) + visits * (sizeof(Visit) + sizeof(std::uint32_t)) +
         DiagonalLoads::memory_bytes(visits);
}

std::size_t WindowPlan::visit_count(std::uint64_t board_size, const WindowSizes& sizes) {
  return visits_of(window_count(board_size, sizes));
}

bool WindowPlan::shuffle(base::Random& random, const std::stop_token& stop) {
  const std::size_t count = windows_.size();
  const std::size_t visits = visits_.size();
  // From the same order each time, so that the result depends on the random numbers alone.
  for (std::size_t visit = 0; visit < visits; ++visit) {
    window_of_visit_[visit] = static_cast<std::uint32_t>(visit * count / visits);
  }
  for (std::size_t visit = visits; visit > 1; --visit) {
    std::swap(window_of_visit_[visit - 1],
              window_of_visit_[random.below(static_cast<std::uint32_t>(visit))]);
  }
  if (count > 1 && !balance(random, stop)) return false;

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

bool WindowPlan::balance(base::Random& random, const std::stop_token& stop) {
  const std::size_t visits = visits_.size();
  DiagonalLoads loads(visits);
  for (std::size_t visit = 0; visit < visits; ++visit) {
    loads.add(visit, window_of_visit_[visit], 1);
  }
  const auto draw = [&] { return random.below(static_cast<std::uint32_t>(visits)); };
  return for_pieces(0, visits * sizes_.exchanges, kSquaresPerPoll, stop,
                    [&](std::uint64_t begin, std::uint64_t end) {
                      for (std::uint64_t step = begin; step < end; ++step) {
                        const std::size_t i = draw();
                        const std::size_t j = draw();
                        const std::uint32_t a = window_of_visit_[i];
                        const std::uint32_t b = window_of_visit_[j];
                        if (a == b) continue;
                        const std::int64_t change = loads.add(i, a, -1) + loads.add(j, b, -1) +
                                                    loads.add(i, b, 1) + loads.add(j, a, 1);
                        if (change <= 0) {
                          std::swap(window_of_visit_[i], window_of_visit_[j]);
                        } else {
                          loads.add(i, b, -1);
                          loads.add(j, a, -1);
                          loads.add(i, a, 1);
                          loads.add(j, b, 1);
                        }
                      }
                    });
}

VisitSchedule::VisitSchedule(const WindowPlan& plan, std::uint64_t board_size, int threads)
    : plan_(plan),
      board_size_(board_size),
      max_open_(16 + 4 * static_cast<std::size_t>(std::min(threads, kMaxThreads))) {}

int VisitSchedule::useful_threads(const WindowPlan& plan, int threads) {
  constexpr std::size_t kWindowsPerVisit = 4;
  const std::size_t busy = std::max<std::size_t>(1, plan.windows().size() / kWindowsPerVisit);
  return static_cast<int>(std::min<std::size_t>(
      {busy, static_cast<std::size_t>(threads), static_cast<std::size_t>(kMaxThreads)}));
}

std::optional<std::size_t> VisitSchedule::take() {
  std::unique_lock lock(mutex_);
  for (;;) {
    if (const auto visit = find()) return visit;
    if (is_over()) return std::nullopt;
    changed_.wait(lock);
  }
}

std::optional<std::size_t> VisitSchedule::try_take() {
  const std::lock_guard lock(mutex_);
  return find();
}

void VisitSchedule::finish(std::size_t visit) {
  const std::lock_guard lock(mutex_);
  const auto done = std::find_if(open_.begin(), open_.end(),
                                 [visit](const OpenVisit& open) { return open.visit == visit; });
  for (auto later = done + 1; later != open_.end(); ++later) {
    if (conflict(*done, *later)) --later->blockers;
  }
  open_.erase(done);
  look_ahead();
  // The caller takes one itself.
  const auto free = std::count_if(open_.begin(), open_.end(), [](const OpenVisit& open) {
    return !open.is_taken && open.blockers == 0;
  });
  if (is_over()) {
    changed_.notify_all();
  } else {
    for (std::ptrdiff_t i = 1; i < free; ++i) changed_.notify_one();
  }
}

void VisitSchedule::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  changed_.notify_all();
}

bool VisitSchedule::is_over() const {
  return closed_ || (next_ == plan_.visits().size() &&
                     std::all_of(open_.begin(), open_.end(),
                                 [](const OpenVisit& open) { return open.is_taken; }));
}

std::optional<std::size_t> VisitSchedule::find() {
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

void VisitSchedule::look_ahead() {
  while (next_ < plan_.visits().size() && open_.size() < max_open_) {
    OpenVisit ahead = describe(next_++);
    ahead.blockers = static_cast<std::size_t>(
        std::count_if(open_.begin(), open_.end(),
                      [&](const OpenVisit& earlier) { return conflict(earlier, ahead); }));
    open_.push_back(ahead);
  }
}

VisitSchedule::OpenVisit VisitSchedule::describe(std::size_t visit) const {
  const Visit& made = plan_.visits()[visit];
  const Window& window = plan_.windows()[made.window];
  // Antidiagonals column + row, and diagonals column + (board size - row), to keep them positive.
  return {.visit = visit,
          .window = made.window,
          .antidiagonal = window.first_column + made.first_row,
          .diagonal = window.first_column + board_size_ - made.first_row - made.rows,
          .lines = window.columns + made.rows};
}

bool VisitSchedule::conflict(const OpenVisit& one, const OpenVisit& other) {
  return one.window == other.window ||
         are_close(one.antidiagonal, one.lines, other.antidiagonal, other.lines) ||
         are_close(one.diagonal, one.lines, other.diagonal, other.lines);
}

}  // namespace nqueens::search
