// Min-conflicts with random restarts (Minton, Johnston, Philips and Laird, "Solving large-scale
// constraint satisfaction and scheduling problems using a heuristic repair method", 1990): after a
// random start one queen in conflict after another moves to the column of its row with the fewest
// conflicts. Rows are drawn uniformly from those in conflict, columns uniformly from those with the
// fewest conflicts, the present one included.
//
// Scanning all columns for each of the 0.6 N moves would take O(N^2). But nearly always some column
// is without conflict, and such a column is empty. So columns are drawn from the set of empty ones
// until one has no queen on its diagonals either: one in four to one in twelve, on any board. After
// as many draws as the set has members, each member is tried; if none is without conflict, all
// columns are scanned: 80 to 130 times in all, for 10^3 queens as for 10^6. (Drawing from all
// columns needed 70000 scans and 8 s at 10^6.)
//
// The start is a random column for each row. A random permutation has fewer conflicts but no empty
// column, so its first moves all scan the board: it takes twice as long. greedy-repair starts
// as the paper does: each row in turn takes a column with the fewest conflicts so far.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>

#include "solve/line_counters.hpp"
#include "solve/search.hpp"

namespace nqueens::solving {

namespace {

/// A start has stalled after this many steps without a new low of attacking pairs. Over N = 4..50,
/// 50 + 2 N, 100 + 4 N, 200 + 8 N and 1000 steps take the same time within a quarter, with 1.4,
/// 0.7, 0.3 and 0.1 restarts on average at N = 6 (the worst). With 50, 100 and 200 steps 10, 0 and
/// 0 % of the starts stall at 1000 queens, 40, 20 and 0 % at 10^4.
constexpr std::uint64_t patience(std::uint64_t board_size) {
  return std::min<std::uint64_t>(200 + 8 * board_size, 1000);
}

/// The counters that a row sees, by column. None is above kMaxScannedCount, so three fit.
template <typename Counter>
struct RowCounters {
  const Counter* columns;
  const Counter* diagonals;
  const Counter* antidiagonals;

  Counter queens(std::uint64_t column) const {
    return static_cast<Counter>(columns[column] + diagonals[column] + antidiagonals[column]);
  }
};
template <typename Counter>
constexpr std::uint64_t kMaxScannedCount = std::numeric_limits<Counter>::max() / 3;

struct ScannedColumn {
  std::uint64_t column = 0;
  std::uint64_t queens = 0;  ///< on its three lines
};

/// The counters of a block stay in the first-level cache for the second pass.
constexpr std::uint64_t kScannedTogether = 4096;

template <typename Counter>
Counter fewest_queens(const RowCounters<Counter>& row, std::uint64_t begin, std::uint64_t end) {
  Counter least = std::numeric_limits<Counter>::max();
  for (std::uint64_t column = begin; column < end; ++column) {
    least = std::min(least, row.queens(column));
  }
  return least;
}

template <typename Counter>
std::uint32_t columns_with(const RowCounters<Counter>& row, std::uint64_t begin, std::uint64_t end,
                           Counter queens) {
  std::uint32_t found = 0;
  for (std::uint64_t column = begin; column < end; ++column) {
    found += row.queens(column) == queens ? 1u : 0u;
  }
  return found;
}

/// Draws one of the columns 0..size-1 with the fewest queens on its three lines, uniformly. Returns
/// nullopt when stopped.
template <typename Counter>
std::optional<ScannedColumn> scan_columns(const RowCounters<Counter>& row, std::uint64_t size,
                                          base::Random& random, const std::stop_token& stop) {
  Counter least = std::numeric_limits<Counter>::max();
  std::uint32_t ties = 0;  // columns with `least` queens so far
  std::uint64_t chosen_begin = 0;
  std::uint64_t chosen_end = 0;  // a block with such columns, drawn in proportion to their number
  const bool done = for_pieces(0, size, kScannedTogether, stop, [&](auto begin, auto end) {
    const Counter here = fewest_queens(row, begin, end);
    if (here > least) return;
    if (here < least) ties = 0;
    least = here;
    const std::uint32_t ties_here = columns_with(row, begin, end, least);
    ties += ties_here;
    if (random.below(ties) < ties_here) {
      chosen_begin = begin;
      chosen_end = end;
    }
  });
  if (!done) return std::nullopt;
  std::uint32_t skip = random.below(columns_with(row, chosen_begin, chosen_end, least));
  std::uint64_t column = chosen_begin;
  while (row.queens(column) != least || skip-- != 0) ++column;
  return ScannedColumn{column, least};
}

/// `Counter` is a byte; for given starts, which may have all queens on one line, four.
template <typename Counter, bool kIsGreedy = false>
class MinConflictsSearch final : public Search {
 public:
  MinConflictsSearch(std::uint64_t board_size, const SearchTools& tools)
      : Search(board_size, tools),
        counters_(board_size),
        rows_(board_size),
        empty_columns_(board_size) {}

