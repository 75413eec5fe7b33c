// A greedy start, almost without conflicts, then swaps (Sosic and Gu, "Efficient local search with
// conflict minimization: a case study of the n-queens problem", 1994). Linear time.
//
// Rows are filled in order. Each row tries random unused columns until the square lies on no
// occupied diagonal: 3.03 squares a queen on any board, seven or eight for the last rows. A row
// that fits nowhere takes any column and stays in conflict: about 7 rows with 8 attacking pairs,
// for 10^3 queens as for 10^8.
//
// Columns are drawn in sweeps: the unused ones stand after those of the finished rows, in random
// order, and a sweep offers each of them once to the next row. So the array is read in order and
// the lines of the next squares can be prefetched: 15 ns a queen at 10^6, against 22 with each
// candidate drawn from all unused columns. A rejected column waits for the next sweep: offering it
// to the very next row fills the middle diagonals early and leaves a hundred rows over.
//
// Given queens mark their diagonals before the start. The search works on the board of free rows
// and free columns, numbered by place; a list gives the row of each place. At the end the columns
// are spread over all rows.
#include <algorithm>
#include <array>
#include <cstddef>

#include "solve/given_queens.hpp"
#include "solve/line_counters.hpp"
#include "solve/search.hpp"
#include "solve/swap_repair.hpp"

namespace nqueens::solving {

namespace {

/// Columns are shuffled this far ahead of the sweep, and their lines prefetched. 16 is 10 % slower
/// at 10^6 and 10^7, 128 no faster.
constexpr std::uint64_t kAhead = 64;
constexpr std::uint64_t kDrawnAhead = 2 * kAhead;  ///< positions are drawn and prefetched
/// A start with more rows left over is given up. This was never seen.
constexpr std::size_t kMaxRowsLeft = 128;

/// columns_ is always a permutation of the free columns: first those of the filled rows, then the
/// unused ones. A row is numbered by its place among the free rows; without given queens the place
/// is the row.
template <bool kHasGiven>
class Qs4Search final : public Search {
 public:
  Qs4Search(std::uint64_t board_size, const SearchTools& tools)
      : Search(board_size, tools),
        places_(kHasGiven ? tools.given->free_rows() : board_size),
        counters_(board_size) {
    rows_left_.reserve(kMaxRowsLeft);
    if (kHasGiven) free_rows_.reserve(places_);
  }

  /// It is an upper bound with given queens: all rows count as free.
  static std::uint64_t memory_bytes(std::uint64_t n) {
    return (kHasGiven ? 2 : 1) * n * sizeof(Column) +
           DiagonalCounters<SparseStorage>::memory_bytes(n);
  }

 private:
  bool clear_counts(const std::stop_token& stop) override { return counters_.clear(stop); }

  bool fill(base::Random& random, const std::stop_token& stop,
            SolveStatistics& statistics) override {
    rows_left_.clear();
    if constexpr (!kHasGiven) {
      if (!append_numbers(columns_, 0, size_, stop)) return false;
    } else {
      if (!tools_.given->append_free_columns(columns_, stop)) return false;
      free_rows_.clear();
      if (!tools_.given->append_free_rows(free_rows_, stop)) return false;
      tools_.given->mark(counters_);
      tools_.count_rows(tools_.given->size());
    }
    std::uint64_t row = 0;
    statistics.probes += places_;
    if (!first_sweep(random, stop, row)) return false;
    while (row < places_) {
      const std::uint64_t before = row;
      statistics.probes += places_ - row;
      if (!sweep(row, stop, row)) return false;
      if (row == before) {  // no column that is left fits
        if (rows_left_.size() == kMaxRowsLeft) return false;
        if (kHasGiven && !take_column_not_blocked(row)) return false;
        pairs_ += counters_.place(row_of(row), columns_[row]);
        rows_left_.push_back(static_cast<Column>(row));
        ++row;
      }
    }
    return true;
  }

  /// Swaps the first unused column not blocked for the row into its place; false if there is none.
  bool take_column_not_blocked(std::uint64_t row) {
    for (std::uint64_t position = row; position < places_; ++position) {
      if (tools_.given->is_blocked(row_of(row), columns_[position])) continue;
      std::swap(columns_[row], columns_[position]);
      return true;
    }
    return false;
  }

  std::uint64_t row_of(std::uint64_t place) const {
    if constexpr (kHasGiven) return free_rows_[place];
    return place;
  }

  /// Turns columns by place into columns by row. Returns false when stopped.
  bool spread_columns(const std::stop_token& stop) {
    columns_.resize(size_);
    // It goes backwards, since no place is greater than its row.
    std::uint64_t place = places_;
    const bool done = for_pieces(0, places_, kNumbersPerPoll, stop, [&](auto begin, auto end) {
      for (; begin < end; ++begin) {
        --place;
        columns_[free_rows_[place]] = columns_[place];
      }
    });
    for (const auto& queen : tools_.given->queens()) columns_[queen.row] = queen.column;
    return done;
  }

