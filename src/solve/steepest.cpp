// Textbook hill climbing (Russell and Norvig, Artificial Intelligence, on local search): each step
// prices all N (N - 1) moves of one queen along its row, in O(1) each, and makes one of the best,
// drawn at random. A start ends where no move removes a conflict. There are no sideways moves, so
// few starts succeed: 14 % at N = 8.
#include <limits>

#include "solve/line_counters.hpp"
#include "solve/search.hpp"

namespace nqueens::solving {

namespace {

class SteepestSearch final : public Search {
 public:
  SteepestSearch(std::uint64_t board_size, const SearchTools& tools)
      : Search(board_size, tools), counters_(board_size) {}

  static std::uint64_t memory_bytes(std::uint64_t n) {
    return n * sizeof(Column) + LineCounters<Storage>::memory_bytes(n);
  }

 private:
  using Storage = DenseStorage<std::uint32_t>;  ///< a start may have many queens on a line

  bool clear_counts(const std::stop_token& stop) override { return counters_.clear(stop); }

  bool fill(base::Random& random, const std::stop_token& stop,
            SolveStatistics& statistics) override {
    return place_rows(stop, [&](std::uint64_t row) {
      columns_[row] = random.below(static_cast<std::uint32_t>(size_));
      pairs_ += counters_.place(row, columns_[row]);
      ++statistics.probes;
    });
  }

  bool fill_as(std::span<const Column> columns, const std::stop_token& stop) override {
    return place_rows(stop, [&](std::uint64_t row) {
      columns_[row] = columns[row];
      pairs_ += counters_.place(row, columns_[row]);
    });
  }

  bool repair(base::Random& random, const std::stop_token& stop,
              SolveStatistics& statistics) override {
    while (pairs_ > 0) {
      if (tools_.max_moves != 0 && statistics.moves == tools_.max_moves) return false;
      Move best;
      if (!find_best(best, random, stop, statistics) || best.price >= 0) return false;
      pairs_ -= counters_.remove(best.row, columns_[best.row]);
      pairs_ += counters_.place(best.row, best.column);
      columns_[best.row] = static_cast<Column>(best.column);
      ++statistics.moves;
    }
    return true;
  }

  struct Move {
    std::int64_t price = 0;  ///< change of attacking pairs
    std::uint64_t row = 0;
    std::uint64_t column = 0;
  };

  /// Finds one of the cheapest moves below zero, uniformly; a price of zero where there is none.
  /// Returns false when stopped.
  bool find_best(Move& best, base::Random& random, const std::stop_token& stop,
                 SolveStatistics& statistics) const {
    std::uint32_t equal = 0;
    for (std::uint64_t row = 0; row < size_; ++row) {
      const std::uint64_t from = columns_[row];
      const bool priced =
          for_pieces(0, size_, kSquaresPerPoll, stop, [&](std::uint64_t begin, std::uint64_t end) {
            for (std::uint64_t to = begin; to < end; ++to) {
              if (to == from) continue;
              const std::int64_t price = counters_.move_price(row, from, to);
              if (price > best.price || price == 0) continue;
              if (price < best.price) equal = 0;
              if (equal != std::numeric_limits<std::uint32_t>::max()) ++equal;
              if (price < best.price || random.below(equal) == 0) best = {price, row, to};
            }
          });
      if (!priced) return false;
      statistics.evaluations += size_ - 1;
    }
    return true;
  }

  LineCounters<Storage> counters_;
};

}  // namespace

extern const SearchMaker kSteepest = search_maker<SteepestSearch>();

}  // namespace nqueens::solving
