#include "search/given_queens.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "domain/columns.hpp"
#include "nqueens/error.hpp"

namespace nqueens::search {

namespace {

[[noreturn]] void refuse(const GivenQueens::Queen& first, const GivenQueens::Queen& second,
                         const std::string& how) {
  report_attacking_queens({first.row, first.column}, {second.row, second.column}, how);
}

}  // namespace

GivenQueens::GivenQueens(std::uint64_t board_size, std::span<const Square> squares,
                         std::span<const Square> blocked)
    : board_size_(board_size) {
  const auto require_on_board = [&](const Square& square, const char* what) {
    if (square.row < board_size && square.column < board_size) return;
    throw InvalidArgument(fmt::format(
        "{} outside the board: row {}, column {}; a board of {} has rows and columns 0 to {}", what,
        square.row, square.column, board_size, board_size - 1));
  };
  if (!blocked.empty()) has_blocked_.resize(board_size);
  blocked_.reserve(blocked.size());
  for (const Square& square : blocked) {
    require_on_board(square, "blocked square");
    blocked_.push_back(square.row * board_size + square.column);
    has_blocked_[square.row] = true;
  }
  std::sort(blocked_.begin(), blocked_.end());
  queens_.reserve(squares.size());
  for (const Square& square : squares) {
    require_on_board(square, "given queen");
    if (is_blocked(square.row, square.column)) report_forbidden_queen(square);
    queens_.push_back({static_cast<Column>(square.row), static_cast<Column>(square.column)});
  }
  std::sort(queens_.begin(), queens_.end(), [](const Queen& a, const Queen& b) {
    return a.row != b.row ? a.row < b.row : a.column < b.column;
  });
  queens_.erase(std::unique(queens_.begin(), queens_.end()), queens_.end());
  columns_.reserve(queens_.size());
  for (const Queen& queen : queens_) columns_.push_back(queen.column);
  std::sort(columns_.begin(), columns_.end());
  refuse_attacks();
}

void GivenQueens::require_free_squares(const std::stop_token& stop) const {
  // A queen attacks at most three squares of a row that is not its own.
  if (free_rows() == 0 || 3 * size() + blocked_.size() < board_size_) return;
  const auto append_to = [](std::vector<Column>& numbers) {
    return [&numbers](std::uint64_t begin, std::uint64_t end) {
      for (; begin < end; ++begin) numbers.push_back(static_cast<Column>(begin));
    };
  };
  std::vector<Column> rows;
  std::vector<Column> columns;
  if (!for_free_rows(stop, append_to(rows)) || !for_free_columns(stop, append_to(columns))) return;
  DiagonalCounters<SparseStorage> lines(board_size_);
  mark(lines);
  const auto is_free = [&](std::uint64_t row, std::uint64_t column) {
    return (lines.diagonals().occupied(lines.diagonal_of(row, column)) |
            lines.antidiagonals().occupied(lines.antidiagonal_of(row, column))) == 0 &&
           !is_blocked(row, column);
  };
  // Looks at the squares of line i of its kind, from the i-th on, until one is free or it is
  // stopped.
  const std::size_t free = rows.size();
  const auto require_one = [&](std::size_t i, auto&& is_free_at, const char* kind, Column number) {
    for (std::size_t step = 0; step < free; ++step) {
      if (step % kSquaresPerPoll == 0 && stop.stop_requested()) return;
      if (is_free_at(i + step < free ? i + step : i + step - free)) return;
    }
    throw NoSolution(
        fmt::format("no {} exists: every square of {} {} is attacked by given queens or blocked",
                    goal(), kind, number));
  };
  for (std::size_t i = 0; i < free; ++i) {
    require_one(
        i, [&](std::size_t other) { return is_free(rows[i], columns[other]); }, "row", rows[i]);
    require_one(
        i, [&](std::size_t other) { return is_free(rows[other], columns[i]); }, "column",
        columns[i]);
  }
}

void GivenQueens::refuse_attacks() const {
  for (std::size_t i = 1; i < queens_.size(); ++i) {
    const Queen& before = queens_[i - 1];
    const Queen& queen = queens_[i];
    if (before.row == queen.row) refuse(before, queen, "in a row");
  }
  const auto twice = std::adjacent_find(columns_.begin(), columns_.end());
  if (twice != columns_.end()) {
    const auto in_column = [&](const Queen& queen) { return queen.column == *twice; };
    const auto first = std::find_if(queens_.begin(), queens_.end(), in_column);
    refuse(*first, *std::find_if(first + 1, queens_.end(), in_column), "in a column");
  }
  DiagonalCounters<SparseStorage> lines(board_size_);
  for (const Queen& queen : queens_) {
    const std::uint64_t diagonal = lines.diagonal_of(queen.row, queen.column);
    const std::uint64_t antidiagonal = lines.antidiagonal_of(queen.row, queen.column);
    const auto first_where = [&](auto&& same) {
      return *std::find_if(queens_.begin(), queens_.end(), same);
    };
    if (lines.diagonals().occupied(diagonal) != 0) {
      refuse(first_where([&](const Queen& other) {
               return lines.diagonal_of(other.row, other.column) == diagonal;
             }),
             queen, "on a diagonal");
    }
    if (lines.antidiagonals().occupied(antidiagonal) != 0) {
      refuse(first_where([&](const Queen& other) {
               return lines.antidiagonal_of(other.row, other.column) == antidiagonal;
             }),
             queen, "on an antidiagonal");
    }
    lines.diagonals().set(diagonal);
    lines.antidiagonals().set(antidiagonal);
  }
}

}  // namespace nqueens::search
