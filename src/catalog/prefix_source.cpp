#include "catalog/prefix_source.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "catalog/orbit_least.hpp"

namespace nqueens::catalog {

namespace {

/// Rows of a prefix: some hundred solutions below each on boards up to 18, a few kilobytes of text,
/// which take tens of microseconds to find.
int prefix_rows(int board_size) {
  return std::clamp((board_size - 8) / 2, 1, 7);
}

}  // namespace

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
