// Backtracking, not a local search. Each row, from the top, tries its free columns in the order of
// the free squares that a queen there leaves in the rows below: most first, ties from the left.
// This order is a good guide for the first half of the board and none at its end, where a wrong
// early queen costs a search of all the rest.
//
// A queen takes at most three squares of each row below, so pricing a column is O(N). Columns that
// leave some row below without a free square are skipped, which does not change the solution found.
// A row remembers only its last choice and prices its columns again when the search comes back.
#include <cstdint>
#include <limits>

#include "base/arrays.hpp"
#include "solve/line_counters.hpp"
#include "solve/search.hpp"

namespace nqueens::solving {

namespace {

constexpr std::uint64_t kRowsPerPoll = kSquaresPerPoll / 8;

class MaxFreeSearch final : public Search {
 public:
  MaxFreeSearch(std::uint64_t board_size, const SearchTools& tools)
      : Search(board_size, tools), counters_(board_size), taken_(board_size), tried_(board_size) {}

  static std::uint64_t memory_bytes(std::uint64_t n) {
    return n * (sizeof(Column) + sizeof(std::uint64_t) + sizeof(Choice)) +
           LineCounters<Storage>::memory_bytes(n);
  }

 private:
  using Storage = DenseStorage<std::uint8_t>;

  struct Choice {
    std::int64_t taken;  ///< free squares below that its queen attacks
    std::int64_t column;
    friend auto operator<=>(const Choice&, const Choice&) = default;
  };

  static constexpr Choice kBeforeAll = {-1, -1};
  static constexpr Choice kNone = {std::numeric_limits<std::int64_t>::max(), 0};

  bool clear_counts(const std::stop_token& stop) override {
    return counters_.clear(stop) && clear(taken_.data(), size_, stop);
  }

  bool fill(base::Random& /*random*/, const std::stop_token& stop,
            SolveStatistics& statistics) override {
    Choice last = kBeforeAll;  // what the present row tried last
    while (columns_.size() < size_) {
      Choice next = kNone;
      if (!choose(last, next, stop, statistics)) return false;
      if (next != kNone) {
        place(next);
        ++statistics.nodes;
        last = kBeforeAll;
        continue;
      }
      if (columns_.empty()) return false;
      last = remove();
    }
    return true;
  }

  bool repair(base::Random&, const std::stop_token&, SolveStatistics&) override { return true; }

  /// Finds the first choice after `last` in the order of this row. Returns false when stopped.
  bool choose(const Choice& last, Choice& next, const std::stop_token& stop,
              SolveStatistics& statistics) const {
    const std::uint64_t row = columns_.size();
    for (std::uint64_t column = 0; column < size_; ++column) {
      ++statistics.probes;
      if (counters_.queens(row, column) != 0) {
        if (column % kSquaresPerPoll == 0 && stop.stop_requested()) return false;
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
              leaves_all = leaves_all && taken_[below] + taken < size_;
            }
          });
      if (!priced) return false;
      if (leaves_all && last < choice && choice < next) next = choice;
    }
    return true;
  }

  /// Counts the free squares of row `below` that a queen on (row, column) attacks.
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
      taken_[below] += free_on_lines(row, column, below);
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
      taken_[below] -= free_on_lines(row, column, below);
    }
    tools_.count_rows(~std::uint64_t{0});
    return choice;
  }

  LineCounters<Storage> counters_;
  base::PageArray<std::uint64_t> taken_;  ///< attacked squares, by row without a queen
  base::PageArray<Choice> tried_;         ///< by row with a queen
};

}  // namespace

extern const SearchMaker kMaxFree = search_maker<MaxFreeSearch>();

}  // namespace nqueens::solving
