// Verifies a placement while it is made, piece by piece in any order, without holding it.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>

#include "placements/line_marks.hpp"
#include "run/executor.hpp"

namespace nqueens::placements {

/// Marks a line for each column, diagonal and antidiagonal of every queen: 5 N bits. N queens, one
/// for each row, are a solution just when 3 N lines are marked. A mark that is lost can only make a
/// solution look wrong.
class StreamVerifier {
 public:
  /// Throws std::bad_alloc.
  explicit StreamVerifier(std::uint64_t board_size);

  static std::uint64_t memory_bytes(std::uint64_t board_size) {
    return LineMarks::words_for(board_size) * sizeof(std::uint64_t);
  }

  /// Marks the queens of the rows from `first_row` on. Threads that mark at the same time must not
  /// mark lines of the same kind less than 64 apart. O(1) a queen.
  void mark(std::uint64_t first_row, std::span<const std::uint32_t> columns);
  void mark(std::uint64_t first_row, std::span<const std::uint64_t> columns);

  /// After all marking: whether every row was there once, with a queen that no other attacks. False
  /// also when stopped.
  bool is_solution(run::Executor& workers, const std::stop_token& stop) const;

 private:
  template <typename Number>
  void mark_each(std::uint64_t first_row, std::span<const Number> columns);

  std::uint64_t size_;
  LineMarks marks_;
  std::atomic<bool> off_board_{false};
  /// Sum over all pieces of the hash of the row before them, less that of the row behind them.
  std::atomic<std::uint64_t> seams_{0};
};

}  // namespace nqueens::placements
