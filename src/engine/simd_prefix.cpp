#include "engine/simd_prefix.hpp"

#include <algorithm>

namespace nqueens::engine {

namespace {

constexpr std::uint32_t bit(int place) {
  return std::uint32_t{1} << place;
}

/// Places `first` to `last`, none if first > last.
constexpr std::uint32_t places(int first, int last) {
  std::uint32_t mask = 0;
  for (int place = first; place <= last; ++place) mask |= bit(place);
  return mask;
}

}  // namespace

SideQueens SideQueens::decoded(int board_size, std::uint64_t code, int depth, bool& valid) {
  SideQueens queens(board_size);
  for (int index = 0; index < depth; ++index) {
    const int row = static_cast<int>((code >> (5 * index)) & 31u);
    if (row >= board_size || (queens.open_rows() & bit(row)) == 0) {
      valid = false;
      return queens;
    }
    queens = queens.with(row);
  }
  valid = true;
  return queens;
}

std::uint64_t SideQueens::code() const {
  std::uint64_t code = 0;
  for (int index = 0; index < placed_; ++index) {
    code |= static_cast<std::uint64_t>(row(index)) << (5 * index);
  }
  return code;
}

std::uint32_t SideQueens::open_rows() const {
  const int here = column(placed_);
  const auto attacked = static_cast<std::uint32_t>(diagonals_ >> (size_ - 1 - here)) |
                        static_cast<std::uint32_t>(antidiagonals_ >> here);
  std::uint32_t open = places(0, size_ - 1) & ~(rows_ | attacked);
  if (size_ < 2) return open;
  if (placed_ == 0) return open & places(0, size_ / 2 - 1);
  // The right line's queen is no nearer to an end than the left one's. With a queen in the corner,
  // the bottom queen must find a column right of the right queen's row.
  if (placed_ == 1) return open & places(row_[0], size_ - (corner() ? 2 : 1) - row_[0]);
  if ((border_columns(false) & bit(here)) == 0) open &= ~bit(0);
  if ((border_columns(true) & bit(here)) == 0) open &= ~bit(size_ - 1);
  return open;
}

SideQueens SideQueens::with(int row) const {
  SideQueens next = *this;
  const int here = column(placed_);
  next.rows_ |= bit(row);
  next.diagonals_ |= std::uint64_t{1} << (row - here + size_ - 1);
  next.antidiagonals_ |= std::uint64_t{1} << (row + here);
  next.row_[static_cast<std::size_t>(placed_)] = static_cast<std::int8_t>(row);
  ++next.placed_;
  return next;
}

std::uint32_t SideQueens::border_columns(bool bottom) const {
  if (!corner()) return places(row_[0], size_ - 1 - row_[0]);
  return bottom ? places(row_[1] + 1, size_ - 1) : places(0, size_ - 1);
}

bool SideQueens::is_tied(int place) const {
  return !corner() && (place == row_[0] || place == size_ - 1 - row_[0]);
}

SideQueens::Rest SideQueens::rest() const {
  Rest rest;
  const int first_column = (placed_ + 1) / 2;
  const int columns = size_ - placed_;
  const auto in_rest = [&](std::uint32_t mask) {
    return static_cast<std::uint16_t>((mask >> first_column) & places(0, columns - 1));
  };
  SubBoard& board = rest.board;
  board.columns = in_rest(places(0, size_ - 1));
  int previous = -1;
  for (int row = 0; row < size_; ++row) {
    if ((rows_ & bit(row)) != 0) continue;
    std::uint32_t attacked = 0;
    for (int column = first_column; column < first_column + columns; ++column) {
      if (((diagonals_ >> (row - column + size_ - 1)) & 1u) != 0 ||
          ((antidiagonals_ >> (row + column)) & 1u) != 0) {
        attacked |= bit(column);
      }
    }
    if (size_ >= 2 && row == 0) attacked |= ~border_columns(false);
    if (size_ >= 2 && row == size_ - 1) attacked |= ~border_columns(true);
    board.blocked[board.rows] = in_rest(attacked);
    if (board.rows > 0) board.gap[board.rows - 1] = static_cast<std::uint8_t>(row - previous);
    previous = row;
    ++board.rows;
  }
  if (size_ < 2) {
    rest.decided = true;
    return rest;
  }
  rest.weight = 8;
  if (corner()) {
    rest.decided = true;
    return rest;
  }
  rest.has_top = (rows_ & bit(0)) == 0;
  rest.has_bottom = (rows_ & bit(size_ - 1)) == 0;
  rest.tied_columns = in_rest(bit(row_[0]) | bit(size_ - 1 - row_[0]));
  if (is_tied(row_[1])) rest.weight /= 2;
  for (int index = 0; index < placed_; ++index) {
    const bool on_border = row(index) == 0 || row(index) == size_ - 1;
    if (on_border && is_tied(column(index))) rest.decided = true;
  }
  if (rest.decided) rest.weight /= 2;
  return rest;
}

}  // namespace nqueens::engine
