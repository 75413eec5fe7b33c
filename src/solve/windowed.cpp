// Fills the board window by window, so that all it touches is in the cache; threads work on one
// board together. Linear time, for boards from a hundred queens to kMaxStreamedSize.
//
// A visit gives some consecutive rows columns of one window, in four ways: one look at 57 columns;
// for rows that missed, and when few columns are free, looks at 456; then free columns from a list;
// and last an exchange with another row of the visit. The repair of the whole board places what is
// left, one row in a million. README.md tells more.
#include <algorithm>
#include <atomic>
#include <mutex>
#include <span>
#include <vector>

#include "base/arrays.hpp"
#include "solve/line_counters.hpp"
#include "solve/placement_output.hpp"
#include "solve/search.hpp"
#include "solve/swap_repair.hpp"
#include "solve/window_kernels.hpp"
#include "solve/window_order.hpp"

namespace nqueens::solving {

namespace {

/// When less than a 16th of its columns is free, one row in three finds nothing among 57. A quarter
/// and an eighth are 6 and 1 % slower at 10^7.
constexpr std::uint64_t kNarrowUntil = 16;
/// Below a 256th, trying the free columns from a list is faster; below a 128th as fast.
constexpr std::uint64_t kWideUntil = 256;
constexpr std::size_t kListTries = 64;  ///< free columns from the list that a row tries
/// This many columns are listed for each row, unless all free ones are.
constexpr std::size_t kColumnsPerRow = 4;
/// A row tries this many exchanges. They take 10 ns in the cache, those of the repair 700 ns at
/// 10^9: 5500 rows are left over there after 400 tries, only 1000 after 2000.
constexpr int kExchangeTries = 2000;

/// The repair exchanges at least this many rows: it needs some hundred for each row left over.
constexpr std::uint64_t kRowsForRepair = 1 << 14;

using Diagonals = DiagonalCounters<SparseStorage>;

/// These low bits stand for a row without a queen; on boards above 2^32 columns may have them too.
constexpr std::uint32_t kNoColumn = 0xFFFFFFFF;

struct WindowBoard {
  Diagonals& diagonals;
  std::uint64_t* columns;
};

/// A row left over by a visit, and a column of the window kept for it.
struct RowLeft {
  std::uint32_t visit = 0;
  std::uint32_t distance = 0;  ///< from the first row of the visit
  std::uint64_t column = 0;
};

std::uint64_t minus(std::uint64_t a, std::uint64_t b) {
  return a > b ? a - b : 0;
}

/// Prefetches all lines of a visit: saves 5 % of the time at 10^9, nothing on smaller boards.
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

class VisitFiller {
 public:
  VisitFiller(const WindowBoard& board, const WindowKernels& kernels)
      : board_(board), kernels_(kernels) {}

  /// It depends only on `random` and on the window's columns and diagonals. Writes the columns of
  /// the rows, modulo 2^32, to `low_columns` (any value for rows left over). Returns the rows left
  /// over, ascending.
  std::span<const RowLeft> fill(const Window& window, const Visit& visit, std::uint32_t number,
                                base::Random random, std::uint32_t* low_columns) {
    const std::size_t left_before = rows_left_.size();
    low_columns_ = low_columns;
    rows_.clear();
    fill_by_probes(window, visit, random);
    if (rows_.empty()) return {};
    fill_by_list(window, visit, random);
    for (const std::uint32_t distance : rows_) low_columns_[distance] = kNoColumn;
    for (const std::uint32_t distance : rows_) {
      const std::uint64_t column = free_.back();
      free_.pop_back();
      mark_column(column);
      if (!exchange(window, visit, distance, column, random)) {
        rows_left_.push_back({number, distance, column});
      }
    }
    return std::span(rows_left_).subspan(left_before);
  }

  const std::vector<RowLeft>& rows_left() const { return rows_left_; }
  std::uint64_t probes() const { return probes_; }

