#include "catalog/orbit_least.hpp"

#include <array>
#include <cstddef>

namespace nqueens::catalog {

bool is_least_of_orbit(std::span<const std::uint8_t> columns) {
  const std::size_t size = columns.size();
  if (size == 0) return true;
  const auto last = static_cast<int>(size) - 1;
  std::array<std::uint8_t, kMaxCountSize> rows{};  // by column: the transposed placement
  for (std::size_t row = 0; row < size; ++row) rows[columns[row]] = static_cast<std::uint8_t>(row);
  // The seven images are the placement and its transpose, read forward or backward, with columns
  // counted from the left or from the right.
  const auto is_less = [&](const std::uint8_t* image, bool backward, bool mirrored) {
    for (std::size_t row = 0; row < size; ++row) {
      const int column = image[backward ? size - 1 - row : row];
      const int difference = (mirrored ? last - column : column) - columns[row];
      if (difference != 0) return difference < 0;
    }
    return false;
  };
  const std::uint8_t* const own = columns.data();
  const std::uint8_t* const transposed = rows.data();
  return !is_less(own, false, true) && !is_less(own, true, false) && !is_less(own, true, true) &&
         !is_less(transposed, false, false) && !is_less(transposed, false, true) &&
         !is_less(transposed, true, false) && !is_less(transposed, true, true);
}

RowMasks all_columns(int board_size) {
  RowMasks masks{};
  for (int row = 0; row < board_size; ++row) {
    masks[static_cast<std::size_t>(row)] = ~RowMask{0} >> (kMaxCountSize - board_size);
  }
  return masks;
}

RowMasks columns_of_least(int board_size, int first_column) {
  RowMasks masks = all_columns(board_size);
  const int last = board_size - 1;
  const RowMask sides = RowMask{1} | RowMask{1} << last;
  for (int row = 1; row < board_size; ++row) {
    if (row < first_column || row > last - first_column) {
      masks[static_cast<std::size_t>(row)] &= ~sides;
    }
  }
  for (int column = 0; column < board_size; ++column) {
    if (column < first_column || column > last - first_column) {
      masks[static_cast<std::size_t>(last)] &= ~(RowMask{1} << column);
    }
  }
  return masks;
}

}  // namespace nqueens::catalog
