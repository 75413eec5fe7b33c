// How many queens stand on every column, diagonal and antidiagonal, and what a move or a swap would
// change, in O(1). The one measure of conflict of all searches: attacking pairs as counted on
// lines, a line with n queens having n (n - 1) / 2. Knows neither the placement nor the search.
//
// The diagonal of a square is numbered column - row + N - 1, the antidiagonal column + row: along a
// row both rise with the column, so what a row sees of a family is one contiguous stretch, and a
// scan of all columns of a row is a plain loop.
//
// The classes take the storage of the counts as a template parameter (line_storage.hpp); none of
// the storages lets a count wrap around.
#pragma once

#include <cstdint>

#include "search/polling.hpp"

namespace nqueens::search {

/// The two families of diagonals; enough where every column keeps its one queen (swaps).
template <typename Storage>
class DiagonalCounters {
 public:
  /// All zero.
  explicit DiagonalCounters(std::uint64_t board_size)
      : board_size_(board_size), diagonals_(lines(board_size)), antidiagonals_(lines(board_size)) {}

  static std::uint64_t memory_bytes(std::uint64_t board_size) {
    return 2 * Storage::memory_bytes(lines(board_size));
  }

  std::uint64_t board_size() const { return board_size_; }
  /// Lines of one family.
  static constexpr std::uint64_t lines(std::uint64_t board_size) { return 2 * board_size - 1; }
  std::uint64_t diagonal_of(std::uint64_t row, std::uint64_t column) const {
    return column + (board_size_ - 1 - row);
  }
  static std::uint64_t antidiagonal_of(std::uint64_t row, std::uint64_t column) {
    return column + row;
  }

  Storage& diagonals() { return diagonals_; }
  const Storage& diagonals() const { return diagonals_; }
  Storage& antidiagonals() { return antidiagonals_; }
  const Storage& antidiagonals() const { return antidiagonals_; }

  /// Queens on the two lines of a square, one that stands on it counted twice.
  std::uint64_t queens(std::uint64_t row, std::uint64_t column) const {
    return diagonals_.count(diagonal_of(row, column)) +
           antidiagonals_.count(antidiagonal_of(row, column));
  }
  /// Attacking pairs of the queen that stands on the square, columns not counted.
  std::uint64_t conflicts(std::uint64_t row, std::uint64_t column) const {
    return queens(row, column) - 2;
  }

  /// Counts a queen; returns the attacking pairs that it adds.
  std::uint64_t place(std::uint64_t row, std::uint64_t column) {
    return diagonals_.increment(diagonal_of(row, column)) +
           antidiagonals_.increment(antidiagonal_of(row, column));
  }
  /// No longer counts a queen that place() counted; returns the attacking pairs that go with it.
  std::uint64_t remove(std::uint64_t row, std::uint64_t column) {
    return diagonals_.decrement(diagonal_of(row, column)) +
           antidiagonals_.decrement(antidiagonal_of(row, column));
  }

  /// All zero again. False when stopped before.
  bool clear(const StopSignal& stop) {
    return diagonals_.clear(stop) && antidiagonals_.clear(stop);
  }

  /// The change of attacking pairs when the queens (row_a, column_a) and (row_b, column_b) exchange
  /// columns. Both stand there and are counted; their rows differ, and so do their columns.
  ///
  /// A queen that leaves a line with n takes n - 1 pairs away, one that comes to a line with n adds
  /// n. Where both leave the same line, or both come to the same, the sum is one too small, for the
  /// second finds one queen less, or one more. The squares that they leave share a diagonal just
  /// when the squares that they take share an antidiagonal, and the other way round: hence twice.
  std::int64_t swap_price(std::uint64_t row_a, std::uint64_t column_a, std::uint64_t row_b,
                          std::uint64_t column_b) const {
    const std::uint64_t left = queens(row_a, column_a) + queens(row_b, column_b);
    const std::uint64_t taken = queens(row_a, column_b) + queens(row_b, column_a);
    const bool shared_diagonal = row_a + column_b == row_b + column_a;
    const bool shared_antidiagonal = row_a + column_a == row_b + column_b;
    return static_cast<std::int64_t>(taken + 4) - static_cast<std::int64_t>(left) +
           2 * (std::int64_t{shared_diagonal} + std::int64_t{shared_antidiagonal});
  }
  /// Makes that exchange.
  void swap(std::uint64_t row_a, std::uint64_t column_a, std::uint64_t row_b,
            std::uint64_t column_b) {
    remove(row_a, column_a);
    remove(row_b, column_b);
    place(row_a, column_b);
    place(row_b, column_a);
  }

 private:
  std::uint64_t board_size_;
  Storage diagonals_;
  Storage antidiagonals_;
};

/// All three families, for queens that move along their rows.
template <typename Storage>
class LineCounters {
 public:
  /// All zero.
  explicit LineCounters(std::uint64_t board_size) : diagonals_(board_size), columns_(board_size) {}

  static std::uint64_t memory_bytes(std::uint64_t board_size) {
    return DiagonalCounters<Storage>::memory_bytes(board_size) + Storage::memory_bytes(board_size);
  }

  std::uint64_t board_size() const { return diagonals_.board_size(); }
  DiagonalCounters<Storage>& diagonals() { return diagonals_; }
  const DiagonalCounters<Storage>& diagonals() const { return diagonals_; }
  Storage& columns() { return columns_; }
  const Storage& columns() const { return columns_; }

  /// Queens on the three lines of a square, one that stands on it counted three times.
  std::uint64_t queens(std::uint64_t row, std::uint64_t column) const {
    return columns_.count(column) + diagonals_.queens(row, column);
  }
  /// Attacking pairs of the queen that stands on the square.
  std::uint64_t conflicts(std::uint64_t row, std::uint64_t column) const {
    return queens(row, column) - 3;
  }

  /// As in DiagonalCounters.
  std::uint64_t place(std::uint64_t row, std::uint64_t column) {
    return columns_.increment(column) + diagonals_.place(row, column);
  }
  std::uint64_t remove(std::uint64_t row, std::uint64_t column) {
    return columns_.decrement(column) + diagonals_.remove(row, column);
  }
  bool clear(const StopSignal& stop) { return columns_.clear(stop) && diagonals_.clear(stop); }

  /// The change of attacking pairs when the queen of `row` goes from one column to another: n(to) -
  /// n(from) + 1 on each family. The six lines all differ, because a line meets a row once.
  std::int64_t move_price(std::uint64_t row, std::uint64_t from, std::uint64_t to) const {
    return static_cast<std::int64_t>(queens(row, to) + 3) -
           static_cast<std::int64_t>(queens(row, from));
  }

 private:
  DiagonalCounters<Storage> diagonals_;
  Storage columns_;
};

}  // namespace nqueens::search
