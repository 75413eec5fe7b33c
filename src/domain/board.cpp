#include "nqueens/board.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/arrays.hpp"
#include "base/numbers.hpp"
#include "domain/text.hpp"
#include "nqueens/error.hpp"

namespace nqueens {

namespace {

constexpr base::Word<Variant> kVariants[] = {{Variant::queens, "queens"},
                                             {Variant::torus, "torus"},
                                             {Variant::superqueens, "superqueens"},
                                             {Variant::semi, "semi"}};
[[noreturn]] void refuse_large(const Board& board) {
  throw InvalidArgument(
      fmt::format("a board of {} is too large: only a square board without variant and excluded "
                  "diagonals may have more than {} rows and columns",
                  board_text(board), kMaxProblemSize));
}

}  // namespace

std::string_view to_string(Variant variant) {
  return base::word_of(kVariants, variant);
}

Variant parse_variant(std::string_view name) {
  return base::parse_word(kVariants, name, "variant");
}

Board::Board(Sides sides, Variant variant)
    : rows_(static_cast<std::uint64_t>(sides.rows)),
      columns_(static_cast<std::uint64_t>(sides.columns)),
      variant_(variant) {
  const auto [least, most] = std::minmax(sides.rows, sides.columns);
  if (least < (is_square() ? 0 : 1) || most > static_cast<std::int64_t>(kMaxStreamedSize)) {
    throw InvalidArgument(
        is_square() ? fmt::format("board size out of range: {}; a board has 0 to {} rows",
                                  sides.rows, kMaxStreamedSize)
                    : fmt::format("board out of range: {} rows of {} columns; a board that is not "
                                  "square has 1 to {} of each",
                                  sides.rows, sides.columns, kMaxProblemSize));
  }
  if (is_large() && !has_only_squares()) refuse_large(*this);
  if (variant == Variant::torus && !is_square()) {
    throw InvalidArgument(
        fmt::format("a torus is square: it cannot have {} rows of {} columns", rows_, columns_));
  }
}

bool Board::is_large() const {
  return std::max(rows_, columns_) > static_cast<std::uint64_t>(kMaxProblemSize);
}

bool Board::has_only_squares() const {
  return is_square() && variant_ == Variant::queens && excluded_.empty();
}

bool Board::is_plain() const {
  return has_only_squares() && given_.empty() && blocked_.empty();
}

void Board::place(const Square& square) {
  require_on_board(square);
  given_.push_back(square);
}

void Board::block(const Square& square) {
  require_on_board(square);
  blocked_.push_back(square);
}

void Board::exclude(const Diagonal& diagonal) {
  if (is_large()) refuse_large(*this);
  const int rows = static_cast<int>(rows_);
  const int columns = static_cast<int>(columns_);
  const int first = diagonal.anti ? 0 : 1 - rows;
  const int last = diagonal.anti ? rows + columns - 2 : columns - 1;
  if (diagonal.number < first || diagonal.number > last) {
    throw InvalidArgument(
        fmt::format("no such {}; this board has {} to {}",
                    diagonal.anti ? fmt::format("antidiagonal: row + column = {}", diagonal.number)
                                  : fmt::format("diagonal: column - row = {}", diagonal.number),
                    first, last));
  }
  excluded_.push_back(diagonal);
}

bool Board::excludes(const Square& square) const {
  const auto row = static_cast<std::int64_t>(square.row);
  const auto column = static_cast<std::int64_t>(square.column);
  return std::any_of(excluded_.begin(), excluded_.end(), [&](const Diagonal& diagonal) {
    const std::int64_t away = (diagonal.anti ? row + column : column - row) - diagonal.number;
    return variant_ == Variant::torus ? away % static_cast<std::int64_t>(rows_) == 0 : away == 0;
  });
}

void Board::require_on_board(const Square& square) const {
  if (square.row < rows_ && square.column < columns_) return;
  throw InvalidArgument(
      rows_ == 0
          ? "square outside the board: a board of 0 has none"
          : fmt::format("square outside the board: row {}, column {}; a board of {} has "
                        "rows 0 to {} and columns 0 to {}",
                        square.row, square.column, board_text(*this), rows_ - 1, columns_ - 1));
}

bool operator==(const Board& a, const Board& b) {
  return a.rows_ == b.rows_ && a.columns_ == b.columns_ && a.variant_ == b.variant_ &&
         base::as_set(a.given_) == base::as_set(b.given_) &&
         base::as_set(a.blocked_) == base::as_set(b.blocked_) &&
         base::as_set(a.excluded_) == base::as_set(b.excluded_);
}

}  // namespace nqueens
