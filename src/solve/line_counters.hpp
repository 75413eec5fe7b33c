// Counts the queens on every column, diagonal and antidiagonal, and prices a move or a swap in
// O(1). All searches measure conflict in attacking pairs counted by lines: a line with n queens has
// n (n - 1) / 2.
//
// Diagonals are numbered column - row + N - 1, antidiagonals column + row: along a row both rise
// with the column, so a row sees one contiguous stretch of each family, and scanning all its
// columns is a plain loop.
//
// Two storages keep the counts of one family. Both are exact: a count that does not fit throws or
// cannot arise, since a wrong count could make a search accept a wrong placement.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <stop_token>
#include <vector>

#include "base/arrays.hpp"
#include "base/random.hpp"
#include "nqueens/error.hpp"
#include "solve/search.hpp"

namespace nqueens::solving {

/// One counter for each line, for placements with many conflicts and for scans. Counters may be
/// narrow, since large boards cost memory traffic. increment() throws at the maximum, so a search
/// must say why it never gets there.
template <typename Counter>
class DenseStorage {
 public:
  static constexpr std::uint64_t kMax = std::numeric_limits<Counter>::max();

  explicit DenseStorage(std::uint64_t lines) : counts_(lines) {}
  static std::uint64_t memory_bytes(std::uint64_t lines) { return lines * sizeof(Counter); }

  std::uint64_t count(std::uint64_t line) const { return counts_[line]; }
  /// Returns the count before.
  std::uint64_t increment(std::uint64_t line) {
    if (counts_[line] == kMax) {
      throw Error("internal error: more queens on one line than its counter can hold");
    }
    return counts_[line]++;
  }
  /// Returns the count after. Precondition: it is not 0 before.
  std::uint64_t decrement(std::uint64_t line) { return --counts_[line]; }

  /// Sets all counts to zero. False when stopped.
  bool clear(const std::stop_token& stop) {
    return solving::clear(counts_.data(), counts_.size(), stop);
  }

  /// Returns the counters themselves, by line.
  Counter* data() { return counts_.data(); }
  const Counter* data() const { return counts_.data(); }

 private:
  base::PageArray<Counter> counts_;
};

/// One bit for each line, and a list of all queens but the first on each line, for placements with
/// few conflicts: an eighth of the memory of byte counters, so a board of 10^7 stays in a
/// third-level cache. A filter of 16384 bits, or 64 for each entry of the list, excludes most lines
/// that are not on it. (A hash table instead was a sixth slower on a board of 10, no faster on
/// any.) Any count fits.
class SparseStorage {
 public:
  explicit SparseStorage(std::uint64_t lines) : words_(words(lines)), filter_(kFilterWords) {}
  /// Does not count the list, which is short.
  static std::uint64_t memory_bytes(std::uint64_t lines) {
    return words(lines) * sizeof(std::uint64_t);
  }

  std::uint64_t count(std::uint64_t line) const {
    const std::uint64_t one = occupied(line);
    if ((one & filtered(line)) == 0) [[likely]]
      return one;
    return 1 + static_cast<std::uint64_t>(std::count(excess_.begin(), excess_.end(), line));
  }
  /// Returns the count before.
  std::uint64_t increment(std::uint64_t line) {
    const std::uint64_t before = count(line);
    if (before == 0) {
      set(line);
    } else {
      excess_.push_back(line);
      if (excess_.size() > filter_.size()) {
        filter_.assign(2 * filter_.size(), 0);
        filter_mask_ = filter_.size() - 1;
        for (const std::uint64_t one : excess_) set_filter(one);
      }
      set_filter(line);
    }
    return before;
  }
  /// Returns the count after. Precondition: it is not 0 before.
  std::uint64_t decrement(std::uint64_t line) {
    if (filtered(line) != 0) {
      const auto found = std::find(excess_.begin(), excess_.end(), line);
      if (found != excess_.end()) {
        *found = excess_.back();
        excess_.pop_back();
        return count(line);
      }
    }
    unset(line);
    return 0;
  }

  /// Returns 1 for a line with queens, 0 for an empty one: callers combine it without branches.
  std::uint64_t occupied(std::uint64_t line) const { return words_[line / 64] >> (line % 64) & 1; }
  /// Precondition: the line is empty.
  void set(std::uint64_t line) { words_[line / 64] |= std::uint64_t{1} << (line % 64); }
  /// Precondition: the line has exactly one queen.
  void unset(std::uint64_t line) { words_[line / 64] &= ~(std::uint64_t{1} << (line % 64)); }
  void prefetch(std::uint64_t line) const { __builtin_prefetch(&words_[line / 64], 1); }

