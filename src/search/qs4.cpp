// A greedy start, almost without conflicts, then swaps (Sosic and Gu, "Efficient local search with
// conflict minimization: a case study of the n-queens problem", 1994). Linear time.
//
// Rows are filled in order. Each tries random unused columns until the square lies on no occupied
// diagonal: 3.03 squares a queen on any board, seven or eight for the last rows. A row that fits
// nowhere takes any column and stays in conflict: about 7 rows with 8 attacking pairs, at 10^3
// queens as at 10^8.
//
// Columns are drawn in sweeps: the unused ones lie behind those of the finished rows in random
// order, and a sweep offers each of them once to the next row. So the array is read in order and
// the lines of the next squares are prefetched: 15 ns a queen at 10^6, and 22 where each candidate
// is drawn from all unused columns. A rejected column must wait for the next sweep: offered to the
// very next row, it makes the middle diagonals fill up early, and leaves a hundred rows over.
#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>

#include "search/line_counters.hpp"
#include "search/polling.hpp"
#include "search/solver.hpp"
#include "search/swap_repair.hpp"

namespace nqueens::search {

namespace {

/// Columns are put into random order so far ahead of the sweep, and their lines prefetched. 16 is
/// 10 % slower at 10^6 and 10^7, 128 no faster.
constexpr std::uint64_t kAhead = 64;
/// Positions are drawn so far ahead, and prefetched.
constexpr std::uint64_t kDrawnAhead = 2 * kAhead;
/// A start with more rows left over is given up. That was never seen.
constexpr std::size_t kMaxRowsLeft = 128;

/// columns_ is always a permutation: rows that are filled, then the unused columns.
class Qs4Search final : public Search {
 public:
  Qs4Search(std::uint64_t board_size, const SearchTools& tools)
      : Search(board_size, tools), counters_(board_size) {
    rows_left_.reserve(kMaxRowsLeft);
  }

  static std::uint64_t memory_bytes(std::uint64_t n) {
    return n * sizeof(Column) + DiagonalCounters<SparseStorage>::memory_bytes(n);
  }

 private:
  bool clear_counts(const std::stop_token& stop) override { return counters_.clear(stop); }

  bool fill(base::Random& random, const std::stop_token& stop,
            SolveStatistics& statistics) override {
    rows_left_.clear();
    if (!number_columns(stop)) return false;
    std::uint64_t row = 0;
    statistics.probes += size_;
    if (!first_sweep(random, stop, row)) return false;
    while (row < size_) {
      const std::uint64_t before = row;
      statistics.probes += size_ - row;
      if (!sweep(row, stop, row)) return false;
      if (row == before) {  // every column that is left was offered to it
        if (rows_left_.size() == kMaxRowsLeft) return false;
        pairs_ += counters_.place(row, columns_[row]);
        rows_left_.push_back(static_cast<Column>(row));
        ++row;
      }
    }
    return true;
  }

  /// All columns, in order.
  bool number_columns(const std::stop_token& stop) {
    return for_pieces(0, size_, kNumbersPerPoll, stop, [&](std::uint64_t begin, std::uint64_t end) {
      columns_.resize(end);
      std::iota(columns_.begin() + static_cast<std::ptrdiff_t>(begin), columns_.end(),
                static_cast<Column>(begin));
    });
  }

  /// Offers the column at `position` to `row`, the next to be filled; row <= position.
  void offer(std::uint64_t position, std::uint64_t& row) {
    const Column column = columns_[position];
    const std::uint64_t diagonal = counters_.diagonal_of(row, column);
    const std::uint64_t antidiagonal = counters_.antidiagonal_of(row, column);
    // Not ||: one branch that is hard to predict instead of two.
    if ((counters_.diagonals().occupied(diagonal) |
         counters_.antidiagonals().occupied(antidiagonal)) == 0) {
      counters_.diagonals().set(diagonal);
      counters_.antidiagonals().set(antidiagonal);
      columns_[position] = columns_[row];  // rejected before, so it stays behind the sweep
      columns_[row] = column;
      ++row;
    }
  }

  /// `row` will have moved on when the sweep gets to `position`, but nearly always on the same
  /// cache lines.
  void prefetch_lines(std::uint64_t position, std::uint64_t row) const {
    const Column column = columns_[position];
    counters_.diagonals().prefetch(counters_.diagonal_of(row, column));
    counters_.antidiagonals().prefetch(counters_.antidiagonal_of(row, column));
  }

  /// Sweeps from row 0 while putting the columns into random order ahead of it (Fisher and Yates:
  /// position p changes places with a random one from p on).
  bool first_sweep(base::Random& random, const std::stop_token& stop, std::uint64_t& row) {
    std::array<std::uint32_t, kDrawnAhead> drawn;  // by position modulo its size
    const auto draw = [&](std::uint64_t position) {
      const std::uint64_t other =
          position + random.below(static_cast<std::uint32_t>(size_ - position));
      drawn[position % kDrawnAhead] = static_cast<std::uint32_t>(other);
      __builtin_prefetch(&columns_[other], 1);
    };
    const auto shuffle = [&](std::uint64_t position) {
      std::swap(columns_[position], columns_[drawn[position % kDrawnAhead]]);
    };
    for (std::uint64_t p = 0; p < std::min(size_, kDrawnAhead); ++p) draw(p);
    for (std::uint64_t p = 0; p < std::min(size_, kAhead); ++p) shuffle(p);

    const std::uint64_t whole = size_ - std::min(size_, kDrawnAhead);
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
    for (std::uint64_t p = whole + kAhead; p < size_; ++p) shuffle(p);
    for (std::uint64_t p = whole; p < size_; ++p) offer(p, row);
    return true;
  }

  /// Offers every unused column, from position `begin` on, once.
  bool sweep(std::uint64_t begin, const std::stop_token& stop, std::uint64_t& row) {
    const std::uint64_t whole = std::max(begin, size_ - std::min(size_, kAhead));
    const bool done = for_pieces(begin, whole, kSquaresPerPoll, stop,
                                 [&](std::uint64_t piece_begin, std::uint64_t piece_end) {
                                   for (std::uint64_t p = piece_begin; p < piece_end; ++p) {
                                     prefetch_lines(p + kAhead, row);
                                     offer(p, row);
                                   }
                                 });
    if (!done) return false;
    for (std::uint64_t p = whole; p < size_; ++p) offer(p, row);
    return true;
  }

  bool repair(base::Random& random, const std::stop_token& stop,
              SolveStatistics& statistics) override {
    return repair_by_swaps({counters_, columns_, rows_left_, pairs_}, random, stop, statistics);
  }

  /// 4.5 bytes a queen with the columns. Counters of a byte take 8, and 10 instead of 14 ns a queen
  /// at 10^5, but 20 instead of 15 at 10^6 and 51 instead of 18 at 10^7.
  DiagonalCounters<SparseStorage> counters_;
  std::vector<Column> rows_left_;
};

}  // namespace

const SearchKind kQs4 = search_kind<Qs4Search>();

}  // namespace nqueens::search
