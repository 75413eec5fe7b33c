#include "engine/symmetric_solutions.hpp"

#include <array>
#include <bit>

namespace nqueens::engine {

namespace {

constexpr int kRowsWithoutPoll = 9;  ///< counted without a look at the token: some milliseconds

/// Places pairs of queens, (r, c) and its half turn (n - 1 - r, n - 1 - c), r in the top half.
class HalfTurnSearch {
 public:
  HalfTurnSearch(int board_size, const std::stop_token& stop)
      : size_(board_size), rows_(board_size / 2), stop_(stop) {}

  /// Has, for odd n, the middle queen, since the middle row's queen must be its own half turn.
  HalfTurnPrefix start() const {
    HalfTurnPrefix prefix;
    if (size_ % 2 == 1) mark(prefix, size_ / 2, size_ / 2);
    return prefix;
  }

  bool count(const HalfTurnPrefix& prefix, std::uint64_t& solutions) const {
    if (prefix.row == rows_) {
      ++solutions;
      return true;
    }
    if (rows_ - prefix.row > kRowsWithoutPoll && stop_.stop_requested()) return false;
    for (std::uint64_t free = free_columns(prefix); free != 0; free &= free - 1) {
      if (!count(with_pair(prefix, std::countr_zero(free)), solutions)) return false;
    }
    return true;
  }

  void collect(const HalfTurnPrefix& prefix, int rows, std::vector<HalfTurnPrefix>& out) const {
    if (prefix.row == rows || prefix.row == rows_) {
      out.push_back(prefix);
      return;
    }
    std::uint64_t free = free_columns(prefix);
    if (prefix.row == 0) free &= (std::uint64_t{1} << (size_ / 2)) - 1;
    for (; free != 0; free &= free - 1) {
      collect(with_pair(prefix, std::countr_zero(free)), rows, out);
    }
  }

 private:
  std::uint64_t free_columns(const HalfTurnPrefix& prefix) const {
    const std::uint64_t board = (std::uint64_t{1} << size_) - 1;
    const std::uint64_t attacked = prefix.columns | (prefix.diagonals >> (size_ - 1 - prefix.row)) |
                                   (prefix.antidiagonals >> prefix.row);
    std::uint64_t free = board & ~attacked;
    // A queen and its own half turn share a diagonal if r = c, and an antidiagonal if r + c = n -
    // 1. (They never share the middle column: for odd n the middle queen has it.)
    free &= ~(std::uint64_t{1} << prefix.row);
    free &= ~(std::uint64_t{1} << (size_ - 1 - prefix.row));
    return free;
  }

  void mark(HalfTurnPrefix& prefix, int row, int column) const {
    prefix.columns |= std::uint64_t{1} << column;
    prefix.diagonals |= std::uint64_t{1} << (column - row + size_ - 1);
    prefix.antidiagonals |= std::uint64_t{1} << (column + row);
  }

  HalfTurnPrefix with_pair(HalfTurnPrefix prefix, int column) const {
    mark(prefix, prefix.row, column);
    mark(prefix, size_ - 1 - prefix.row, size_ - 1 - column);
    ++prefix.row;
    return prefix;
  }

  const int size_;
  const int rows_;
  const std::stop_token& stop_;
};

/// Places orbits of squares: a square and its images under the powers of one symmetry. The row with
/// the fewest free squares comes next.
class FixedSearch {
 public:
  FixedSearch(const Problem& problem, Symmetry symmetry, const std::stop_token& stop)
      : problem_(problem), symmetry_(symmetry), stop_(stop) {}

  bool count(std::uint64_t& solutions) {
    Position start;
    for (int row = 0; row < problem_.rows(); ++row) start.free[at(row)] = problem_.allowed(row);
    start.open =
        problem_.rows() == 0 ? 0 : ~std::uint64_t{0} >> (kMaxProblemSize - problem_.rows());
    drop_squares_without_orbit(start);
    solutions = count(start);
    return !stopped_;
  }

