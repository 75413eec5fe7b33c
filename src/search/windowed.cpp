// Fills the board window by window, so that all it touches is in the cache on any board; threads
// work on one board together. For a hundred to four billion queens, in linear time.
//
// A visit gives some consecutive rows columns of one window, in four ways: one look at 57 columns;
// for rows that missed, and when free columns are few, looks at 456; then free columns from a list;
// and last an exchange with a row of the visit that has its queen. What is left then, one row of a
// million, is for the repair of the whole board. README.md tells more.
#include <algorithm>
#include <atomic>
#include <mutex>
#include <vector>

#include "base/arrays.hpp"
#include "search/line_counters.hpp"
#include "search/polling.hpp"
#include "search/solver.hpp"
#include "search/swap_repair.hpp"
#include "search/window_kernels.hpp"
#include "search/window_plan.hpp"

namespace nqueens::search {

namespace {

/// Below a 16th of its columns free, one row in three finds nothing among 57. A quarter and an
/// eighth are 6 and 1 % slower at 10^7.
constexpr std::uint64_t kNarrowUntil = 16;
/// Below a 256th, going through the free columns is quicker. A 128th: as quick.
constexpr std::uint64_t kWideUntil = 256;
/// Free columns that a row tries from the list.
constexpr std::size_t kListTries = 64;
/// Columns to choose from for each row, where not all free ones are listed.
constexpr std::size_t kColumnsPerRow = 4;
/// Exchanges that a row tries. They cost 10 ns in the cache, and those of the repair 700 ns at
/// 10^9: after 400 tries 5500 rows are left over there, after 2000 only 1000.
constexpr int kExchangeTries = 2000;

using Diagonals = DiagonalCounters<SparseStorage>;

constexpr Column kNoColumn = 0xFFFFFFFF;

/// The lines of a board as bits, and its placement. A row without a queen has kNoColumn.
struct WindowBoard {
  Diagonals& diagonals;
  std::uint64_t* columns;
  Placement& placement;
};

/// A row that a visit found no place for, and a column of the window that is kept for it.
struct RowLeft {
  std::uint32_t visit = 0;
  Column row = 0;
  Column column = 0;
};

std::uint64_t minus(std::uint64_t a, std::uint64_t b) {
  return a > b ? a - b : 0;
}

/// Fetches all lines of a visit, which may lie anywhere: saves 5 % of the time at 10^9, nothing
/// below.
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

/// Makes visits; the scratch of one thread.
class VisitFiller {
 public:
  VisitFiller(const WindowBoard& board, const WindowKernels& kernels)
      : board_(board), kernels_(kernels) {}

  /// Depends on the lines of the window and the diagonals it meets, and on `random`, alone.
  void fill(const Window& window, const Visit& visit, std::uint32_t number, base::Random random) {
    rows_.clear();
    fill_by_probes(window, visit, random);
    if (rows_.empty()) return;
    fill_by_list(window, visit, random);
    for (const std::uint32_t distance : rows_) {
      board_.placement[visit.first_row + distance] = kNoColumn;
    }
    for (const std::uint32_t distance : rows_) {
      const std::uint64_t row = visit.first_row + distance;
      const std::uint64_t column = free_.back();
      free_.pop_back();
      mark_column(column);
      if (!exchange(visit, row, column, random)) {
        rows_left_.push_back({number, static_cast<Column>(row), static_cast<Column>(column)});
      }
    }
  }

  const std::vector<RowLeft>& rows_left() const { return rows_left_; }
  std::uint64_t probes() const { return probes_; }

