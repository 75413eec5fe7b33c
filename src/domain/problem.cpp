#include "domain/problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "domain/boards.hpp"
#include "nqueens/error.hpp"

namespace nqueens {

namespace {

/// The mask of one column; empty for a column outside the mask.
std::uint64_t column_bit(int column) {
  return column < 0 || column >= kMaxProblemSize ? 0 : std::uint64_t{1} << column;
}

}  // namespace

Problem::Problem(const Board& board)
    : rows_(static_cast<int>(board.rows())),
      columns_(static_cast<int>(board.columns())),
      variant_(board.variant()) {
  if (board.is_large()) {
    throw InvalidArgument(fmt::format("a board of {} is too large; at most {} rows and columns",
                                      board_text(board), kMaxProblemSize));
  }
  std::fill_n(allowed_.begin(), rows_, full_row());
  for (const Square& square : checked_queens(board)) require(square);
  for (const Square& square : board.blocked()) block(square);
  for (const auto& [anti, number] : board.excluded()) {
    anti ? block_antidiagonal(number) : block_diagonal(number);
  }
}

void Problem::require(Square square) {
  restrict_row(static_cast<int>(square.row), column_bit(static_cast<int>(square.column)));
}

void Problem::block(Square square) {
  restrict_row(static_cast<int>(square.row), ~column_bit(static_cast<int>(square.column)));
}

void Problem::block_diagonal(int difference) {
  for (int row = 0; row < rows_; ++row) restrict_row(row, ~line_bits(row + difference));
}

void Problem::block_antidiagonal(int sum) {
  for (int row = 0; row < rows_; ++row) restrict_row(row, ~line_bits(sum - row));
}

std::uint64_t Problem::line_bits(int column) const {
  std::uint64_t mask = column_bit(column);
  if (variant_ == Variant::torus) {
    for (const int edge : {-columns_, columns_}) mask |= column_bit(column + edge);
  }
  return mask & full_row();
}

std::uint64_t Problem::attacked(int row, int column, int other_row) const {
  const int distance = other_row - row;
  std::uint64_t mask = column_bit(column) | line_bits(column + distance);
  if (variant_ != Variant::semi) mask |= line_bits(column - distance);
  if (variant_ == Variant::superqueens && std::abs(distance) <= 2 && distance != 0) {
    const int aside = 3 - std::abs(distance);
    mask |= column_bit(column - aside) | column_bit(column + aside);
  }
  return mask & full_row();
}

bool Problem::is_plain() const {
  return is_square() && *this == Problem(columns_);
}

bool Problem::is_mirror_symmetric() const {
  if (variant_ == Variant::semi) return false;
  for (int row = 0; row < rows_; ++row) {
    for (int column = 0; column < columns_ / 2; ++column) {
      const bool left = (allowed(row) >> column) & 1u;
      const bool right = (allowed(row) >> (columns_ - 1 - column)) & 1u;
      if (left != right) return false;
    }
  }
  return true;
}

std::string Problem::description() const {
  if (is_plain()) return "plain";
  std::string text;
  if (variant_ != Variant::queens) text = fmt::format("{}:", to_string(variant_));
  for (int row = 0; row < rows_; ++row) {
    text += fmt::format("{}{:x}", row == 0 ? "" : "-", allowed(row));
  }
  return text;
}

std::vector<int> given_columns(const Problem& problem) {
  std::vector<int> given;
  for (int row = 0; row < problem.rows(); ++row) {
    const std::uint64_t allowed = problem.allowed(row);
    bool is_given = allowed != problem.full_row() && std::popcount(allowed) == 1;
    for (int above = 0; above < row && is_given; ++above) {
      const int column = given[static_cast<std::size_t>(above)];
      is_given = column < 0 || (problem.attacked(above, column, row) & allowed) == 0;
    }
    given.push_back(is_given ? std::countr_zero(allowed) : -1);
  }
  return given;
}

}  // namespace nqueens
