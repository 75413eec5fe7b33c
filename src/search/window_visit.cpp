// A visit goes through four ways to find a column for a row, from the quickest to the one that
// finds most: while the window has free columns in plenty, one look at 57 columns; for rows that
// missed, and when columns are few, looks at 456; then free columns from a list; and last an
// exchange with a row that has its queen already. What is left after that is for the repair of the
// whole board: one row of a million.
#include "search/window_visit.hpp"

#include <algorithm>

namespace nqueens::search {

namespace {

/// Below a 16th of its columns free, one row in three finds nothing among 57. A quarter and an
/// eighth are 6 and 1 % slower at 10^7.
constexpr std::uint64_t kNarrowUntil = 16;
/// Below a 256th, it is quicker to go through the free columns. A 128th: as quick.
constexpr std::uint64_t kWideUntil = 256;
/// Free columns that a row tries from the list.
constexpr std::size_t kListTries = 64;
/// Columns to choose from for each row, where not all free ones are listed.
constexpr std::size_t kColumnsPerRow = 4;
/// Exchanges that a row tries. They cost 10 ns in the cache, and those of the repair 700 ns at
/// 10^9: after 400 tries 5500 rows are left over there, after 2000 only 1000.
constexpr int kExchangeTries = 2000;

/// All lines of the visit, which lie anywhere: 5 % of the time at 10^9, nothing below.
void prefetch(const WindowLines& lines, const Visit& visit) {
  constexpr std::uint64_t kLineBytes = 64;
  const auto fetch = [](const std::uint8_t* first, std::uint64_t bytes) {
    for (std::uint64_t i = 0; i < bytes + kLineBytes; i += kLineBytes) {
      __builtin_prefetch(first + i, 1);
    }
  };
  const std::uint64_t diagonal_bytes = lines.bytes + visit.rows / 8;
  fetch(lines.columns, lines.bytes);
  fetch(lines.antidiagonals + visit.first_row / 8, diagonal_bytes);
  fetch(lines.diagonals + (lines.last_row - visit.first_row - visit.rows + 1) / 8, diagonal_bytes);
}

std::uint64_t minus(std::uint64_t a, std::uint64_t b) {
  return a > b ? a - b : 0;
}

}  // namespace

void VisitFiller::fill(const Window& window, const Visit& visit, std::uint32_t number,
                       base::Random random) {
  rows_.clear();
  fill_by_probes(window, visit, random);
  if (rows_.empty()) return;
  fill_by_list(window, visit, random);
  for (const std::uint32_t distance : rows_)
    board_.placement[visit.first_row + distance] = kNoColumn;
  for (const std::uint32_t distance : rows_) {
    const std::uint64_t row = visit.first_row + distance;
    const std::uint64_t column = free_.back();
    free_.pop_back();
    board_.columns[column / 64] |= std::uint64_t{1} << (column % 64);
    if (!exchange(visit, row, column, random)) {
      rows_left_.push_back({number, static_cast<Column>(row), static_cast<Column>(column)});
    }
  }
}

/// Leaves in rows_ the rows that found nothing.
void VisitFiller::fill_by_probes(const Window& window, const Visit& visit, base::Random& random) {
  const std::uint64_t bytes = window.columns / 8;
  const std::uint64_t rows = visit.rows;
  std::uint64_t next = 0;
  const auto leave_until = [&](std::uint64_t end) {
    for (; next < end; ++next) rows_.push_back(static_cast<std::uint32_t>(next));
  };
  if (bytes >= kLeastWindowBytes) {
    const std::uint64_t last_row = board_.diagonals.board_size() - 1;
    const std::uint64_t first_byte = window.first_column / 8;
    const auto bytes_of = [&](std::uint64_t* words) {
      return reinterpret_cast<std::uint8_t*>(words) + first_byte;
    };
    const WindowLines lines = {bytes_of(board_.columns),
                               bytes_of(board_.diagonals.antidiagonals().data()),
                               bytes_of(board_.diagonals.diagonals().data()),
                               last_row,
                               window.first_column,
                               bytes,
                               board_.placement.data()};
    prefetch(lines, visit);
    std::uint64_t state = random.next();
    const std::uint64_t narrow =
        std::min(rows, minus(visit.free_columns, window.columns / kNarrowUntil));
    leave_until(std::min(narrow, (8 - visit.first_row % 8) % 8));
    const std::size_t groups = (narrow - next) / 8;
    const std::size_t known = rows_.size();
    rows_.resize(known + 8 * groups);
    const std::size_t missed =
        kernels_.fill(lines, visit.first_row + next, groups, state, rows_.data() + known);
    rows_.resize(known + missed);
    for (std::size_t i = known; i < rows_.size(); ++i) {
      rows_[i] += static_cast<std::uint32_t>(next);
    }
    probes_ += 8 * groups;
    next += 8 * groups;
    leave_until(
        std::max(next, std::min(rows, minus(visit.free_columns, window.columns / kWideUntil))));
    rows_.resize(kernels_.fill_wide(lines, visit.first_row, rows_.data(), rows_.size(), state,
                                    rows_.data(), probes_));
  }
  leave_until(rows);
}

/// Leaves in rows_ the rows that found nothing, and in free_ as many columns or more.
void VisitFiller::fill_by_list(const Window& window, const Visit& visit, base::Random& random) {
  const bool is_last = visit.free_columns == visit.rows;
  const std::size_t all = static_cast<std::size_t>(window.columns);
  collect_free_columns(window, is_last ? all : kColumnsPerRow * rows_.size() + kListTries, random);
  // A loop of its own, not an algorithm: the random numbers are to be drawn in this order.
  std::size_t left = 0;
  for (const std::uint32_t distance : rows_) {
    if (!place_on_free_column(visit.first_row + distance, random)) rows_[left++] = distance;
  }
  rows_.resize(left);
}

/// At least `most` of them, if there are so many, from a random place on.
void VisitFiller::collect_free_columns(const Window& window, std::size_t most,
                                       base::Random& random) {
  free_.clear();
  const std::uint64_t words = (window.columns + 63) / 64;
  const std::uint64_t first_word = window.first_column / 64;
  const std::uint64_t begin = random.below(static_cast<std::uint32_t>(words));
  for (std::uint64_t i = 0; i < words && free_.size() < most; ++i) {
    const std::uint64_t word = begin + i < words ? begin + i : begin + i - words;
    std::uint64_t free = ~board_.columns[first_word + word];
    const std::uint64_t columns = window.columns - 64 * word;
    if (columns < 64) free &= (std::uint64_t{1} << columns) - 1;
    for (; free != 0; free &= free - 1) {
      free_.push_back(static_cast<Column>(64 * (first_word + word)) +
                      static_cast<Column>(__builtin_ctzll(free)));
    }
  }
}

bool VisitFiller::place_on_free_column(std::uint64_t row, base::Random& random) {
  const DiagonalCounters<SparseStorage>& lines = board_.diagonals;
  const std::size_t tries = std::min(free_.size(), kListTries);
  std::size_t place = random.below(static_cast<std::uint32_t>(free_.size()));
  for (std::size_t i = 0; i < tries; ++i) {
    const std::uint64_t column = free_[place];
    ++probes_;
    if ((lines.diagonals().occupied(lines.diagonal_of(row, column)) |
         lines.antidiagonals().occupied(lines.antidiagonal_of(row, column))) == 0) {
      board_.columns[column / 64] |= std::uint64_t{1} << (column % 64);
      put(row, column);
      free_[place] = free_.back();
      free_.pop_back();
      return true;
    }
    if (++place == free_.size()) place = 0;
  }
  return false;
}

/// The row takes the column of another row of the visit, and that row takes `column`.
bool VisitFiller::exchange(const Visit& visit, std::uint64_t row, std::uint64_t column,
                           base::Random& random) {
  DiagonalCounters<SparseStorage>& lines = board_.diagonals;
  const auto occupied = [&](std::uint64_t r, std::uint64_t c) {
    return lines.diagonals().occupied(lines.diagonal_of(r, c)) |
           lines.antidiagonals().occupied(lines.antidiagonal_of(r, c));
  };
  const auto lift = [&](std::uint64_t r, std::uint64_t c) {
    lines.diagonals().unset(lines.diagonal_of(r, c));
    lines.antidiagonals().unset(lines.antidiagonal_of(r, c));
  };
  for (int i = 0; i < kExchangeTries; ++i) {
    const std::uint64_t other = visit.first_row + random.below(visit.rows);
    const std::uint64_t other_column = board_.placement[other];
    if (other_column == kNoColumn) continue;
    probes_ += 2;
    if ((occupied(row, other_column) | occupied(other, column)) != 0) continue;
    // The two new squares may share a diagonal, or an antidiagonal.
    if (row + other_column == other + column || row + column == other + other_column) continue;
    lift(other, other_column);
    put(row, other_column);
    put(other, column);
    return true;
  }
  return false;
}

void VisitFiller::put(std::uint64_t row, std::uint64_t column) {
  DiagonalCounters<SparseStorage>& lines = board_.diagonals;
  lines.diagonals().set(lines.diagonal_of(row, column));
  lines.antidiagonals().set(lines.antidiagonal_of(row, column));
  board_.placement[row] = static_cast<Column>(column);
}

}  // namespace nqueens::search
