// Start. Rows are filled in order. Each takes a random column out of those that no row has yet, and
// another one as long as the square lies on an occupied diagonal: 3.03 squares a queen whatever the
// board, for the last rows seven or eight. A row that fits nowhere takes any column and is left in
// conflict; that is about 7 rows, 8 attacking pairs, at 10^3 queens as at 10^8.
//
// Candidates are drawn without replacement, in sweeps: the unused columns stand behind the columns
// of the finished rows, in random order, and a sweep offers each of them once to the row that is
// due. So the array is read in order and not at random places, the lines of the squares to come
// are known and can be prefetched. Drawing each candidate anew from all unused columns, prefetched
// as well, tries as many squares and takes 1.4 times as long (22 instead of 15 ns a queen at 10^6,
// 25 instead of 18 at 10^7). What must not be done is to offer rejected columns to the very next
// row again: every column is then used soon after it was first drawn, queens come to lie evenly
// over the board, the middle diagonals fill up early, and over a hundred rows are left at 10^6.
//
// Repair. A row in conflict changes columns with a random row when that does not add attacking
// pairs. About 900 swaps priced and 90 made, at 10^3 queens as at 10^8. Not accepting swaps that
// leave the number of pairs as it is takes six times as long on boards of 4 to 50.
#include "localsearch/qs4.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>

#include "localsearch/line_counters.hpp"
#include "localsearch/line_storage.hpp"
#include "localsearch/start_and_repair.hpp"

namespace nqueens::localsearch {

namespace {

/// Columns that are put into random order ahead of the sweep; from there on their lines are on
/// their way into the cache. 16 is 10 % slower at 10^6 and 10^7, 128 no faster.
constexpr std::uint64_t kAhead = 64;
/// Positions that are drawn ahead of that, for the same reason.
constexpr std::uint64_t kDrawnAhead = 2 * kAhead;
/// More rows left over are a start given up: the list of crowded lines is meant to be short. Far
/// above what is ever seen.
constexpr std::size_t kMaxRowsLeft = 128;
/// A restart has stalled when it priced this many swaps for each row of the board since the number
/// of attacking pairs last reached a new low. Measured over N = 4..50: 4 takes 1.5 times as long,
/// 16 1.1 times; the mean number of restarts is then 9.7 at N = 6 (the worst), 2 at 10, 0.1 at 50,
/// and none was ever seen from 1000 on.
constexpr std::uint64_t kPatience = 8;

/// columns_ is always a permutation: rows that are filled, then the unused columns.
class Qs4Search final : public StartAndRepair {
 public:
  explicit Qs4Search(std::uint64_t board_size) : StartAndRepair(board_size), counters_(board_size) {
    rows_left_.reserve(kMaxRowsLeft);
  }

 private:
  /// No queens, columns in order.
  bool clear_board(const StopSignal& stop) override {
    for (SparseStorage* storage : {&counters_.diagonals(), &counters_.antidiagonals()}) {
      storage->forget_excess();
      // Before the first restart they are zero, and touching them would take time for nothing.
      if (used_ && !clear(storage->data(), storage->size(), stop)) return false;
    }
    used_ = true;
    pairs_ = 0;
    rows_left_.clear();
    columns_.clear();
    return for_pieces(0, size_, kNumbersPerPoll, stop, [&](std::uint64_t begin, std::uint64_t end) {
      columns_.resize(end);
      std::iota(columns_.begin() + static_cast<std::ptrdiff_t>(begin), columns_.end(),
                static_cast<Column>(begin));
    });
  }