  static std::uint64_t memory_bytes(std::uint64_t n) {
    return n * sizeof(Column) + LineCounters<Storage>::memory_bytes(n) +
           2 * IndexSet::memory_bytes(n);
  }

 private:
  bool clear_counts(const std::stop_token& stop) override {
    return counters_.clear(stop) && rows_.clear(stop) && empty_columns_.clear(stop);
  }

  bool fill(base::Random& random, const std::stop_token& stop,
            SolveStatistics& statistics) override {
    if constexpr (kIsGreedy) return fill_greedily(random, stop, statistics);
    return fill_by(stop, [&](std::uint64_t row) {
      std::uint64_t column = 0;
      do {
        column = random.below(static_cast<std::uint32_t>(size_));
        ++statistics.probes;
      } while (is_crowded(row, column));
      rows_.insert(row);
      return column;
    });
  }

  bool fill_as(std::span<const Column> columns, const std::stop_token& stop) override {
    return fill_by(stop, [&](std::uint64_t row) {
      rows_.insert(row);
      return columns[row];
    });
  }

  /// Each row, in order, takes a column with the fewest queens on its lines.
  bool fill_greedily(base::Random& random, const std::stop_token& stop,
                     SolveStatistics& statistics) {
    const bool cleared = for_pieces(0, size_, kNumbersPerPoll, stop, [&](auto begin, auto end) {
      for (std::uint64_t column = begin; column < end; ++column) empty_columns_.insert(column);
    });
    const bool filled = cleared && fill_by(stop, [&](std::uint64_t row) {
                          const auto to = choose_column(row, random, stop, statistics.probes);
                          return to ? to->column : 0;  // 0: stopped
                        });
    return filled && for_pieces(0, size_, kSquaresPerPoll, stop, [&](auto begin, auto end) {
             for (std::uint64_t row = begin; row < end; ++row) {
               if (counters_.conflicts(row, columns_[row]) != 0) rows_.insert(row);
             }
           });
  }

  /// Calls column_of(row) for all rows in order, with the queens above it counted.
  template <typename ColumnOf>
  bool fill_by(const std::stop_token& stop, const ColumnOf& column_of) {
    const bool filled = place_rows(stop, [&](std::uint64_t row) { place(row, column_of(row)); });
    if (!filled) return false;
    const Counter* const counts = counters_.columns().data();
    return for_pieces(0, size_, kNumbersPerPoll, stop, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t column = begin; column < end; ++column) {
        if (counts[column] == 0) empty_columns_.insert(column);
      }
    });
  }

  /// A byte is enough since no count exceeds kMaxScannedCount: a random start takes no square on a
  /// line that full (never seen: even ten queens on a line are rare at 10^6). A move to a column
  /// with m queens on its lines leaves none with more than m + 1, and repair() gives up when m is
  /// too large.
  bool is_crowded(std::uint64_t row, std::uint64_t column) const {
    const DiagonalCounters<Storage>& diagonals = counters_.diagonals();
    return std::max({counters_.columns().count(column),
                     diagonals.diagonals().count(diagonals.diagonal_of(row, column)),
                     diagonals.antidiagonals().count(diagonals.antidiagonal_of(row, column))}) >=
           kMaxScannedCount<Counter>;
  }

  void place(std::uint64_t row, std::uint64_t column) {
    pairs_ += counters_.place(row, column);
    columns_[row] = static_cast<Column>(column);
  }

  void remove(std::uint64_t row, std::uint64_t column) {
    pairs_ -= counters_.remove(row, column);
    if (counters_.columns().count(column) == 0) empty_columns_.insert(column);
  }

  bool repair(base::Random& random, const std::stop_token& stop,
              SolveStatistics& statistics) override {
    std::uint64_t fewest_pairs = pairs_;
    std::uint64_t steps_since = 0;
    for (std::uint64_t step = 0; pairs_ > 0; ++step) {
      if (tools_.max_moves != 0 && statistics.moves == tools_.max_moves) return false;
      if (step % kStepsPerPoll == 0 && stop.stop_requested()) return false;
      const std::uint32_t position = rows_.draw(random);
      const std::uint64_t row = rows_.at(position);
      const std::uint64_t from = columns_[row];
      if (counters_.conflicts(row, from) == 0) {
        rows_.erase_at(position);
        continue;
      }
      remove(row, from);
      const std::optional<ScannedColumn> to =
          choose_column(row, random, stop, statistics.evaluations);
      if (!to || to->queens >= kMaxScannedCount<Counter>) return false;
      place(row, to->column);
      if (to->column != from) {
        ++statistics.moves;
        if (to->queens != 0 && !insert_attackers(row, to->column, stop)) return false;
      }
      if (pairs_ < fewest_pairs) {
        fewest_pairs = pairs_;
        steps_since = 0;
      } else if (++steps_since > patience(size_)) {
        return false;
      }
    }
    return true;
  }