  /// Sets all counts to zero. False when stopped.
  bool clear(const std::stop_token& stop) {
    excess_.clear();
    std::fill(filter_.begin(), filter_.end(), std::uint64_t{0});
    return solving::clear(words_.data(), words_.size(), stop);
  }
  /// Returns the bits, and kWordsBehind words of zeros after them, for wide probes at the end.
  std::uint64_t* data() { return words_.data(); }
  static constexpr std::uint64_t kWordsBehind = 16;

 private:
  static constexpr std::uint64_t kFilterWords = 256;
  static std::uint64_t words(std::uint64_t lines) { return (lines + 63) / 64 + kWordsBehind; }
  std::uint64_t filtered(std::uint64_t line) const {
    return filter_[line / 64 & filter_mask_] >> (line % 64) & 1;
  }
  void set_filter(std::uint64_t line) {
    filter_[line / 64 & filter_mask_] |= std::uint64_t{1} << (line % 64);
  }

  base::PageArray<std::uint64_t> words_;
  std::vector<std::uint64_t> excess_;  ///< a line with n queens is listed n - 1 times
  /// Bit i is set if a line with remainder i is, or was, on the list. The size is a power of two.
  std::vector<std::uint64_t> filter_;
  std::uint64_t filter_mask_ = kFilterWords - 1;
};

/// The two families of diagonals are enough for swaps, where every column keeps its one queen.
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

  /// Counts the queens on the two lines of a square; one on the square itself counts twice.
  std::uint64_t queens(std::uint64_t row, std::uint64_t column) const {
    return diagonals_.count(diagonal_of(row, column)) +
           antidiagonals_.count(antidiagonal_of(row, column));
  }
  /// Counts the attacking pairs of the queen on the square, without those in its column.
  std::uint64_t conflicts(std::uint64_t row, std::uint64_t column) const {
    return queens(row, column) - 2;
  }

  /// Counts a queen; returns the attacking pairs that it adds.
  std::uint64_t place(std::uint64_t row, std::uint64_t column) {
    return diagonals_.increment(diagonal_of(row, column)) +
           antidiagonals_.increment(antidiagonal_of(row, column));
  }
  /// Removes a queen that place() counted; returns the attacking pairs that it takes away.
  std::uint64_t remove(std::uint64_t row, std::uint64_t column) {
    return diagonals_.decrement(diagonal_of(row, column)) +
           antidiagonals_.decrement(antidiagonal_of(row, column));
  }

  /// Only SparseStorage has it: it is not 0 when a queen is on one of the two lines.
  std::uint64_t occupied(std::uint64_t row, std::uint64_t column) const {
    return diagonals_.occupied(diagonal_of(row, column)) |
           antidiagonals_.occupied(antidiagonal_of(row, column));
  }
  /// Only SparseStorage has it. Precondition: both lines are empty.
  void set(std::uint64_t row, std::uint64_t column) {
    diagonals_.set(diagonal_of(row, column));
    antidiagonals_.set(antidiagonal_of(row, column));
  }
  /// Only SparseStorage has it. Precondition: each line has exactly this queen.
  void unset(std::uint64_t row, std::uint64_t column) {
    diagonals_.unset(diagonal_of(row, column));
    antidiagonals_.unset(antidiagonal_of(row, column));
  }

  /// Sets all counts to zero. False when stopped.
  bool clear(const std::stop_token& stop) {
    return diagonals_.clear(stop) && antidiagonals_.clear(stop);
  }

