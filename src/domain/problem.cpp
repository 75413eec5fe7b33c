#include "domain/problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <utility>

#include "domain/attacks.hpp"
#include "domain/text.hpp"
#include "nqueens/error.hpp"

namespace nqueens {

namespace {

/// Returns the mask of one column, or no bit for a column outside the mask.
std::uint64_t column_bit(int column) {
  return column < 0 || column >= kMaxProblemSize ? 0 : std::uint64_t{1} << column;
}

struct MaskedDiagonal {
  Diagonal diagonal;
  std::vector<std::uint64_t> squares;
};

/// Excludes forbidden diagonals, first the one that replaces most blocked squares, and takes their
/// squares out of `blocked` (masks by row). A diagonal that replaces one square is no shorter.
std::vector<Diagonal> take_excluded(const Problem& problem, std::vector<std::uint64_t>& blocked) {
  std::vector<MaskedDiagonal> whole;
  const auto add_if_forbidden = [&](const Diagonal& diagonal) {
    Problem others(problem.rows(), problem.columns(), problem.variant());
    others.exclude(diagonal);
    MaskedDiagonal line{diagonal, {}};
    for (int row = 0; row < problem.rows(); ++row) {
      line.squares.push_back(others.full_row() & ~others.allowed(row));
      if ((problem.allowed(row) & line.squares.back()) != 0) return;
    }
    whole.push_back(std::move(line));
  };
  const bool is_torus = problem.variant() == Variant::torus;
  const int lines = is_torus ? problem.columns() : problem.rows() + problem.columns() - 1;
  const int first = is_torus ? 0 : 1 - problem.rows();
  for (int i = 0; i < lines; ++i) add_if_forbidden({false, first + i});
  for (int i = 0; i < lines; ++i) add_if_forbidden({true, i});

  const auto spared = [&](const MaskedDiagonal& line) {
    int squares = 0;
    for (std::size_t row = 0; row < blocked.size(); ++row) {
      squares += std::popcount(blocked[row] & line.squares[row]);
    }
    return squares;
  };
  std::vector<Diagonal> excluded;
  for (;;) {
    const auto best = std::max_element(
        whole.begin(), whole.end(),
        [&](const MaskedDiagonal& a, const MaskedDiagonal& b) { return spared(a) < spared(b); });
    if (best == whole.end() || spared(*best) < 2) return excluded;
    excluded.push_back(best->diagonal);
    for (std::size_t row = 0; row < blocked.size(); ++row) blocked[row] &= ~best->squares[row];
    whole.erase(best);
  }
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
  for (const Diagonal& diagonal : board.excluded()) exclude(diagonal);
}

void Problem::require(Square square) {
  restrict_row(static_cast<int>(square.row), column_bit(static_cast<int>(square.column)));
}

void Problem::block(Square square) {
  restrict_row(static_cast<int>(square.row), ~column_bit(static_cast<int>(square.column)));
}

void Problem::exclude(const Diagonal& diagonal) {
  for (int row = 0; row < rows_; ++row) {
    const int column = diagonal.anti ? diagonal.number - row : diagonal.number + row;
    restrict_row(row, ~line_bits(column));
  }
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

Board board_of(const Problem& problem) {
  Board board(problem.rows(), problem.columns(), problem.variant());
  const std::vector<int> given = given_columns(problem);
  std::vector<std::uint64_t> blocked;
  for (int row = 0; row < problem.rows(); ++row) {
    const int column = given[static_cast<std::size_t>(row)];
    blocked.push_back(column < 0 ? problem.full_row() & ~problem.allowed(row) : 0);
    if (column >= 0) {
      board.place({static_cast<std::uint64_t>(row), static_cast<std::uint64_t>(column)});
    }
  }
  for (const Diagonal& diagonal : take_excluded(problem, blocked)) board.exclude(diagonal);
  for (std::uint64_t row = 0; row < blocked.size(); ++row) {
    for (std::uint64_t mask = blocked[row]; mask != 0; mask &= mask - 1) {
      board.block({row, static_cast<std::uint64_t>(std::countr_zero(mask))});
    }
  }
  return board;
}

}  // namespace nqueens
