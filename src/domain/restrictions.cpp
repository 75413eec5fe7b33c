#include "domain/restrictions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

#include "domain/columns.hpp"

namespace nqueens {

namespace {

std::string to_text(const Diagonal& diagonal) {
  return fmt::format("{}:{}", diagonal.anti ? 'a' : 'd', diagonal.number);
}

/// A diagonal and the masks of its squares by row.
struct Line {
  Diagonal diagonal;
  std::vector<std::uint64_t> squares;
};

Line line_of(const Problem& problem, const Diagonal& diagonal) {
  Problem others(problem.rows(), problem.columns(), problem.variant());
  diagonal.anti ? others.block_antidiagonal(diagonal.number)
                : others.block_diagonal(diagonal.number);
  Line line{diagonal, {}};
  for (int row = 0; row < others.rows(); ++row) {
    line.squares.push_back(others.full_row() & ~others.allowed(row));
  }
  return line;
}

/// Excludes the diagonals that spare most squares, and takes their squares out of `blocked`, masks
/// by row. One that spares a single square is no shorter than the square.
std::vector<std::string> take_excluded(const Problem& problem,
                                       std::vector<std::uint64_t>& blocked) {
  std::vector<Line> whole;
  const auto add_if_forbidden = [&](const Diagonal& diagonal) {
    Line line = line_of(problem, diagonal);
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

  const auto spared = [&](const Line& line) {
    int squares = 0;
    for (std::size_t row = 0; row < blocked.size(); ++row) {
      squares += std::popcount(blocked[row] & line.squares[row]);
    }
    return squares;
  };
  std::vector<std::string> excluded;
  for (;;) {
    const auto best =
        std::max_element(whole.begin(), whole.end(),
                         [&](const Line& a, const Line& b) { return spared(a) < spared(b); });
    if (best == whole.end() || spared(*best) < 2) return excluded;
    excluded.push_back(to_text(best->diagonal));
    for (std::size_t row = 0; row < blocked.size(); ++row) blocked[row] &= ~best->squares[row];
    whole.erase(best);
  }
}

/// How two queens attack each other. Precondition: they do.
std::string attack_text(const Square& a, const Square& b, const Problem& problem) {
  const int down = static_cast<int>(b.row) - static_cast<int>(a.row);
  const int right = static_cast<int>(b.column) - static_cast<int>(a.column);
  if (down == 0) return "in a row";
  if (right == 0) return "in a column";
  // On a torus a diagonal goes on at the opposite edge.
  const auto same = [&](int distance) {
    return distance == 0 ||
           (problem.variant() == Variant::torus && distance % problem.columns() == 0);
  };
  if (same(right - down)) return "on a diagonal";
  return same(right + down) ? "on an antidiagonal" : "by a knight's move";
}

/// The words, or where they are many only how many `nouns` they are.
std::string list_text(const std::vector<std::string>& words, int number, std::string_view noun) {
  constexpr std::size_t kMaxShown = 12;
  if (words.size() <= kMaxShown) return fmt::format("{}", fmt::join(words, ","));
  return fmt::format("{} {}s", number, noun);
}

}  // namespace

Restrictions restrictions_of(const Problem& problem) {
  Restrictions result;
  const std::vector<int> given = given_columns(problem);
  std::vector<std::uint64_t> blocked;
  for (int row = 0; row < problem.rows(); ++row) {
    const int column = given[static_cast<std::size_t>(row)];
    blocked.push_back(column < 0 ? problem.full_row() & ~problem.allowed(row) : 0);
    if (column >= 0) result.queens.push_back(fmt::format("{}:{}", row, column));
  }
  for (const std::uint64_t mask : blocked) result.forbidden += std::popcount(mask);
  result.excluded = take_excluded(problem, blocked);
  for (int row = 0; row < problem.rows(); ++row) {
    for (std::uint64_t mask = blocked[static_cast<std::size_t>(row)]; mask != 0; mask &= mask - 1) {
      result.blocked.push_back(fmt::format("{}:{}", row, std::countr_zero(mask)));
    }
  }
  return result;
}

void place_queens(std::span<const Square> queens, Problem& problem) {
  const auto has = [](std::uint64_t columns, const Square& square) {
    return ((columns >> square.column) & 1u) != 0;
  };
  std::vector<Square> placed;
  for (const Square& queen : queens) {
    const int row = static_cast<int>(queen.row);
    if (!has(problem.allowed(row), queen)) report_forbidden_queen(queen);
    bool is_new = true;
    for (const Square& other : placed) {
      is_new = is_new && other != queen;
      const bool attacked = other.row == queen.row
                                ? other.column != queen.column
                                : has(problem.attacked(static_cast<int>(other.row),
                                                       static_cast<int>(other.column), row),
                                      queen);
      if (attacked) report_attacking_queens(other, queen, attack_text(other, queen, problem));
    }
    if (is_new) placed.push_back(queen);
  }
  for (const Square& queen : placed) problem.require(queen);
}

std::string board_text(std::uint64_t rows, std::uint64_t columns) {
  return rows == columns ? fmt::to_string(rows) : fmt::format("{}x{}", rows, columns);
}

std::string board_text(const Problem& problem) {
  return board_text(static_cast<std::uint64_t>(problem.rows()),
                    static_cast<std::uint64_t>(problem.columns()));
}

std::string to_text(const Problem& problem) {
  const Restrictions lists = restrictions_of(problem);
  std::string text;
  if (problem.variant() != Variant::queens) {
    text += fmt::format("{} ", to_string(problem.variant()));
  }
  text += board_text(problem);
  if (!lists.queens.empty()) {
    text += " with " + list_text(lists.queens, static_cast<int>(lists.queens.size()), "queen");
  }
  std::vector<std::string> forbidden = lists.blocked;
  forbidden.insert(forbidden.end(), lists.excluded.begin(), lists.excluded.end());
  if (!forbidden.empty()) {
    text += " without " + list_text(forbidden, lists.forbidden, "square");
  }
  return text;
}

}  // namespace nqueens
