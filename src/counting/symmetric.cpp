#include "counting/symmetric.hpp"

#include <bit>
#include <cstdlib>

namespace nqueens::counting {

namespace {

/// Rows that are counted between two looks at the stop token: some milliseconds at most.
constexpr int kRowsWithoutStop = 9;

/// Places pairs of queens: (r, c) and its half turn (n - 1 - r, n - 1 - c), r in the top half.
class HalfTurnSearch {
 public:
  HalfTurnSearch(int board_size, const std::stop_token& stop)
      : size_(board_size), rows_(board_size / 2), stop_(stop) {}

  /// The empty board, or for odd n the board with its middle queen: the middle row's queen has to
  /// be its own half turn.
  HalfTurnPrefix start() const {
    HalfTurnPrefix prefix;
    if (size_ % 2 == 1) mark(prefix, size_ / 2, size_ / 2);
    return prefix;
  }

  bool count(const HalfTurnPrefix& prefix, std::uint64_t& solutions) const {
    if (rows_ - prefix.row > kRowsWithoutStop) {
      if (stop_.stop_requested()) return false;
      for (std::uint64_t free = free_columns(prefix); free != 0; free &= free - 1) {
        if (!count(with_pair(prefix, std::countr_zero(free)), solutions)) return false;
      }
      return true;
    }
    solutions += count_rest(prefix);
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
  std::uint64_t count_rest(const HalfTurnPrefix& prefix) const {
    if (prefix.row == rows_) return 1;
    std::uint64_t solutions = 0;
    for (std::uint64_t free = free_columns(prefix); free != 0; free &= free - 1) {
      solutions += count_rest(with_pair(prefix, std::countr_zero(free)));
    }
    return solutions;
  }

  std::uint64_t free_columns(const HalfTurnPrefix& prefix) const {
    const std::uint64_t board = (std::uint64_t{1} << size_) - 1;
    const std::uint64_t attacked = prefix.columns | (prefix.diagonals >> (size_ - 1 - prefix.row)) |
                                   (prefix.antidiagonals >> prefix.row);
    std::uint64_t free = board & ~attacked;
    // A queen and its own half turn share a diagonal when r = c, and an antidiagonal when
    // r + c = n - 1. (They never share the middle column: for odd n the middle queen has it.)
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

/// Places fours of queens: (r, c), (c, n-1-r), (n-1-r, n-1-c), (n-1-c, r). Such a four uses the
/// rows and the columns {r, c, n-1-r, n-1-c}, so one mask of used numbers serves both; and,
/// measured from the centre, the diagonals and the antidiagonals {+-(r - c), +-(r + c - n + 1)}, so
/// one mask of absolute offsets serves both.
std::uint64_t count_fours(int size, std::uint64_t used, std::uint64_t offsets) {
  const int row = std::countr_one(used);
  if (row >= size) return 1;
  std::uint64_t solutions = 0;
  for (int column = row + 1; column < size; ++column) {
    if (((used >> column) & 1u) != 0 || column == size - 1 - row) continue;
    const std::uint64_t lines = (std::uint64_t{1} << std::abs(row - column)) |
                                (std::uint64_t{1} << std::abs(row + column - size + 1));
    if ((offsets & lines) != 0) continue;
    const std::uint64_t numbers = (std::uint64_t{1} << row) | (std::uint64_t{1} << column) |
                                  (std::uint64_t{1} << (size - 1 - row)) |
                                  (std::uint64_t{1} << (size - 1 - column));
    solutions += count_fours(size, used | numbers, offsets | lines);
  }
  return solutions;
}

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

std::uint64_t count_quarter_turn(int board_size) {
  if (board_size % 4 > 1) return 0;
  // For odd n the middle queen takes the middle row, the middle column and the offset 0.
  const bool odd = board_size % 2 == 1;
  return count_fours(board_size, odd ? std::uint64_t{1} << (board_size / 2) : 0, odd ? 1 : 0);
}

}  // namespace nqueens::counting
