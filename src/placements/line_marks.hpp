// The lines of the board that queens stand on: one bit for every column, diagonal and antidiagonal.
// Each of several threads marks lines in its own set.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "base/arrays.hpp"
#include "nqueens/placement.hpp"

namespace nqueens::placements {

/// One set of marks: 5 N bits. Memory is touched only where lines are marked.
class LineMarks {
 public:
  /// No line of a board of `board_size` marked. Throws std::bad_alloc.
  explicit LineMarks(std::uint64_t board_size);

  static std::uint64_t words_for(std::uint64_t board_size);

  /// Marks the lines of the queens in the rows from `first_row` on. Precondition: rows and columns
  /// are below the board size.
  void mark(std::uint64_t first_row, std::span<const Column> columns);
  void mark(std::uint64_t first_row, std::span<const std::uint64_t> columns);

  /// The same for one kind of the three: several threads may mark in one set, each another kind.
  void mark(Line kind, std::uint64_t first_row, std::span<const std::uint64_t> columns);

  /// Marks queen by queen until one stands on a marked line; returns its index in `columns`.
  /// Precondition: as of mark().
  std::optional<std::size_t> mark_until_attacked(std::uint64_t first_row,
                                                 std::span<const std::uint64_t> columns);

  std::span<const std::uint64_t> words() const { return {words_.data(), words_.size()}; }
  /// Lines marked among the words [first, last).
  std::uint64_t count_lines(std::uint64_t first, std::uint64_t last) const;

 private:
  template <typename Number>
  void mark_each(std::uint64_t first_row, std::span<const Number> columns);

  std::uint64_t* diagonals() { return words_.data() + (size_ + 63) / 64; }
  std::uint64_t* antidiagonals() { return diagonals() + (2 * size_ + 63) / 64; }

  std::uint64_t size_;
  // Columns, then diagonals (index row + N - 1 - column), then antidiagonals (row + column). One
  // piece of memory, so that all lines together can be counted in one loop.
  base::PageArray<std::uint64_t> words_;
};

/// Sets of marks that threads fill side by side and that count as one at the end.
///
/// One set for all threads with atomic bit operations was slower: 10^7 queens took 127 ms on two
/// threads, against 21 ms for one thread with plain ones. A set for each takes 14 ms on two
/// threads, counting included, and 5 N bits. Where there are fewer sets than threads, up to three
/// threads work in one, each on another kind of line.
class MarkPool {
 public:
  /// At most `sets` sets, each made when it is first needed, for so many threads.
  MarkPool(std::uint64_t board_size, int sets, int threads);

  /// Marks as LineMarks::mark does, where no other thread is marking. `hint` names the set that
  /// this thread used before; a thread keeps one, starting from 0.
  void mark(std::uint64_t first_row, std::span<const std::uint64_t> columns, std::size_t& hint);

  std::uint64_t word_count() const { return LineMarks::words_for(board_size_); }
  /// Lines marked in any set, among the words [first, last). No thread may be marking.
  std::uint64_t count_lines(std::uint64_t first, std::uint64_t last) const;

 private:
  static constexpr std::array kKinds = {Line::column, Line::diagonal, Line::antidiagonal};
  struct Set {
    std::once_flag made;
    std::unique_ptr<LineMarks> marks;
    std::mutex in_use;                                  ///< where threads have sets of their own
    std::array<std::mutex, kKinds.size()> kind_in_use;  ///< where they share them
  };
  LineMarks& marks_of(Set& set);
  void mark_by_kinds(std::uint64_t first_row, std::span<const std::uint64_t> columns);

  std::uint64_t board_size_;
  bool by_kinds_;
  std::vector<Set> sets_;
};

}  // namespace nqueens::placements
