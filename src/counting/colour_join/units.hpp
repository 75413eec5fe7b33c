// The units (R_e, R_o) of the colour join in the one order that plans, the engine and audits share.
// A task is a run of units of one R_e.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "counting/colour_join/board.hpp"

namespace nqueens::counting::colour_join {

/// All rows of a quarter, from the middle outwards.
std::vector<int> rows_from_the_middle(int rows);

/// What Task::code holds: units first, first + 1, ... of Units::of(R_e).
struct UnitRange {
  LineSet even_rows = 0;    ///< R_e, 16 bits
  std::uint32_t first = 0;  ///< 16 bits
  std::uint32_t count = 0;  ///< 17 bits

  std::uint64_t code() const {
    return even_rows | std::uint64_t{first} << 16 | std::uint64_t{count} << 32;
  }
  static UnitRange from_code(std::uint64_t code) {
    return {static_cast<LineSet>(code & 0xFFFF), static_cast<std::uint32_t>(code >> 16 & 0xFFFF),
            static_cast<std::uint32_t>(code >> 32)};
  }
};

class Units {
 public:
  /// Takes time and memory in proportion to 2^(N / 2).
  explicit Units(const Board& board);

  /// Every R_o of positive weight with R_e, ordered by which of the rows from the middle outwards
  /// are in it: sets with the same pivot rows (README.md) follow each other, in both colours.
  std::vector<LineSet> of(LineSet even_rows) const;
  /// Calls take(R_o) for each of these.
  template <typename Take>
  void for_each(LineSet even_rows, const Take& take) const {
    const int queens = board_.odd_queens(std::popcount(even_rows));
    if (queens < 0 || queens > board_.odd() || !board_.allows_even_rows(even_rows)) return;
    const Board::KeyedRows even = board_.keyed_even(even_rows);
    if (!board_.has_row_weight(even)) return;
    for (const Board::KeyedRows& odd : by_queens_[static_cast<std::size_t>(queens)]) {
      if (board_.row_weight(even, odd) > 0) take(odd.rows);
    }
  }
  /// The R_o of a task. Throws std::out_of_range where there are fewer.
  std::vector<LineSet> of(const UnitRange& range) const;

 private:
  Board board_;
  std::vector<std::vector<Board::KeyedRows>> by_queens_;  ///< every allowed R_o, by |R_o|
};

}  // namespace nqueens::counting::colour_join
