// One bit for every column, diagonal and antidiagonal with a queen. N queens, one in each row, are
// a solution exactly when 3 N lines are marked.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "base/arrays.hpp"
#include "run/executor.hpp"

namespace nqueens::verifying {

/// One set of marks: 5 N bits. It touches memory only where lines are marked.
class LineMarks {
 public:
  explicit LineMarks(std::uint64_t board_size);

  static std::uint64_t memory_bytes(std::uint64_t board_size);

  /// Marks the queens of the rows from `first_row` on. Precondition: they are on the board.
  template <typename Number>
  void mark(std::uint64_t first_row, std::span<const Number> columns);

  /// Marks queens one by one, as mark() does, until one stands on a marked line; returns its index.
  std::optional<std::size_t> mark_until_attacked(std::uint64_t first_row,
                                                 std::span<const std::uint64_t> columns);

  std::span<const std::uint64_t> words() const { return {words_.data(), words_.size()}; }

 private:
  std::uint64_t* diagonals() { return words_.data() + (size_ + 63) / 64; }
  std::uint64_t* antidiagonals() { return diagonals() + (2 * size_ + 63) / 64; }

  std::uint64_t size_;
  // Columns, diagonals (row + N - 1 - column) and antidiagonals (row + column) count as one array.
  base::PageArray<std::uint64_t> words_;
};

/// Counts the lines marked in any of the sets, all of one board; fewer when stopped.
std::uint64_t count_lines(const std::vector<const LineMarks*>& sets, run::Executor& workers,
                          const std::stop_token& stop);

/// Verifies a placement while it is made, piece by piece in any order, in 5 N bits and without
/// holding it. A lost mark can only make a solution look wrong.
class StreamVerifier {
 public:
  explicit StreamVerifier(std::uint64_t board_size) : size_(board_size), marks_(board_size) {}

  /// Marks the queens of the rows from `first_row` on. Threads may mark at the same time if their
  /// lines of each kind are at least 64 apart. O(1) a queen. A number has 32 or 64 bits.
  template <typename Number>
  void mark(std::uint64_t first_row, std::span<const Number> columns);

  /// Tells, after all marking, whether every row came once and no queen attacks; else false.
  bool is_solution(run::Executor& workers, const std::stop_token& stop) const;

 private:
  std::uint64_t size_;
  LineMarks marks_;
  std::atomic<bool> off_board_{false};
  /// The sum over all pieces of the hash of the first row minus that of the row after the last.
  std::atomic<std::uint64_t> seams_{0};
};

}  // namespace nqueens::verifying