 private:
  /// Leaves in rows_ the rows that found nothing.
  void fill_by_probes(const Window& window, const Visit& visit, base::Random& random) {
    const std::uint64_t bytes = window.columns / 8;
    const std::uint64_t rows = visit.rows;
    std::uint64_t next = 0;
    const auto leave_until = [&](std::uint64_t end) {
      for (; next < end; ++next) rows_.push_back(static_cast<std::uint32_t>(next));
    };
    if (bytes >= kMinWindowBytes) {
      const std::uint64_t first_byte = window.first_column / 8;
      const auto bytes_of = [&](std::uint64_t* words) {
        return reinterpret_cast<std::uint8_t*>(words) + first_byte;
      };
      const WindowLines lines = {bytes_of(board_.columns),
                                 bytes_of(board_.diagonals.antidiagonals().data()),
                                 bytes_of(board_.diagonals.diagonals().data()),
                                 board_.diagonals.board_size() - 1,
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

  /// Leaves in rows_ the rows that found nothing, and in free_ at least as many columns.
  void fill_by_list(const Window& window, const Visit& visit, base::Random& random) {
    const bool is_last = visit.free_columns == visit.rows;
    const std::size_t all = static_cast<std::size_t>(window.columns);
    list_free_columns(window, is_last ? all : kColumnsPerRow * rows_.size() + kListTries, random);
    // Not std::erase_if: the random numbers must be drawn in this order.
    std::size_t left = 0;
    for (const std::uint32_t distance : rows_) {
      if (!place_on_free_column(visit.first_row + distance, random)) rows_[left++] = distance;
    }
    rows_.resize(left);
  }

  /// At least `wanted` of them, if there are so many, from a random place on.
  void list_free_columns(const Window& window, std::size_t wanted, base::Random& random) {
    free_.clear();
    const std::uint64_t words = (window.columns + 63) / 64;
    const std::uint64_t first_word = window.first_column / 64;
    const std::uint64_t begin = random.below(static_cast<std::uint32_t>(words));
    for (std::uint64_t i = 0; i < words && free_.size() < wanted; ++i) {
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

  bool place_on_free_column(std::uint64_t row, base::Random& random) {
    const std::size_t tries = std::min(free_.size(), kListTries);
    std::size_t place = random.below(static_cast<std::uint32_t>(free_.size()));
    for (std::size_t i = 0; i < tries; ++i) {
      const std::uint64_t column = free_[place];
      ++probes_;
      if (occupied(row, column) == 0) {
        mark_column(column);
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
  bool exchange(const Visit& visit, std::uint64_t row, std::uint64_t column, base::Random& random) {
    for (int i = 0; i < kExchangeTries; ++i) {
      const std::uint64_t other = visit.first_row + random.below(visit.rows);
      const std::uint64_t other_column = board_.placement[other];
      if (other_column == kNoColumn) continue;
      probes_ += 2;
      if ((occupied(row, other_column) | occupied(other, column)) != 0) continue;
      // The two new squares may share a diagonal, or an antidiagonal.
      if (row + other_column == other + column || row + column == other + other_column) continue;
      Diagonals& lines = board_.diagonals;
      lines.diagonals().unset(lines.diagonal_of(other, other_column));
      lines.antidiagonals().unset(lines.antidiagonal_of(other, other_column));
      put(row, other_column);
      put(other, column);
      return true;
    }
    return false;
  }

  void mark_column(std::uint64_t column) {
    board_.columns[column / 64] |= std::uint64_t{1} << (column % 64);
  }

  /// Not 0 when a queen stands on one of the two diagonals.
  std::uint64_t occupied(std::uint64_t row, std::uint64_t column) const {
    const Diagonals& lines = board_.diagonals;
    return lines.diagonals().occupied(lines.diagonal_of(row, column)) |
           lines.antidiagonals().occupied(lines.antidiagonal_of(row, column));
  }

  void put(std::uint64_t row, std::uint64_t column) {
    Diagonals& lines = board_.diagonals;
    lines.diagonals().set(lines.diagonal_of(row, column));
    lines.antidiagonals().set(lines.antidiagonal_of(row, column));
    board_.placement[row] = static_cast<Column>(column);
  }

  WindowBoard board_;
  const WindowKernels& kernels_;
  std::vector<std::uint32_t> rows_;  ///< without a queen, as distances from the first of the visit
  std::vector<Column> free_;         ///< columns of the window
  std::vector<RowLeft> rows_left_;
  std::uint64_t probes_ = 0;
};

// A window has fewer than twice the columns that were asked for.
static_assert(2 * WindowSizes::for_board(kMaxPlacementSize).columns / 8 <= kMaxWindowBytes);
static_assert(SparseStorage::kWordsBehind * sizeof(std::uint64_t) >= kBytesBehindLines);

class WindowedSearch final : public Search {
 public:
  WindowedSearch(std::uint64_t board_size, const SearchTools& tools)
      : Search(board_size, tools),
        diagonals_(with_whole_groups(board_size)),
        column_bits_(column_words(board_size)),
        plan_(board_size, WindowSizes::for_board(board_size)) {}

  static std::uint64_t memory_bytes(std::uint64_t n) {
    return n * sizeof(Column) + Diagonals::memory_bytes(with_whole_groups(n)) +
           column_words(n) * sizeof(std::uint64_t) +
           WindowPlan::memory_bytes(n, WindowSizes::for_board(n));
  }

 private:
  /// Kernels want the number of the last row to be 7 modulo 8: the lines are those of a board that
  /// is a little larger.
  static std::uint64_t with_whole_groups(std::uint64_t n) { return (n + 7) / 8 * 8; }
  static std::uint64_t column_words(std::uint64_t n) {
    return (n + 63) / 64 + SparseStorage::kWordsBehind;
  }

  bool clear_counts(const std::stop_token& stop) override {
    return diagonals_.clear(stop) && clear(column_bits_.data(), column_bits_.size(), stop);
  }

  bool fill(base::Random& random, const std::stop_token& stop,
            SolveStatistics& statistics) override {
    rows_left_.clear();
    columns_.resize(size_);  // without writing to it
    if (!plan_.shuffle(random, stop)) return false;
    std::vector<RowLeft> left;
    if (!make_visits(random.next(), stop, left, statistics)) return false;
    // In the order of visits, whichever thread made them.
    std::stable_sort(left.begin(), left.end(),
                     [](const RowLeft& a, const RowLeft& b) { return a.visit < b.visit; });
    for (const RowLeft& one : left) {
      columns_[one.row] = one.column;
      pairs_ += diagonals_.place(one.row, one.column);
      rows_left_.push_back(one.row);
    }
    return true;
  }

  bool make_visits(std::uint64_t seed, const std::stop_token& stop, std::vector<RowLeft>& left,
                   SolveStatistics& statistics) {
    const int threads = VisitSchedule::useful_threads(plan_, tools_.threads());
    VisitSchedule schedule(plan_, size_, threads);
    std::mutex results;
    std::atomic<bool> stopped{false};
    const auto make = [&](int /*worker*/) {
      try {
        VisitFiller filler({diagonals_, column_bits_.data(), columns_},
                           window_kernels().best(tools_.instruction_set));
        while (const auto taken = schedule.take()) {
          const auto number = static_cast<std::uint32_t>(*taken);
          const Visit& visit = plan_.visits()[number];
          if (stop.stop_requested()) {
            stopped = true;
            schedule.close();
            break;
          }
          filler.fill(plan_.windows()[visit.window], visit, number, random_of_visit(seed, number));
          schedule.finish(number);
          tools_.count_rows(visit.rows);
        }
        const std::lock_guard lock(results);
        left.insert(left.end(), filler.rows_left().begin(), filler.rows_left().end());
        statistics.probes += filler.probes();
      } catch (...) {
        schedule.close();  // the others must not wait for this visit
        throw;
      }
    };
    tools_.run(make, threads);
    return !stopped;
  }

  static base::Random random_of_visit(std::uint64_t seed, std::uint32_t number) {
    return base::Random(base::Random(seed + number).next());
  }

  bool repair(base::Random& random, const std::stop_token& stop,
              SolveStatistics& statistics) override {
    return repair_by_swaps({diagonals_, columns_, rows_left_, pairs_}, random, stop, statistics);
  }

  Diagonals diagonals_;
  base::PageArray<std::uint64_t> column_bits_;
  WindowPlan plan_;
  std::vector<Column> rows_left_;
};

}  // namespace

const SearchKind kWindowed = search_kind<WindowedSearch>();

}  // namespace nqueens::search