  bool fill(base::Random& random, const StopSignal& stop, SolveStatistics& statistics) override {
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

  /// The row that will be due when the sweep gets to `position` is a little further, but nearly
  /// always on the same cache line.
  void prefetch_lines(std::uint64_t position, std::uint64_t row) const {
    const Column column = columns_[position];
    counters_.diagonals().prefetch(counters_.diagonal_of(row, column));
    counters_.antidiagonals().prefetch(counters_.antidiagonal_of(row, column));
  }

  /// Sweeps from row 0 while putting the columns into random order ahead of it (Fisher and Yates:
  /// position p changes places with a random one from p on).
  bool first_sweep(base::Random& random, const StopSignal& stop, std::uint64_t& row) {
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
    const bool done =
        for_pieces(0, whole, kSquaresPerPoll, stop, [&](std::uint64_t begin, std::uint64_t end) {
          for (std::uint64_t position = begin; position < end; ++position) {
            draw(position + kDrawnAhead);
            shuffle(position + kAhead);
            prefetch_lines(position + kAhead, row);
            offer(position, row);
          }
        });
    if (!done) return false;
    for (std::uint64_t p = whole + kAhead; p < size_; ++p) shuffle(p);
    for (std::uint64_t p = whole; p < size_; ++p) offer(p, row);
    return true;
  }

  /// Offers every unused column, from position `begin` on, once.
  bool sweep(std::uint64_t begin, const StopSignal& stop, std::uint64_t& row) {
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

  /// Swaps until no pair is left. Every attacking pair has a row of rows_left_: at first those that
  /// found no free square, later also the other row of a swap if it came into conflict.
  bool repair(base::Random& random, const StopSignal& stop, SolveStatistics& statistics) override {
    std::uint64_t fewest_pairs = pairs_;
    std::uint64_t priced_at_fewest = 0;
    while (pairs_ > 0) {
      const std::uint32_t index = random.below(static_cast<std::uint32_t>(rows_left_.size()));
      const std::uint64_t row = rows_left_[index];
      const std::uint64_t column = columns_[row];
      if (counters_.conflicts(row, column) == 0) {
        rows_left_[index] = rows_left_.back();
        rows_left_.pop_back();
        continue;
      }
      const std::uint64_t other = random.below(static_cast<std::uint32_t>(size_));
      if (other == row) continue;
      const std::uint64_t other_column = columns_[other];
      if (++statistics.evaluations % (kSquaresPerPoll / 8) == 0 && stop.requested()) return false;
      const std::int64_t price = counters_.swap_price(row, column, other, other_column);
      if (price <= 0) {
        counters_.swap(row, column, other, other_column);
        columns_[row] = static_cast<Column>(other_column);
        columns_[other] = static_cast<Column>(column);
        pairs_ -= static_cast<std::uint64_t>(-price);
        ++statistics.moves;
        if (counters_.conflicts(other, column) != 0 &&
            std::find(rows_left_.begin(), rows_left_.end(), other) == rows_left_.end()) {
          rows_left_.push_back(static_cast<Column>(other));
        }
      }
      if (pairs_ < fewest_pairs) {
        fewest_pairs = pairs_;
        priced_at_fewest = statistics.evaluations;
      } else if (statistics.evaluations - priced_at_fewest > kPatience * size_) {
        return false;
      }
    }
    return true;
  }

  /// Bits and a list, so no count can wrap, and 4.5 bytes a queen with the columns. Bytes take 8,
  /// and 10 instead of 14 ns a queen at 10^5, but 20 instead of 15 at 10^6 and 51 instead of 18 at
  /// 10^7.
  DiagonalCounters<SparseStorage> counters_;
  std::vector<Column> rows_left_;
};

std::uint64_t memory_bytes(std::uint64_t board_size) {
  return board_size * sizeof(Column) + DiagonalCounters<SparseStorage>::memory_bytes(board_size);
}

std::unique_ptr<Search> make_search(std::uint64_t board_size) {
  return std::make_unique<Qs4Search>(board_size);
}

}  // namespace

const Solver& qs4_solver() {
  static constexpr Solver solver = {
      "qs4", "greedy start almost without conflicts, then swaps of columns; linear time",
      memory_bytes, make_search};
  return solver;
}

}  // namespace nqueens::localsearch