  /// Offers the column at `position` >= `row` to `row`, the next to be filled.
  void offer(std::uint64_t position, std::uint64_t& row) {
    const Column column = columns_[position];
    const std::uint64_t diagonal = counters_.diagonal_of(row_of(row), column);
    const std::uint64_t antidiagonal = counters_.antidiagonal_of(row_of(row), column);
    // Two branches, as || makes, are harder to predict than one.
    if ((counters_.diagonals().occupied(diagonal) |
         counters_.antidiagonals().occupied(antidiagonal)) == 0 &&
        !(kHasGiven && tools_.given->is_blocked(row_of(row), column))) {
      counters_.diagonals().set(diagonal);
      counters_.antidiagonals().set(antidiagonal);
      columns_[position] = columns_[row];  // it was rejected, so the sweep has passed it
      columns_[row] = column;
      ++row;
    }
  }

  /// The row will be a later one when the sweep gets there, nearly always on the same cache lines.
  void prefetch_lines(std::uint64_t position, std::uint64_t row) const {
    const Column column = columns_[position];
    counters_.diagonals().prefetch(counters_.diagonal_of(row_of(row), column));
    counters_.antidiagonals().prefetch(counters_.antidiagonal_of(row_of(row), column));
  }

  /// Sweeps from row 0 while shuffling the columns ahead of it (Fisher and Yates: position p
  /// changes places with a random one from p on).
  bool first_sweep(base::Random& random, const std::stop_token& stop, std::uint64_t& row) {
    std::array<std::uint32_t, kDrawnAhead> drawn;  // by position modulo its size
    const auto draw = [&](std::uint64_t position) {
      const std::uint64_t other =
          position + random.below(static_cast<std::uint32_t>(places_ - position));
      drawn[position % kDrawnAhead] = static_cast<std::uint32_t>(other);
      __builtin_prefetch(&columns_[other], 1);
    };
    const auto shuffle = [&](std::uint64_t position) {
      std::swap(columns_[position], columns_[drawn[position % kDrawnAhead]]);
    };
    for (std::uint64_t p = 0; p < std::min(places_, kDrawnAhead); ++p) draw(p);
    for (std::uint64_t p = 0; p < std::min(places_, kAhead); ++p) shuffle(p);

    const std::uint64_t whole = places_ - std::min(places_, kDrawnAhead);
    std::uint64_t counted = 0;
    const bool done =
        for_pieces(0, whole, kSquaresPerPoll, stop, [&](std::uint64_t begin, std::uint64_t end) {
          for (std::uint64_t position = begin; position < end; ++position) {
            draw(position + kDrawnAhead);
            shuffle(position + kAhead);
            prefetch_lines(position + kAhead, row);
            offer(position, row);
          }
          tools_.count_rows(row - counted);
          counted = row;
        });
    if (!done) return false;
    for (std::uint64_t p = whole + kAhead; p < places_; ++p) shuffle(p);
    for (std::uint64_t p = whole; p < places_; ++p) offer(p, row);
    return true;
  }

  /// Offers every column from position `begin` on once.
  bool sweep(std::uint64_t begin, const std::stop_token& stop, std::uint64_t& row) {
    const std::uint64_t whole = std::max(begin, places_ - std::min(places_, kAhead));
    const bool done = for_pieces(begin, whole, kSquaresPerPoll, stop,
                                 [&](std::uint64_t piece_begin, std::uint64_t piece_end) {
                                   for (std::uint64_t p = piece_begin; p < piece_end; ++p) {
                                     prefetch_lines(p + kAhead, row);
                                     offer(p, row);
                                   }
                                 });
    if (!done) return false;
    for (std::uint64_t p = whole; p < places_; ++p) offer(p, row);
    return true;
  }

  struct FreeSquares {
    const Qs4Search& search;
    std::uint64_t row_of(std::uint64_t place) const { return search.row_of(place); }
    bool is_blocked(std::uint64_t row, std::uint64_t column) const {
      return search.tools_.given->is_blocked(row, column);
    }
  };

  bool repair(base::Random& random, const std::stop_token& stop,
              SolveStatistics& statistics) override {
    const ConflictedBoard board = {counters_, columns_, rows_left_, pairs_};
    if constexpr (kHasGiven) {
      return repair_by_swaps(board, random, stop, statistics, FreeSquares{*this}) &&
             spread_columns(stop);
    }
    return repair_by_swaps(board, random, stop, statistics);
  }

  const std::uint64_t places_;
  /// They take 4.5 bytes a queen with the columns. Byte counters take 8; they need 10 instead of 14
  /// ns a queen at 10^5, but 20 instead of 15 at 10^6 and 51 instead of 18 at 10^7.
  DiagonalCounters<SparseStorage> counters_;
  std::vector<Column> rows_left_;  ///< by place
  std::vector<Column> free_rows_;  ///< ascending; empty without given queens
};

}  // namespace

extern const SearchMaker kQs4 = search_maker<Qs4Search<false>>();
extern const SearchMaker kQs4WithGiven = search_maker<Qs4Search<true>>();

}  // namespace nqueens::solving