  /// Returns the change of attacking pairs when the queens (row_a, column_a) and (row_b, column_b)
  /// exchange columns. Both are counted; their rows differ, and so do their columns.
  ///
  /// A queen that leaves a line with n queens removes n - 1 pairs; one that joins a line with n
  /// adds n. If both leave, or both join, the same line, the sum is one too small, since the second
  /// finds one queen less, or one more. The old squares share a diagonal exactly when the new ones
  /// share an antidiagonal, and vice versa: hence twice.
  std::int64_t swap_price(std::uint64_t row_a, std::uint64_t column_a, std::uint64_t row_b,
                          std::uint64_t column_b) const {
    const std::uint64_t left = queens(row_a, column_a) + queens(row_b, column_b);
    const std::uint64_t taken = queens(row_a, column_b) + queens(row_b, column_a);
    const bool shared_diagonal = row_a + column_b == row_b + column_a;
    const bool shared_antidiagonal = row_a + column_a == row_b + column_b;
    return static_cast<std::int64_t>(taken + 4) - static_cast<std::int64_t>(left) +
           2 * (std::int64_t{shared_diagonal} + std::int64_t{shared_antidiagonal});
  }
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

/// All three families serve queens that move along their rows.
template <typename Storage>
class LineCounters {
 public:
  /// All zero.
  explicit LineCounters(std::uint64_t board_size) : diagonals_(board_size), columns_(board_size) {}

  static std::uint64_t memory_bytes(std::uint64_t board_size) {
    return DiagonalCounters<Storage>::memory_bytes(board_size) + Storage::memory_bytes(board_size);
  }

  DiagonalCounters<Storage>& diagonals() { return diagonals_; }
  const DiagonalCounters<Storage>& diagonals() const { return diagonals_; }
  Storage& columns() { return columns_; }
  const Storage& columns() const { return columns_; }

  /// Counts the queens on the three lines of a square; one on the square itself counts three times.
  std::uint64_t queens(std::uint64_t row, std::uint64_t column) const {
    return columns_.count(column) + diagonals_.queens(row, column);
  }
  std::uint64_t conflicts(std::uint64_t row, std::uint64_t column) const {
    return queens(row, column) - 3;
  }

  /// Returns what DiagonalCounters return.
  std::uint64_t place(std::uint64_t row, std::uint64_t column) {
    return columns_.increment(column) + diagonals_.place(row, column);
  }
  std::uint64_t remove(std::uint64_t row, std::uint64_t column) {
    return columns_.decrement(column) + diagonals_.remove(row, column);
  }
  bool clear(const std::stop_token& stop) { return columns_.clear(stop) && diagonals_.clear(stop); }

  /// Returns the change of attacking pairs when the queen of `row` moves: n(to) - n(from) + 1 on
  /// each family. The six lines all differ, since a line meets a row once.
  std::int64_t move_price(std::uint64_t row, std::uint64_t from, std::uint64_t to) const {
    return static_cast<std::int64_t>(queens(row, to) + 3) -
           static_cast<std::int64_t>(queens(row, from));
  }

 private:
  DiagonalCounters<Storage> diagonals_;
  Storage columns_;
};

/// A set of numbers below a bound from which a random member is drawn in O(1). Searches keep a
/// superset of what they look for (rows in conflict, empty columns) and drop a member that no
/// longer belongs when they draw it: the rest is still drawn uniformly.
class IndexSet {
 public:
  explicit IndexSet(std::uint64_t bound) : members_(bound), is_member_(words(bound)) {}

  static std::uint64_t memory_bytes(std::uint64_t bound) {
    return bound * sizeof(std::uint32_t) + words(bound) * sizeof(std::uint64_t);
  }

  std::uint64_t size() const { return size_; }

  void insert(std::uint64_t index) {
    const std::uint64_t bit = std::uint64_t{1} << (index % 64);
    if ((is_member_[index / 64] & bit) != 0) return;
    is_member_[index / 64] |= bit;
    members_[size_++] = static_cast<std::uint32_t>(index);
  }

  /// Returns the position of a random member. Precondition: not empty.
  std::uint32_t draw(base::Random& random) const {
    return random.below(static_cast<std::uint32_t>(size_));
  }
  std::uint64_t at(std::uint64_t position) const { return members_[position]; }
  void erase_at(std::uint64_t position) {
    const std::uint64_t index = members_[position];
    is_member_[index / 64] &= ~(std::uint64_t{1} << (index % 64));
    members_[position] = members_[--size_];
  }

  /// Empties the set. Returns false when stopped; the set must not be used then.
  bool clear(const std::stop_token& stop) {
    size_ = 0;
    return solving::clear(is_member_.data(), is_member_.size(), stop);
  }

 private:
  static std::uint64_t words(std::uint64_t bound) { return (bound + 63) / 64; }

  base::PageArray<std::uint32_t> members_;
  base::PageArray<std::uint64_t> is_member_;
  std::uint64_t size_ = 0;
};

}  // namespace nqueens::solving
