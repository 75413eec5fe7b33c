// First-choice hill climbing over permutations. The start is a random permutation. A row in
// conflict tries to exchange columns with the other rows in turn, from a random one on, and makes
// the first exchange that removes a conflict; each is priced in O(1). At a local optimum four rows
// exchange columns at random, and the descent goes on. The last conflict is moved over the board by
// exchanges that keep one conflict, until an exchange removes it.

#include <algorithm>
#include <array>
#include <utility>

#include "solve/line_counters.hpp"
#include "solve/search.hpp"

namespace nqueens::solving {

namespace {

/// A start has stalled after this many exchanges of four rows without a new low of conflicts.
constexpr std::uint64_t kPatience = 50;
/// At most this many exchanges move the last conflict before four rows are exchanged.
constexpr int kMaxWalk = 16;

/// `Counter` is wide enough for 65,535 queens on a line in boards up to that size. On larger ones
/// no line of a random start was ever seen with ten queens; a given start may have any number.
template <typename Counter>
class FirstChoiceSearch final : public Search {
 public:
  FirstChoiceSearch(std::uint64_t board_size, const SearchTools& tools)
      : Search(board_size, tools), counters_(board_size), rows_(board_size) {}

  static std::uint64_t memory_bytes(std::uint64_t n) {
    return n * sizeof(Column) + DiagonalCounters<Storage>::memory_bytes(n) +
           IndexSet::memory_bytes(n);
  }

 private:
  using Storage = DenseStorage<Counter>;

  bool clear_counts(const std::stop_token& stop) override {
    return counters_.clear(stop) && rows_.clear(stop);
  }

  /// Makes a random permutation: each row takes the column of a random row above it and gives it
  /// its number, or keeps its number.
  bool fill(base::Random& random, const std::stop_token& stop,
            SolveStatistics& statistics) override {
    const bool shuffled =
        for_pieces(0, size_, kSquaresPerPoll, stop, [&](std::uint64_t begin, std::uint64_t end) {
          columns_.resize(end);
          for (std::uint64_t row = begin; row < end; ++row) {
            const std::uint32_t other = random.below(static_cast<std::uint32_t>(row + 1));
            columns_[row] = static_cast<Column>(row);
            std::swap(columns_[row], columns_[other]);
          }
          statistics.probes += end - begin;
        });
    return shuffled && fill_as(columns_, stop);
  }

  bool fill_as(std::span<const Column> columns, const std::stop_token& stop) override {
    return place_rows(stop, [&](std::uint64_t row) {
      columns_[row] = columns[row];
      pairs_ += counters_.place(row, columns_[row]);
      rows_.insert(row);
    });
  }

  bool repair(base::Random& random, const std::stop_token& stop,
              SolveStatistics& statistics) override {
    std::uint64_t fewest_pairs = pairs_;
    std::uint64_t exchanges_since = 0;
    for (;;) {
      if (!descend(random, stop, statistics)) return false;
      if (pairs_ == 1 && !walk_last_conflict(random, stop, statistics)) return false;
      if (pairs_ == 0) return true;
      if (pairs_ < fewest_pairs) {
        fewest_pairs = pairs_;
        exchanges_since = 0;
      } else if (++exchanges_since > kPatience) {
        return false;
      }
      exchange_four(random, statistics);
    }
  }

  /// Makes all improving exchanges. Returns false when stopped, or at the limit of moves.
  bool descend(base::Random& random, const std::stop_token& stop, SolveStatistics& statistics) {
    std::uint64_t fruitless = 0;  // rows in turn without an improving exchange
    std::uint64_t position = rows_.size() == 0 ? 0 : rows_.draw(random);
    while (pairs_ > 0 && fruitless < rows_.size()) {
      if (position >= rows_.size()) position = 0;
      const std::uint64_t row = rows_.at(position);
      if (counters_.conflicts(row, columns_[row]) == 0) {
        rows_.erase_at(position);  // the last member takes its place: the cycle begins anew
        fruitless = 0;
        continue;
      }
      bool improved = false;
      if (!improve(row, improved, random, stop, statistics)) return false;
      if (improved) {
        if (tools_.max_moves != 0 && statistics.moves >= tools_.max_moves && pairs_ > 0) {
          return false;
        }
        fruitless = 0;
      } else {
        ++fruitless;
        ++position;
      }
    }
    return true;
  }

