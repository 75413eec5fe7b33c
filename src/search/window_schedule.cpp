#include "search/window_schedule.hpp"

#include <algorithm>

namespace nqueens::search {

namespace {

/// Lines that visits keep between them: kernels and lists write back whole words around their
/// lines, and threads should not share cache lines.
constexpr std::uint64_t kGap = 1024;

bool are_close(std::uint64_t first, std::uint64_t lines, std::uint64_t other_first,
               std::uint64_t other_lines) {
  return first < other_first + other_lines + kGap && other_first < first + lines + kGap;
}

}  // namespace

VisitSchedule::VisitSchedule(const WindowPlan& plan, std::uint64_t board_size, int threads)
    : plan_(plan),
      board_size_(board_size),
      most_open_(16 + 4 * static_cast<std::size_t>(std::min(threads, kMostThreads))) {}

int VisitSchedule::useful_threads(const WindowPlan& plan, int threads) {
  constexpr std::size_t kWindowsPerVisit = 4;
  const std::size_t most = std::max<std::size_t>(1, plan.windows().size() / kWindowsPerVisit);
  return static_cast<int>(std::min<std::size_t>(
      {most, static_cast<std::size_t>(threads), static_cast<std::size_t>(kMostThreads)}));
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
    if (is_over()) changed_.notify_all();  // nobody has to wait for one any more
    return open.visit;
  }
  return std::nullopt;
}

void VisitSchedule::look_ahead() {
  while (next_ < plan_.visits().size() && open_.size() < most_open_) {
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