  /// Draws a column with the fewest queens on its lines. Precondition: the row has no queen. Adds
  /// the squares that it looks at to `tried`.
  std::optional<ScannedColumn> choose_column(std::uint64_t row, base::Random& random,
                                             const std::stop_token& stop, std::uint64_t& tried) {
    if (const auto column = choose_without_conflict(row, random, tried)) {
      return ScannedColumn{*column, 0};
    }
    tried += size_;
    const DiagonalCounters<Storage>& diagonals = counters_.diagonals();
    const RowCounters<Counter> seen = {
        counters_.columns().data(), diagonals.diagonals().data() + diagonals.diagonal_of(row, 0),
        diagonals.antidiagonals().data() + diagonals.antidiagonal_of(row, 0)};
    return scan_columns(seen, size_, random, stop);
  }

  /// Draws one of the columns without conflict, uniformly; nullopt where there is none.
  std::optional<std::uint64_t> choose_without_conflict(std::uint64_t row, base::Random& random,
                                                       std::uint64_t& tried) {
    for (std::uint64_t drawn = 0; drawn < empty_columns_.size(); ++drawn) {
      const std::uint32_t position = empty_columns_.draw(random);
      const std::uint64_t column = empty_columns_.at(position);
      ++tried;
      if (counters_.columns().count(column) != 0) {
        empty_columns_.erase_at(position);
      } else if (counters_.diagonals().queens(row, column) == 0) {
        return column;
      }
    }
    std::optional<std::uint64_t> chosen;
    std::uint32_t found = 0;
    tried += empty_columns_.size();
    for (std::uint64_t position = 0; position < empty_columns_.size();) {
      const std::uint64_t column = empty_columns_.at(position);
      if (counters_.columns().count(column) != 0) {
        empty_columns_.erase_at(position);
        continue;
      }
      if (counters_.diagonals().queens(row, column) == 0 && random.below(++found) == 0) {
        chosen = column;
      }
      ++position;
    }
    return chosen;
  }

  /// Adds the rows whose queens attack this square to rows_. False when stopped.
  bool insert_attackers(std::uint64_t row, std::uint64_t column, const std::stop_token& stop) {
    // Sums that are equal stay so in 32 bits; if others become equal, a block is searched in vain.
    const auto to = static_cast<std::uint32_t>(column);
    const auto difference = static_cast<std::uint32_t>(column - row);
    const auto sum = static_cast<std::uint32_t>(column + row);
    return for_pieces(0, size_, kNumbersPerPoll, stop, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t block = begin; block < end; block += kAttackBlock) {
        const std::uint64_t block_end = std::min(block + kAttackBlock, end);
        std::uint32_t any = 0;
        for (std::uint64_t r = block; r < block_end; ++r) {
          const std::uint32_t c = columns_[r];
          const auto r32 = static_cast<std::uint32_t>(r);
          any |= static_cast<std::uint32_t>(c == to) |
                 static_cast<std::uint32_t>(c - r32 == difference) |
                 static_cast<std::uint32_t>(c + r32 == sum);
        }
        if (any == 0) continue;
        for (std::uint64_t r = block; r < block_end; ++r) {
          const std::uint64_t c = columns_[r];
          if (c == column || c + row == column + r || c + r == column + row) rows_.insert(r);
        }
      }
    });
  }

  using Storage = DenseStorage<Counter>;
  static constexpr std::uint64_t kStepsPerPoll = 16;
  static constexpr std::uint64_t kAttackBlock = 256;

  LineCounters<Storage> counters_;
  IndexSet rows_;           ///< all rows in conflict, and some others
  IndexSet empty_columns_;  ///< all empty columns, and some others
};

}  // namespace

extern const SearchMaker kMinConflicts = search_maker<MinConflictsSearch<std::uint8_t>>();
extern const SearchMaker kMinConflictsWithStart = search_maker<MinConflictsSearch<std::uint32_t>>();
extern const SearchMaker kGreedyRepair = search_maker<MinConflictsSearch<std::uint8_t, true>>();
extern const SearchMaker kGreedyRepairWithStart =
    search_maker<MinConflictsSearch<std::uint32_t, true>>();

}  // namespace nqueens::solving