  /// Makes the first improving exchange of the row, from a random partner on. False when stopped.
  bool improve(std::uint64_t row, bool& improved, base::Random& random, const std::stop_token& stop,
               SolveStatistics& statistics) {
    const std::uint64_t first = random.below(static_cast<std::uint32_t>(size_));
    for (std::uint64_t tried = 0; tried < size_; ++tried) {
      const std::uint64_t other = first + tried < size_ ? first + tried : first + tried - size_;
      if (other == row) continue;
      if (++statistics.evaluations % kSwapsPerPoll == 0 && stop.stop_requested()) return false;
      const std::int64_t price = counters_.swap_price(row, columns_[row], other, columns_[other]);
      if (price < 0) {
        exchange(row, other, price);
        ++statistics.moves;
        improved = true;
        return true;
      }
    }
    return true;
  }

  /// Makes at most kMaxWalk exchanges that keep one conflict, until one removes it. False when
  /// stopped, or at the limit of moves.
  bool walk_last_conflict(base::Random& random, const std::stop_token& stop,
                          SolveStatistics& statistics) {
    for (int step = 0; step < kMaxWalk; ++step) {
      if (tools_.max_moves != 0 && statistics.moves >= tools_.max_moves) return false;
      std::array<std::uint64_t, 2> last{};
      if (!find_last_conflict(last, stop)) return false;
      std::uint64_t chosen_row = 0;
      std::uint64_t chosen_other = size_;
      std::uint32_t equal = 0;
      for (const std::uint64_t row : last) {
        for (std::uint64_t other = 0; other < size_; ++other) {
          if (other == row) continue;
          if (++statistics.evaluations % kSwapsPerPoll == 0 && stop.stop_requested()) return false;
          const std::int64_t price =
              counters_.swap_price(row, columns_[row], other, columns_[other]);
          if (price < 0) {
            exchange(row, other, price);
            ++statistics.moves;
            return true;
          }
          if (price == 0 && random.below(++equal) == 0) {
            chosen_row = row;
            chosen_other = other;
          }
        }
      }
      if (chosen_other == size_) return true;
      exchange(chosen_row, chosen_other, 0);
      ++statistics.moves;
    }
    return true;
  }

  bool find_last_conflict(std::array<std::uint64_t, 2>& rows, const std::stop_token& stop) const {
    std::size_t found = 0;
    return for_pieces(0, size_, kSquaresPerPoll, stop, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t row = begin; row < end && found < 2; ++row) {
        if (counters_.conflicts(row, columns_[row]) != 0) rows[found++] = row;
      }
    });
  }

  /// Has four rows, one of them in conflict, exchange columns in a cycle.
  void exchange_four(base::Random& random, SolveStatistics& statistics) {
    std::array<std::uint64_t, 4> rows{rows_.at(rows_.draw(random))};
    for (std::size_t number = 1; number < std::min<std::uint64_t>(rows.size(), size_);) {
      rows[number] = random.below(static_cast<std::uint32_t>(size_));
      const auto* const end = rows.begin() + number;
      if (std::find(rows.begin(), rows.begin() + number, rows[number]) == end) ++number;
    }
    for (std::size_t number = 1; number < std::min<std::uint64_t>(rows.size(), size_); ++number) {
      exchange(
          rows[0], rows[number],
          counters_.swap_price(rows[0], columns_[rows[0]], rows[number], columns_[rows[number]]));
    }
    ++statistics.exchanges;
  }

  void exchange(std::uint64_t row, std::uint64_t other, std::int64_t price) {
    counters_.swap(row, columns_[row], other, columns_[other]);
    std::swap(columns_[row], columns_[other]);
    pairs_ += static_cast<std::uint64_t>(price);
    rows_.insert(row);
    rows_.insert(other);
  }

  static constexpr std::uint64_t kSwapsPerPoll = kSquaresPerPoll / 8;

  DiagonalCounters<Storage> counters_;
  IndexSet rows_;  ///< at least one row of every attacking pair, and some others
};

}  // namespace

extern const SearchMaker kFirstChoice = search_maker<FirstChoiceSearch<std::uint16_t>>();
extern const SearchMaker kFirstChoiceWithStart = search_maker<FirstChoiceSearch<std::uint32_t>>();

}  // namespace nqueens::solving
