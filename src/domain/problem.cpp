// Per-row masks of allowed columns.
#include "nqueens/problem.hpp"

#include <fmt/format.h>

#include "nqueens/error.hpp"

namespace nqueens {

namespace {

void require_on_board(Square square, int board_size) {
  const auto size = static_cast<std::uint64_t>(board_size);
  if (square.row >= size || square.column >= size) {
    throw InvalidArgument(fmt::format(
        "square outside the board: row {}, column {}; a board of {} has rows and columns "
        "0 to {}",
        square.row, square.column, board_size, board_size - 1));
  }
}

}  // namespace

Problem::Problem(int board_size) : board_size_(board_size) {
  if (board_size < 0 || board_size > kMaxCountSize) {
    throw InvalidArgument(fmt::format("board size out of range: {}; counting takes 0 to {}",
                                      board_size, kMaxCountSize));
  }
  for (int row = 0; row < board_size; ++row) allowed_[static_cast<std::size_t>(row)] = full_row();
}

std::uint32_t Problem::full_row() const {
  return board_size_ == 0 ? 0u : ~0u >> (kMaxCountSize - board_size_);
}

void Problem::require(Square square) {
  require_on_board(square, board_size_);
  restrict_row(static_cast<int>(square.row), 1u << square.column);
}

void Problem::block(Square square) {
  require_on_board(square, board_size_);
  restrict_row(static_cast<int>(square.row), ~(1u << square.column));
}

void Problem::restrict_row(int row, std::uint32_t mask) {
  allowed_[static_cast<std::size_t>(row)] &= mask;
}

bool Problem::is_plain() const {
  return *this == Problem(board_size_);
}

bool Problem::is_mirror_symmetric() const {
  for (int row = 0; row < board_size_; ++row) {
    for (int column = 0; column < board_size_ / 2; ++column) {
      const bool left = (allowed(row) >> column) & 1u;
      const bool right = (allowed(row) >> (board_size_ - 1 - column)) & 1u;
      if (left != right) return false;
    }
  }
  return true;
}

std::string Problem::description() const {
  if (is_plain()) return "plain";
  std::string text;
  for (int row = 0; row < board_size_; ++row) {
    text += fmt::format("{}{:x}", row == 0 ? "" : "-", allowed(row));
  }
  return text;
}

}  // namespace nqueens
