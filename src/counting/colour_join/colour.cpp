#include "counting/colour_join/colour.hpp"

#include <bit>

namespace nqueens::counting::colour_join {

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
  shape_ = {padded, first_.padded_lanes()};
}

}  // namespace nqueens::counting::colour_join
