#include "domain/attacks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/arrays.hpp"
#include "base/numbers.hpp"
#include "domain/text.hpp"
#include "nqueens/error.hpp"

namespace nqueens {

namespace {

constexpr base::Word<Line> kLineNames[] = {{Line::column, "column"},
                                           {Line::diagonal, "diagonal"},
                                           {Line::antidiagonal, "antidiagonal"},
                                           {Line::row, "row"},
                                           {Line::knights_move, "knight's move"}};

constexpr Line kLines[] = {Line::column, Line::diagonal, Line::antidiagonal, Line::row};

bool is_knights_move(const Square& a, const Square& b) {
  const auto apart = [](std::uint64_t one, std::uint64_t other) {
    return one < other ? other - one : one - other;
  };
  const std::uint64_t down = apart(a.row, b.row);
  const std::uint64_t right = apart(a.column, b.column);
  return (down == 1 && right == 2) || (down == 2 && right == 1);
}

bool attacks_along(Variant variant, Line line) {
  return variant != Variant::semi || line != Line::antidiagonal;
}

std::uint64_t number_of_lines(const Board& board, Line line) {
  return line == Line::row      ? board.rows()
         : line == Line::column ? board.columns()
                                : board.rows() + board.columns();
}

/// The queens are queen_at(0) to queen_at(count - 1).
template <typename QueenAt>
std::optional<AttackingPair> first_attack(const Board& board, std::uint64_t count,
                                          const QueenAt& queen_at) {
  std::uint64_t lines = 0;
  for (const Line line : kLines) lines += number_of_lines(board, line);
  base::PageArray<std::uint64_t> marks(lines / 64 + 1);
  for (std::uint64_t i = 0; i < count; ++i) {
    const Square queen = queen_at(i);
    bool may_be_attacked = board.variant() == Variant::superqueens;
    std::uint64_t first_of_kind = 0;
    for (const Line line : kLines) {
      const std::uint64_t number = first_of_kind + line_number(board, line, queen);
      first_of_kind += number_of_lines(board, line);
      const std::uint64_t bit = std::uint64_t{1} << number % 64;
      std::uint64_t& word = marks[number / 64];
      may_be_attacked |= (word & bit) != 0 && attacks_along(board.variant(), line);
      word |= bit;
    }
    for (std::uint64_t before = 0; may_be_attacked && before < i; ++before) {
      const Square other = queen_at(before);
      if (const auto line = attack(board, other, queen)) return AttackingPair{other, queen, *line};
    }
  }
  return std::nullopt;
}

}  // namespace

std::uint64_t line_number(const Board& board, Line line, const Square& square) {
  const std::uint64_t number = line == Line::row      ? square.row
                               : line == Line::column ? square.column
                               : line == Line::diagonal
                                   ? square.row + board.columns() - 1 - square.column
                                   : square.row + square.column;
  const bool goes_on = line == Line::diagonal || line == Line::antidiagonal;
  if (goes_on && board.variant() == Variant::torus) return number % board.rows();
  return number;
}

std::optional<Line> attack(const Board& board, const Square& a, const Square& b) {
  if (a == b) return std::nullopt;
  for (const Line line : kLines) {
    if (attacks_along(board.variant(), line) &&
        line_number(board, line, a) == line_number(board, line, b)) {
      return line;
    }
  }
  if (board.variant() == Variant::superqueens && is_knights_move(a, b)) return Line::knights_move;
  return std::nullopt;
}

std::optional<AttackingPair> find_attack(const Board& board, std::span<const Column> columns) {
  return first_attack(board, columns.size(), [&](std::uint64_t row) {
    return Square{row, columns[row]};
  });
}

std::vector<Square> checked_queens(const Board& board) {
  std::vector<Square> queens = base::as_set(board.given());
  const std::vector<Square> blocked =
      queens.empty() ? std::vector<Square>() : base::as_set(board.blocked());
  for (const Square& queen : queens) {
    if (!board.excludes(queen) && !std::binary_search(blocked.begin(), blocked.end(), queen)) {
      continue;
    }
    throw InvalidArgument(fmt::format(
        "a queen is given on {}, which is blocked or excluded; leave one out", to_text(queen)));
  }
  if (queens.empty()) return queens;
  if (const auto pair =
          first_attack(board, queens.size(), [&](std::uint64_t i) { return queens[i]; })) {
    const bool is_move = pair->line == Line::knights_move;
    throw InvalidArgument(
        fmt::format("the given queens {} and {} attack each other {} {}; leave one out",
                    to_text(pair->first), to_text(pair->second),
                    is_move                                                 ? "by a"
                    : pair->line == Line::row || pair->line == Line::column ? "in a"
                    : pair->line == Line::antidiagonal                      ? "on an"
                                                                            : "on a",
                    to_string(pair->line)));
  }
  return queens;
}

std::string_view to_string(Line line) {
  return base::word_of(kLineNames, line);
}

std::string to_string(const AttackingPair& pair) {
  const std::string queens = fmt::format("row {}, column {} and row {}, column {}", pair.first.row,
                                         pair.first.column, pair.second.row, pair.second.column);
  if (pair.line == Line::knights_move) return queens + " are a knight's move apart";
  return fmt::format("{} share a{} {}", queens, pair.line == Line::antidiagonal ? "n" : "",
                     to_string(pair.line));
}

}  // namespace nqueens
