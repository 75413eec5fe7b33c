// The board, its masks of allowed columns, and what its queens attack.
#include "nqueens/problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <utility>

#include "base/words.hpp"
#include "nqueens/error.hpp"

namespace nqueens {

namespace {

constexpr base::Word<Variant> kVariants[] = {{Variant::queens, "queens"},
                                             {Variant::torus, "torus"},
                                             {Variant::superqueens, "superqueens"},
                                             {Variant::semi, "semi"}};

/// The mask of one column, empty for columns outside a mask.
std::uint64_t column_bit(int column) {
  return column < 0 || column >= kMaxProblemSize ? 0 : std::uint64_t{1} << column;
}

void require_on_board(Square square, const Problem& problem) {
  const auto rows = static_cast<std::uint64_t>(problem.rows());
  const auto columns = static_cast<std::uint64_t>(problem.columns());
  if (square.row < rows && square.column < columns) return;
  throw InvalidArgument(fmt::format(
      "square outside the board: row {}, column {}; {} has rows 0 to {} and columns 0 to {}",
      square.row, square.column,
      problem.is_square() ? fmt::format("a board of {}", rows)
                          : fmt::format("a board of {}x{}", rows, columns),
      problem.rows() - 1, problem.columns() - 1));
}

}  // namespace

std::string_view to_string(Variant variant) {
  return base::word_of(kVariants, variant);
}

Variant parse_variant(std::string_view name) {
  return base::parse_word(kVariants, name, "variant");
}

Problem::Problem(int board_size, Variant variant)
    : rows_(board_size), columns_(board_size), variant_(variant) {
  if (board_size < 0 || board_size > kMaxProblemSize) {
    throw InvalidArgument(fmt::format("board size out of range: {}; a problem has 0 to {} rows",
                                      board_size, kMaxProblemSize));
  }
  std::fill_n(allowed_.begin(), rows_, full_row());
}

Problem::Problem(int rows, int columns, Variant variant)
    : rows_(rows), columns_(columns), variant_(variant) {
  if (std::min(rows, columns) < 1 || std::max(rows, columns) > kMaxProblemSize) {
    throw InvalidArgument(
        fmt::format("board out of range: {} rows of {} columns; a board has 1 to {} of each", rows,
                    columns, kMaxProblemSize));
  }
  if (variant == Variant::torus && rows != columns) {
    throw InvalidArgument(
        fmt::format("a torus is square: it cannot have {} rows of {} columns", rows, columns));
  }
  std::fill_n(allowed_.begin(), rows_, full_row());
}

std::uint64_t Problem::full_row() const {
  return columns_ == 0 ? 0 : ~std::uint64_t{0} >> (kMaxProblemSize - columns_);
}

void Problem::require(Square square) {
  require_on_board(square, *this);
  restrict_row(static_cast<int>(square.row), column_bit(static_cast<int>(square.column)));
}

void Problem::block(Square square) {
  require_on_board(square, *this);
  restrict_row(static_cast<int>(square.row), ~column_bit(static_cast<int>(square.column)));
}

void Problem::block_diagonal(int difference) {
  if (difference <= -rows_ || difference >= columns_) {
    throw InvalidArgument(
        fmt::format("no such diagonal: column - row = {}; this board has {} to {}", difference,
                    1 - rows_, columns_ - 1));
  }
  for (int row = 0; row < rows_; ++row) restrict_row(row, ~line_bits(row + difference));
}

void Problem::block_antidiagonal(int sum) {
  if (sum < 0 || sum > rows_ + columns_ - 2) {
    throw InvalidArgument(
        fmt::format("no such antidiagonal: row + column = {}; this board has 0 to {}", sum,
                    rows_ + columns_ - 2));
  }
  for (int row = 0; row < rows_; ++row) restrict_row(row, ~line_bits(sum - row));
}

std::uint64_t Problem::line_bits(int column) const {
  std::uint64_t mask = column_bit(column);
  if (variant_ == Variant::torus) {
    for (const int edge : {-columns_, columns_}) mask |= column_bit(column + edge);
  }
  return mask & full_row();
}

void Problem::restrict_row(int row, std::uint64_t mask) {
  allowed_[static_cast<std::size_t>(row)] &= mask;
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
