#include "counting/colour_join/row_set_class.hpp"

#include "counting/colour_join/units.hpp"

namespace nqueens::counting {

using colour_join::LineSet;
using colour_join::UnitRange;

RowSetClass::RowSetClass(int board_size, const counting::Task& task)
    : board_(board_size),
      code_(task.code),
      even_rows_(UnitRange::from_code(task.code).even_rows),
      takes_(std::size_t{1} << board_.odd()) {
  const UnitRange range = UnitRange::from_code(task.code);
  always_odd_ = never_odd_ = colour_join::all_lines(board_.odd());
  for (const LineSet odd_rows : colour_join::Units(board_).of(range)) {
    takes_[odd_rows] = true;
    always_odd_ &= odd_rows;
    never_odd_ &= ~odd_rows;
  }
}

Problem RowSetClass::restricted(const Problem& problem) const {
  constexpr std::uint32_t kEvenColumns = 0x55555555;
  const std::uint32_t even_columns = problem.full_row() & kEvenColumns;
  const std::uint32_t odd_columns = problem.full_row() & ~kEvenColumns;
  const auto has = [](LineSet set, int row) { return (set >> (row / 2) & 1u) != 0; };
  Problem result = problem;
  for (int row = 0; row < problem.board_size(); ++row) {
    if (row % 2 == 0) {
      result.restrict_row(row, has(even_rows_, row) ? even_columns : odd_columns);
    } else if (has(always_odd_, row)) {
      result.restrict_row(row, odd_columns);
    } else if (has(never_odd_, row)) {
      result.restrict_row(row, even_columns);
    }
  }
  return result;
}

std::uint32_t RowSetClass::weight(const Placement& solution) const {
  const colour_join::ParitySets sets = colour_join::parity_sets(solution);
  if (sets.even_rows != even_rows_ || !takes_[sets.odd_rows]) return 0;
  return board_.solution_weight(sets);
}

}  // namespace nqueens::counting
