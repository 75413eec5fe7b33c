#include "counting/colour_join/colour.hpp"

namespace nqueens::counting::colour_join {

void Colour::set_matrix_rows(std::span<const LineSet> column_sets, std::size_t padded) {
  row_of_set_.assign(std::size_t{1} << quarters_.second.columns(), -1);
  std::int32_t row = 0;
  for (const LineSet set : column_sets) row_of_set_[set] = row++;
  shape_ = {padded, first_.padded_lanes()};
}

}  // namespace nqueens::counting::colour_join