 private:
  struct Position {
    std::array<std::uint64_t, kMaxProblemSize> free{};  ///< of each open row
    std::uint64_t open = 0;                             ///< the rows without a queen
  };

  static std::size_t at(int row) { return static_cast<std::size_t>(row); }

  /// A square has no orbit if its images are not all allowed, or attack each other.
  void drop_squares_without_orbit(Position& start) const {
    const Position all = start;
    for (int row = 0; row < problem_.rows(); ++row) {
      for (std::uint64_t left = all.free[at(row)]; left != 0; left &= left - 1) {
        Position one = all;
        if (!place_orbit(one, row, std::countr_zero(left))) {
          start.free[at(row)] &= ~(left & (~left + 1));
        }
      }
    }
  }

  std::uint64_t count(const Position& position) {
    constexpr std::uint64_t kNodesPerPoll = 4096;
    if (position.open == 0) return 1;
    if (++nodes_ % kNodesPerPoll == 0 && stop_.stop_requested()) stopped_ = true;
    if (stopped_) return 0;
    int best = std::countr_zero(position.open);
    for (std::uint64_t open = position.open; open != 0; open &= open - 1) {
      const int row = std::countr_zero(open);
      if (std::popcount(position.free[at(row)]) < std::popcount(position.free[at(best)])) {
        best = row;
      }
    }
    std::uint64_t solutions = 0;
    for (std::uint64_t free = position.free[at(best)]; free != 0; free &= free - 1) {
      Position next = position;
      if (place_orbit(next, best, std::countr_zero(free))) solutions += count(next);
    }
    return solutions;
  }

  /// Returns false if a square of the orbit is not free.
  bool place_orbit(Position& position, int first_row, int first_column) const {
    int row = first_row;
    int column = first_column;
    do {
      const bool free = ((position.open >> row) & (position.free[at(row)] >> column) & 1u) != 0;
      if (!free) return false;
      position.open &= ~(std::uint64_t{1} << row);
      for (std::uint64_t open = position.open; open != 0; open &= open - 1) {
        const int other = std::countr_zero(open);
        position.free[at(other)] &= ~problem_.attacked(row, column, other);
      }
      const Square square{static_cast<std::uint64_t>(row), static_cast<std::uint64_t>(column)};
      const Square next = image(symmetry_, square, static_cast<std::uint64_t>(problem_.rows()),
                                static_cast<std::uint64_t>(problem_.columns()));
      row = static_cast<int>(next.row);
      column = static_cast<int>(next.column);
    } while (row != first_row || column != first_column);
    return true;
  }

  const Problem& problem_;
  const Symmetry symmetry_;
  const std::stop_token& stop_;
  std::uint64_t nodes_ = 0;
  bool stopped_ = false;
};

}  // namespace

std::vector<HalfTurnPrefix> half_turn_prefixes(int board_size, int rows) {
  const std::stop_token never;
  const HalfTurnSearch search(board_size, never);
  std::vector<HalfTurnPrefix> prefixes;
  search.collect(search.start(), rows, prefixes);
  return prefixes;
}

bool count_half_turn(int board_size, const HalfTurnPrefix& prefix, const std::stop_token& stop,
                     std::uint64_t& solutions) {
  solutions = 0;
  return HalfTurnSearch(board_size, stop).count(prefix, solutions);
}

bool count_fixed(const Problem& problem, Symmetry symmetry, const std::stop_token& stop,
                 std::uint64_t& solutions) {
  solutions = 0;
  if (problem.rows() > problem.columns()) return true;
  const bool keeps_shape =
      problem.is_square() || symmetry == Symmetry::identity || symmetry == Symmetry::half_turn ||
      symmetry == Symmetry::mirror_columns || symmetry == Symmetry::mirror_rows;
  return !keeps_shape || FixedSearch(problem, symmetry, stop).count(solutions);
}

}  // namespace nqueens::engine
