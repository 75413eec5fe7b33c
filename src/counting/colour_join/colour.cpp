#include "counting/colour_join/colour.hpp"

#include <bit>

namespace nqueens::counting::colour_join {

std::vector<std::uint16_t> columns_after(std::span<const std::int32_t> row_of_set) {
  std::vector<std::uint16_t> columns(row_of_set.size());
  for (LineSet set = 0; set < row_of_set.size(); ++set) {
    const auto all = static_cast<LineSet>(row_of_set.size() - 1);
    for (LineSet left = all & ~set; left != 0; left &= left - 1) {
      const LineSet column = left & (0u - left);
      if (row_of_set[set | column] >= 0) columns[set] |= static_cast<std::uint16_t>(column);
    }
  }
  return columns;
}

void Colour::set_matrix_rows(std::span<const LineSet> column_sets, std::size_t padded) {
  row_of_set_.assign(std::size_t{1} << quarters_.second.columns(), -1);
  std::int32_t row = 0;
  for (const LineSet set : column_sets) row_of_set_[set] = row++;
  // Supersets are larger numbers.
  const int queens = column_sets.empty() ? 0 : std::popcount(column_sets.front());
  for (LineSet set = static_cast<LineSet>(row_of_set_.size()); set-- > 0;) {
    if (std::popcount(set) >= queens) continue;
    for (LineSet left = complement(set, quarters_.second.columns()); left != 0; left &= left - 1) {
      if (row_of_set_[set | (left & (0u - left))] < 0) continue;
      row_of_set_[set] = 0;
      break;
    }
  }
  columns_after_ = colour_join::columns_after(row_of_set_);
  shape_ = {padded, first_.padded_lanes()};
}

}  // namespace nqueens::counting::colour_join
