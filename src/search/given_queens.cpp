#include "search/given_queens.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "domain/boards.hpp"
#include "nqueens/error.hpp"

namespace nqueens::search {

GivenQueens::GivenQueens(const Board& board) : board_size_(board.rows()) {
  if (!board.blocked().empty()) has_blocked_.resize(board_size_);
  blocked_.reserve(board.blocked().size());
  for (const Square& square : board.blocked()) {
    blocked_.push_back(square.row * board_size_ + square.column);
    has_blocked_[square.row] = true;
  }
  std::sort(blocked_.begin(), blocked_.end());
  queens_.reserve(board.given().size());
  columns_.reserve(board.given().size());
  for (const Square& square : checked_queens(board)) {
    queens_.push_back({static_cast<Column>(square.row), static_cast<Column>(square.column)});
    columns_.push_back(queens_.back().column);
  }
  std::sort(columns_.begin(), columns_.end());
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

}  // namespace nqueens::search
