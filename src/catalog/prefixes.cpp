#include "catalog/prefixes.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>

namespace nqueens::catalog {

namespace {

/// Rows of a prefix: some hundred solutions below each on boards up to 18, a few kilobytes of text,
/// which take tens of microseconds to find.
int prefix_rows(int board_size) {
  return std::clamp((board_size - 8) / 2, 1, 7);
}

}  // namespace

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

PrefixSource::PrefixSource(int board_size, bool unique) : walk_(prefix_rows(board_size)) {
  const int first_columns = unique ? (board_size + 1) / 2 : board_size;
  for (int column = 0; column < first_columns; ++column) {
    masks_.push_back(unique ? columns_of_least(board_size, column) : all_columns(board_size));
  }
}

bool PrefixSource::next() {
  std::uint64_t budget = std::numeric_limits<std::uint64_t>::max();
  while (first_column_ < 0 || walk_.next(budget) != LexicographicWalk::Step::found) {
    if (first_column_ + 1 >= static_cast<int>(masks_.size())) return false;
    ++first_column_;
    const std::array<std::uint8_t, 1> first = {static_cast<std::uint8_t>(first_column_)};
    walk_.start(first, allowed());
  }
  return true;
}

}  // namespace nqueens::catalog
