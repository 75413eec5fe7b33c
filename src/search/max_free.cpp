// Row by row from the top, each row tries its free columns in the order of the free squares that a
// queen there would leave in the rows below, most first, ties by the column from the left, until
// the rows below are filled too. The first queens decide: the order is a good guide to half the
// board and none at its end, where a wrong early queen is paid for by all the rest.
//
// A queen takes from each row below at most three squares, so a column is priced in O(N). Columns
// that leave some row below without a free square are passed over, which changes nothing about the
// solution that is found. Nothing is kept of the order of a row but the place where it stands: the
// columns are priced again when the row is come back to, or there would be N lists of N columns.
//
// Every board up to 42 takes less than half a second; of the next ones 43 takes 5 s, 48 3 s, and
// 47, 49, 53 to 56 were given up after 6 s each.
#include "search/max_free.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/arrays.hpp"
#include "search/line_counters.hpp"
#include "search/line_storage.hpp"
#include "search/polling.hpp"

namespace nqueens::search {

namespace {

constexpr std::uint64_t kRowsPerPoll = kSquaresPerPoll / 8;

class MaxFreeSearch final : public Search {
 public:
  MaxFreeSearch(std::uint64_t board_size, const SearchTools& tools)
      : size_(board_size), tools_(tools), counters_(board_size), tried_(board_size) {}

  bool restart(base::Random& /*random*/, const StopSignal& stop,
               SolveStatistics& statistics) override {
    statistics = {};
    const Stopwatch watch;
    if (tools_.progress != nullptr) ++tools_.progress->starts;
    const bool solved = search(stop, statistics);
    statistics.start_seconds = watch.seconds();
    return solved;
  }

  Placement take_placement() override { return std::move(columns_); }

 private:
  /// A column and its place in the order of its row.
  struct Choice {
    std::int64_t taken;  ///< free squares of the rows below that its queen attacks
    std::int64_t column;
    friend auto operator<=>(const Choice&, const Choice&) = default;
  };

  static constexpr Choice kBeforeAll = {-1, -1};
  static constexpr Choice kNone = {std::numeric_limits<std::int64_t>::max(), 0};

  bool search(const StopSignal& stop, SolveStatistics& statistics) {
    if (!counters_.clear(stop)) return false;
    columns_.clear();
    free_.assign(size_, size_);
    Choice last = kBeforeAll;  // of the present row: what it tried last
    while (columns_.size() < size_) {
      Choice next = kNone;
      if (!choose(last, next, stop, statistics)) return false;
      if (next != kNone) {
        place(next);
        ++statistics.moves;
        last = kBeforeAll;
        continue;
      }
      if (columns_.empty()) return false;
      last = remove();
    }
    return true;
  }

  /// The first choice behind `last` in the order of the present row. False when stopped.
  bool choose(const Choice& last, Choice& next, const StopSignal& stop,
              SolveStatistics& statistics) const {
    const std::uint64_t row = columns_.size();
    for (std::uint64_t column = 0; column < size_; ++column) {
      ++statistics.probes;
      if (counters_.queens(row, column) != 0) {
        if (column % kSquaresPerPoll == 0 && stop.requested()) return false;
        continue;
      }
      ++statistics.evaluations;
      Choice choice{0, static_cast<std::int64_t>(column)};
      bool leaves_all = true;
      const bool priced = for_pieces(
          row + 1, size_, kRowsPerPoll, stop, [&](std::uint64_t begin, std::uint64_t end) {
            for (std::uint64_t below = begin; below < end; ++below) {
              const std::uint64_t taken = free_on_lines(row, column, below);
              choice.taken += static_cast<std::int64_t>(taken);
              leaves_all = leaves_all && taken < free_[below];
            }
          });
      if (!priced) return false;
      if (leaves_all && last < choice && choice < next) next = choice;
    }
    return true;
  }

  /// Free squares of the row `below` on the lines of a square above it.
  std::uint64_t free_on_lines(std::uint64_t row, std::uint64_t column, std::uint64_t below) const {
    const std::uint64_t distance = below - row;
    std::uint64_t free = counters_.queens(below, column) == 0;
    if (column >= distance) free += counters_.queens(below, column - distance) == 0;
    if (column + distance < size_) free += counters_.queens(below, column + distance) == 0;
    return free;
  }

  void place(const Choice& choice) {
    const std::uint64_t row = columns_.size();
    const auto column = static_cast<std::uint64_t>(choice.column);
    for (std::uint64_t below = row + 1; below < size_; ++below) {
      free_[below] -= free_on_lines(row, column, below);
    }
    counters_.place(row, column);
    tried_[row] = choice;
    columns_.push_back(static_cast<Column>(column));
    tools_.count_rows(1);
  }

  Choice remove() {
    columns_.pop_back();
    const std::uint64_t row = columns_.size();
    const Choice choice = tried_[row];
    const auto column = static_cast<std::uint64_t>(choice.column);
    counters_.remove(row, column);
    for (std::uint64_t below = row + 1; below < size_; ++below) {
      free_[below] += free_on_lines(row, column, below);
    }
    tools_.count_rows(~std::uint64_t{0});
    return choice;
  }

  const std::uint64_t size_;
  const SearchTools tools_;
  Placement columns_;  ///< of the rows that have a queen
  LineCounters<DenseStorage<std::uint8_t>> counters_;
  std::vector<std::uint64_t> free_;  ///< free squares of the rows without a queen
  base::PageArray<Choice> tried_;    ///< of the rows with one
};

std::uint64_t memory_bytes(std::uint64_t n) {
  return n * (sizeof(Column) + sizeof(std::uint64_t) + 2 * sizeof(std::uint64_t)) +
         LineCounters<DenseStorage<std::uint8_t>>::memory_bytes(n);
}

}  // namespace

const Solver& max_free_solver() {
  static constexpr Solver solver = {
      .name = "max-free",
      .summary = "no chance: backtracking, first the column that leaves most free squares below",
      .memory_bytes = memory_bytes,
      .make_search = make_search<MaxFreeSearch>,
      .most_threads = 1,
      .searches = false,
      .practical_size = 42};
  return solver;
}

}  // namespace nqueens::search