 private:
  /// Leaves the rows that found nothing in rows_.
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
                                 static_cast<std::uint32_t>(window.first_column),
                                 bytes};
      prefetch(lines, visit);
      std::uint64_t state = random.next();
      const std::uint64_t narrow =
          std::min(rows, minus(visit.free_columns, window.columns / kNarrowUntil));
      leave_until(std::min(narrow, (8 - visit.first_row % 8) % 8));
      const std::size_t groups = (narrow - next) / 8;
      const std::size_t known = rows_.size();
      rows_.resize(known + 8 * groups);
      const std::size_t missed = kernels_.fill(lines, visit.first_row + next, groups, state,
                                               low_columns_ + next, rows_.data() + known);
      rows_.resize(known + missed);
      for (std::size_t i = known; i < rows_.size(); ++i) {
        rows_[i] += static_cast<std::uint32_t>(next);
      }
      probes_ += 8 * groups;
      next += 8 * groups;
      leave_until(
          std::max(next, std::min(rows, minus(visit.free_columns, window.columns / kWideUntil))));
      rows_.resize(kernels_.fill_wide(lines, visit.first_row, rows_.data(), rows_.size(), state,
                                      low_columns_, rows_.data(), probes_));
    }
    leave_until(rows);
  }

  /// Leaves the rows that found nothing in rows_, and at least as many columns in free_.
  void fill_by_list(const Window& window, const Visit& visit, base::Random& random) {
    const bool is_last = visit.free_columns == visit.rows;
    const std::size_t all = static_cast<std::size_t>(window.columns);
    list_free_columns(window, is_last ? all : kColumnsPerRow * rows_.size() + kListTries, random);
    // std::erase_if would not draw the random numbers in this order.
    std::size_t left = 0;
    for (const std::uint32_t distance : rows_) {
      if (!place_on_free_column(visit, distance, random)) rows_[left++] = distance;
    }
    rows_.resize(left);
  }

  /// Lists at least `wanted` free columns, or all, from a random place on.
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
        free_.push_back(64 * (first_word + word) +
                        static_cast<std::uint64_t>(__builtin_ctzll(free)));
      }
    }
  }

  bool place_on_free_column(const Visit& visit, std::uint32_t distance, base::Random& random) {
    const std::size_t tries = std::min(free_.size(), kListTries);
    std::size_t place = random.below(static_cast<std::uint32_t>(free_.size()));
    const std::uint64_t row = visit.first_row + distance;
    for (std::size_t i = 0; i < tries; ++i) {
      const std::uint64_t column = free_[place];
      ++probes_;
      if (board_.diagonals.occupied(row, column) == 0) {
        mark_column(column);
        board_.diagonals.set(row, column);
        low_columns_[distance] = static_cast<std::uint32_t>(column);
        free_[place] = free_.back();
        free_.pop_back();
        return true;
      }
      if (++place == free_.size()) place = 0;
    }
    return false;
  }

  /// Gives the row the column of another row of the visit, and that row takes `column`.
  bool exchange(const Window& window, const Visit& visit, std::uint32_t distance,
                std::uint64_t column, base::Random& random) {
    Diagonals& lines = board_.diagonals;
    const std::uint64_t row = visit.first_row + distance;
    for (int i = 0; i < kExchangeTries; ++i) {
      const std::uint32_t other_distance = random.below(visit.rows);
      if (low_columns_[other_distance] == kNoColumn) continue;
      const std::uint64_t other = visit.first_row + other_distance;
      const std::uint64_t other_column =
          column_in(window.first_column, low_columns_[other_distance]);
      probes_ += 2;
      if ((lines.occupied(row, other_column) | lines.occupied(other, column)) != 0) continue;
      // The two new squares may share a diagonal, or an antidiagonal.
      if (row + other_column == other + column || row + column == other + other_column) continue;
      lines.unset(other, other_column);
      lines.set(row, other_column);
      lines.set(other, column);
      low_columns_[distance] = static_cast<std::uint32_t>(other_column);
      low_columns_[other_distance] = static_cast<std::uint32_t>(column);
      return true;
    }
    return false;
  }

  void mark_column(std::uint64_t column) {
    board_.columns[column / 64] |= std::uint64_t{1} << (column % 64);
  }

  WindowBoard board_;
  const WindowKernels& kernels_;
  std::vector<std::uint32_t> rows_;       ///< without a queen, as distances from first_row
  std::vector<std::uint64_t> free_;       ///< free columns
  std::uint32_t* low_columns_ = nullptr;  ///< those of the present visit
  std::vector<RowLeft> rows_left_;
  std::uint64_t probes_ = 0;
};

class MemoryOutput final : public FillOutput {
 public:
  MemoryOutput(Placement& placement, std::uint64_t board_size)
      : placement_(placement), board_size_(board_size) {}

  bool is_ordered() const override { return false; }
  std::uint32_t* room_for(std::uint64_t first_row) override {
    return placement_.data() + first_row;
  }
  void begin() override { placement_.resize(board_size_); }  // without writing to it
  void put(const FilledRows&) override {}                    // room_for() put them in place
  void put_repaired(std::uint64_t first_row, std::span<const std::uint64_t> columns) override {
    std::transform(columns.begin(), columns.end(), placement_.data() + first_row,
                   [](std::uint64_t column) { return static_cast<Column>(column); });
  }

 private:
  Placement& placement_;
  std::uint64_t board_size_;
};

// A window has fewer than twice the columns that were asked for.
static_assert(2 * WindowSizes::for_board(kMaxStreamedSize).columns / 8 <= kMaxWindowBytes);
static_assert(SparseStorage::kWordsBehind * sizeof(std::uint64_t) >= kBytesBehindLines);

