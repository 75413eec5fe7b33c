// The given queens and blocked squares of a board, and an exhaustive search where few rows are
// free.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <vector>

#include "nqueens/board.hpp"
#include "solve/line_counters.hpp"

namespace nqueens::solving {

class GivenQueens {
 public:
  struct Queen {
    Column row;
    Column column;
    friend bool operator==(const Queen&, const Queen&) = default;
  };

  /// Throws InvalidArgument as checked_queens() does. Precondition: board.has_only_squares().
  explicit GivenQueens(const Board& board);

  static std::uint64_t memory_bytes(std::uint64_t board_size, std::uint64_t queens,
                                    std::uint64_t blocked) {
    return queens * (sizeof(Queen) + sizeof(Column)) +
           (blocked == 0 ? 0 : blocked * sizeof(std::uint64_t) + board_size / 8);
  }

  /// O(log k) for k blocked squares, in rows that have one; else O(1).
  bool is_blocked(std::uint64_t row, std::uint64_t column) const {
    return !blocked_.empty() && has_blocked_[row] &&
           std::binary_search(blocked_.begin(), blocked_.end(), row * board_size_ + column);
  }

  std::uint64_t board_size() const { return board_size_; }
  std::uint64_t size() const { return queens_.size(); }
  /// Returns what errors call the result: without given queens nothing is completed.
  const char* goal() const { return queens_.empty() ? "solution" : "completion"; }
  std::uint64_t free_rows() const { return board_size_ - size(); }
  const std::vector<Queen>& queens() const { return queens_; }

  /// Append the rows, or columns, without a given queen, ascending. Return false when stopped.
  template <typename Numbers>
  bool append_free_rows(Numbers& to, const std::stop_token& stop) const {
    return append_gaps(to, queens_, &Queen::row, stop);
  }
  template <typename Numbers>
  bool append_free_columns(Numbers& to, const std::stop_token& stop) const {
    return append_gaps(
        to, columns_, [](Column column) { return column; }, stop);
  }

  /// Throws NoSolution where every square of a free row or column is attacked or blocked. Returns
  /// early when stopped. O(N) where most squares are free.
  void require_free_squares(const std::stop_token& stop) const;

  /// Marks the diagonals of the given queens. Precondition: none of them is marked.
  void mark(DiagonalCounters<SparseStorage>& lines) const {
    for (const Queen& queen : queens_) lines.set(queen.row, queen.column);
  }

 private:
  template <typename Numbers, typename Taken, typename NumberOf>
  bool append_gaps(Numbers& to, const std::vector<Taken>& taken, const NumberOf& number_of,
                   const std::stop_token& stop) const {
    std::uint64_t begin = 0;
    for (const Taken& one : taken) {
      const std::uint64_t end = std::invoke(number_of, one);
      if (!append_numbers(to, begin, end, stop)) return false;
      begin = end + 1;
    }
    return append_numbers(to, begin, board_size_, stop);
  }

  std::uint64_t board_size_;
  std::vector<Queen> queens_;
  std::vector<Column> columns_;         ///< ascending
  std::vector<std::uint64_t> blocked_;  ///< row * board_size + column, ascending
  std::vector<bool> has_blocked_;       ///< by row; empty where no square is blocked
};

enum class FewRowsResult { found, none, undecided };

/// complete_few_rows() tries up to this many free rows: up to 4 MiB, 64 bytes for each free square.
inline constexpr std::uint64_t kFewRows = 256;

/// Fills `placement` if it finds a completion; adds the queens it has placed to `placed`. Undecided
/// with more than kFewRows free rows, after placing `max_placed` queens (0.25 to 1 us each), and
/// when stopped.
FewRowsResult complete_few_rows(const GivenQueens& given, std::uint64_t max_placed,
                                const std::stop_token& stop, Placement& placement,
                                std::uint64_t& placed);

}  // namespace nqueens::solving
