#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include "domain/boards.hpp"
#include "domain/problem.hpp"

namespace nqueens {

std::string to_text(const Square& square) {
  return fmt::format("{}:{}", square.row, square.column);
}

std::string to_text(const Diagonal& diagonal) {
  return fmt::format("{}:{}", diagonal.anti ? 'a' : 'd', diagonal.number);
}

namespace {

/// A diagonal and the masks of its squares by row.
struct MaskedDiagonal {
  Diagonal diagonal;
  std::vector<std::uint64_t> squares;
};

MaskedDiagonal line_of(const Problem& problem, const Diagonal& diagonal) {
  Problem others(problem.rows(), problem.columns(), problem.variant());
  diagonal.anti ? others.block_antidiagonal(diagonal.number)
                : others.block_diagonal(diagonal.number);
  MaskedDiagonal line{diagonal, {}};
  for (int row = 0; row < others.rows(); ++row) {
    line.squares.push_back(others.full_row() & ~others.allowed(row));
  }
  return line;
}

/// Excludes the diagonals that spare most squares, and takes their squares out of `blocked`, masks
/// by row. One that spares a single square is no shorter than the square.
std::vector<Diagonal> take_excluded(const Problem& problem, std::vector<std::uint64_t>& blocked) {
  std::vector<MaskedDiagonal> whole;
  const auto add_if_forbidden = [&](const Diagonal& diagonal) {
    MaskedDiagonal line = line_of(problem, diagonal);
    for (int row = 0; row < problem.rows(); ++row) {
      if ((problem.allowed(row) & line.squares[static_cast<std::size_t>(row)]) != 0) return;
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

/// The words, or where they are many only how many `nouns` they are.
std::string list_text(const std::vector<std::string>& words, int number, std::string_view noun) {
  constexpr std::size_t kMaxShown = 12;
  if (words.size() <= kMaxShown) return fmt::format("{}", fmt::join(words, ","));
  return fmt::format("{} {}s", number, noun);
}

}  // namespace

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

std::string board_text(std::uint64_t rows, std::uint64_t columns) {
  return rows == columns ? fmt::to_string(rows) : fmt::format("{}x{}", rows, columns);
}

std::string board_text(const Board& board) {
  return board_text(board.rows(), board.columns());
}

std::string to_text(const Board& given_as) {
  const Problem problem(given_as);
  const Board board = board_of(problem);
  const auto texts = [](const auto& items) {
    std::vector<std::string> words;
    for (const auto& item : items) words.push_back(to_text(item));
    return words;
  };
  std::string text;
  if (board.variant() != Variant::queens) text += fmt::format("{} ", to_string(board.variant()));
  text += board_text(board);
  if (!board.given().empty()) {
    text +=
        " with " + list_text(texts(board.given()), static_cast<int>(board.given().size()), "queen");
  }
  std::vector<std::string> forbidden = texts(board.blocked());
  const std::vector<std::string> excluded = texts(board.excluded());
  forbidden.insert(forbidden.end(), excluded.begin(), excluded.end());
  if (!forbidden.empty()) {
    int squares = 0;
    for (int row = 0; row < problem.rows(); ++row) {
      squares += problem.columns() - std::popcount(problem.allowed(row));
    }
    squares -= static_cast<int>(board.given().size()) * (problem.columns() - 1);
    text += " without " + list_text(forbidden, squares, "square");
  }
  return text;
}

}  // namespace nqueens