class WindowedSearch final : public Search {
 public:
  WindowedSearch(std::uint64_t board_size, const SearchTools& tools)
      : Search(board_size, tools),
        memory_output_(columns_, board_size),
        output_(tools.output == nullptr ? memory_output_ : *tools.output),
        diagonals_(with_whole_groups(board_size)),
        column_bits_(column_words(board_size)),
        order_(board_size, WindowSizes::for_board(board_size)),
        kept_rows_(kept_rows(board_size, order_.visits().size())) {}

  static std::uint64_t memory_bytes(std::uint64_t n) { return n * sizeof(Column) + fill_bytes(n); }

  static std::uint64_t fill_bytes(std::uint64_t n) {
    const WindowSizes sizes = WindowSizes::for_board(n);
    const std::uint64_t visits = WindowOrder::visit_count(n, sizes);
    return Diagonals::memory_bytes(with_whole_groups(n)) + column_words(n) * sizeof(std::uint64_t) +
           WindowOrder::memory_bytes(n, sizes) +
           visits * kept_rows(n, visits) * sizeof(std::uint64_t);
  }

 private:
  /// Kernels need a last row of 7 modulo 8, so the lines are those of a slightly larger board.
  static std::uint64_t with_whole_groups(std::uint64_t n) { return (n + 7) / 8 * 8; }
  static std::uint64_t column_words(std::uint64_t n) {
    return (n + 63) / 64 + SparseStorage::kWordsBehind;
  }
  /// Returns how many rows are kept of each visit, which has at least as many.
  static std::uint64_t kept_rows(std::uint64_t n, std::uint64_t visits) {
    return visits == 1 ? std::min(n, kRowsForRepair) : (kRowsForRepair + visits - 1) / visits;
  }

  bool clear_counts(const std::stop_token& stop) override {
    return diagonals_.clear(stop) && clear(column_bits_.data(), column_bits_.size(), stop);
  }

  bool fill(base::Random& random, const std::stop_token& stop,
            SolveStatistics& statistics) override {
    if (!output_.is_ordered()) output_.begin();
    if (!order_.shuffle(random, stop)) return false;
    seed_ = random.next();
    kept_.resize(order_.visits().size() * kept_rows_);
    const auto put = [this](const FilledRows& rows, std::span<const RowLeft> left) {
      put_unless_kept(rows, left);
    };
    std::vector<RowLeft> left;
    if (!make_visits(put, stop, left, statistics, true)) return false;
    // The order is that of rows, whichever thread made the visits.
    std::stable_sort(left.begin(), left.end(),
                     [](const RowLeft& a, const RowLeft& b) { return a.visit < b.visit; });
    places_left_.clear();
    other_rows_.clear();
    for (const RowLeft& one : left) {
      const Visit& visit = order_.visits()[one.visit];
      const std::uint64_t row = visit.first_row + one.distance;
      std::uint64_t place = one.visit * kept_rows_ + one.distance;
      if (one.distance < kept_rows_) {
        kept_[place] = one.column;
      } else {
        place = kept_.size();
        kept_.push_back(one.column);
        other_rows_.push_back(row);
      }
      places_left_.push_back(static_cast<std::uint32_t>(place));
      pairs_ += diagonals_.place(row, one.column);
    }
    return true;
  }

  /// Keeps the first rows of the visit and those left over for the repair; puts out the others.
  void put_unless_kept(const FilledRows& rows, std::span<const RowLeft> left) {
    for (std::uint64_t i = 0; i < kept_rows_; ++i) {
      kept_[rows.visit * kept_rows_ + i] = rows.column(i);
    }
    if (output_.is_ordered()) return;
    std::uint64_t begin = kept_rows_;
    const auto put_until = [&](std::uint64_t end) {
      if (begin >= end) return;
      output_.put({rows.visit,
                   rows.first_row + begin,
                   rows.first_column,
                   rows.low_columns.subspan(begin, end - begin),
                   {}});
    };
    for (const RowLeft& one : left) {
      put_until(one.distance);
      begin = std::max<std::uint64_t>(begin, one.distance + 1);
    }
    put_until(rows.low_columns.size());
  }

  /// Calls put(rows, rows left over) for each visit, whose lines no other thread uses meanwhile.
  template <typename Put>
  bool make_visits(const Put& put, const std::stop_token& stop, std::vector<RowLeft>& left,
                   SolveStatistics& statistics, bool is_first_time) {
    const int threads = VisitSchedule::useful_threads(order_, tools_.threads());
    VisitSchedule schedule(order_, size_, threads);
    std::mutex results;
    std::atomic<bool> stopped{false};
    const auto make = [&](int /*worker*/) {
      try {
        VisitFiller filler({diagonals_, column_bits_.data()},
                           window_kernels().best(tools_.instruction_set));
        std::vector<std::uint32_t, UnsetAllocator<std::uint32_t>> own_room;
        while (const auto taken = schedule.take()) {
          const auto number = static_cast<std::uint32_t>(*taken);
          const Visit& visit = order_.visits()[number];
          const Window& window = order_.windows()[visit.window];
          if (stop.stop_requested()) {
            stopped = true;
            schedule.close();
            output_.close();
            break;
          }
          std::uint32_t* room = output_.room_for(visit.first_row);
          if (room == nullptr) {
            own_room.resize(visit.rows);
            room = own_room.data();
          }
          const auto left_here = filler.fill(window, visit, number, random_of_visit(number), room);
          put({number, visit.first_row, window.first_column, {room, visit.rows}, {}}, left_here);
          schedule.finish(number);
          is_first_time ? tools_.count_rows(visit.rows) : tools_.count_rows_out(visit.rows);
        }
        const std::lock_guard lock(results);
        left.insert(left.end(), filler.rows_left().begin(), filler.rows_left().end());
        statistics.probes += filler.probes();
      } catch (...) {
        schedule.close();  // the others must not wait for this visit
        output_.close();
        throw;
      }
    };
    tools_.run(make, threads);
    return !stopped;
  }

  base::Random random_of_visit(std::uint32_t number) const {
    return base::Random(base::Random(seed_ + number).next());
  }

  bool repair(base::Random& random, const std::stop_token& stop,
              SolveStatistics& statistics) override {
    return repair_by_swaps(ConflictedBoard{diagonals_, kept_, places_left_, pairs_}, random, stop,
                           statistics, KeptRows{{}, *this});
  }

  /// The places of the repair are the rows kept of each visit, then the other rows left over.
  struct KeptRows : WholeBoard {
    const WindowedSearch& search;
    std::uint64_t row_of(std::uint64_t place) const {
      const std::uint64_t of_visits = search.order_.visits().size() * search.kept_rows_;
      if (place >= of_visits) return search.other_rows_[place - of_visits];
      return search.order_.visits()[place / search.kept_rows_].first_row +
             place % search.kept_rows_;
    }
  };

  bool put_rest(const std::stop_token& stop) override {
    if (output_.is_ordered()) return put_in_order(stop);
    constexpr std::uint64_t kVisitsPerPoll = 1024;
    const std::span<const std::uint64_t> kept = kept_;
    const std::uint64_t visits = order_.visits().size();
    const auto put = [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t visit = begin; visit < end; ++visit) {
        output_.put_repaired(order_.visits()[visit].first_row,
                             kept.subspan(visit * kept_rows_, kept_rows_));
      }
    };
    if (!for_pieces(0, visits, kVisitsPerPoll, stop, put)) return false;
    for (std::size_t i = 0; i < other_rows_.size(); ++i) {
      output_.put_repaired(other_rows_[i], kept.subspan(visits * kept_rows_ + i, 1));
    }
    return true;
  }

  /// Makes all visits again, with the same columns.
  bool put_in_order(const std::stop_token& stop) {
    if (tools_.progress != nullptr) tools_.progress->is_putting = true;
    output_.begin();
    const auto put = [this](FilledRows rows, std::span<const RowLeft> left) {
      std::vector<MovedRow> moved;
      for (std::uint32_t i = 0; i < kept_rows_; ++i) {
        moved.push_back({i, kept_[rows.visit * kept_rows_ + i]});
      }
      for (const RowLeft& one : left) {
        if (one.distance < kept_rows_) continue;
        const auto found =
            std::lower_bound(other_rows_.begin(), other_rows_.end(), rows.first_row + one.distance);
        const auto place = static_cast<std::size_t>(found - other_rows_.begin());
        moved.push_back({one.distance, kept_[order_.visits().size() * kept_rows_ + place]});
      }
      rows.moved = moved;
      output_.put(rows);
    };
    std::vector<RowLeft> left;
    SolveStatistics known;
    return clear_counts(stop) && make_visits(put, stop, left, known, false);
  }

  MemoryOutput memory_output_;
  FillOutput& output_;
  Diagonals diagonals_;
  base::PageArray<std::uint64_t> column_bits_;
  WindowOrder order_;
  std::uint64_t seed_ = 0;  ///< for the random numbers of visits
  /// The columns of the rows that the repair may change, by place: the first kept_rows_ of each
  /// visit, then other_rows_, the other rows left over.
  std::vector<std::uint64_t> kept_;
  const std::uint64_t kept_rows_;
  std::vector<std::uint64_t> other_rows_;   ///< ascending
  std::vector<std::uint32_t> places_left_;  ///< of the rows left over
};

}  // namespace

extern const SearchMaker kWindowed = search_maker<WindowedSearch>();

std::uint64_t windowed_fill_bytes(std::uint64_t board_size) {
  return WindowedSearch::fill_bytes(board_size);
}

}  // namespace nqueens::solving
