// Validity of a placement by marking the three lines of every queen, in row order: the plain code
// that verify() is tested against.
#include "nqueens/placement.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/words.hpp"
#include "domain/columns.hpp"
#include "domain/restrictions.hpp"
#include "nqueens/error.hpp"

namespace nqueens {

namespace {

constexpr base::Word<Line> kLines[] = {
    {Line::column, "column"}, {Line::diagonal, "diagonal"}, {Line::antidiagonal, "antidiagonal"}};

/// The earlier queen that shares a line with the queen of `row`. Precondition: one does.
AttackingPair pair_ending_at(std::span<const Column> columns, std::uint64_t row) {
  const auto second = static_cast<std::int64_t>(row);
  const auto column = static_cast<std::int64_t>(columns[row]);
  for (std::int64_t first = 0; first < second; ++first) {
    const auto other = static_cast<std::int64_t>(columns[static_cast<std::size_t>(first)]);
    const auto pair = [&](Line line) {
      return AttackingPair{{static_cast<std::uint64_t>(first), static_cast<std::uint64_t>(other)},
                           {row, static_cast<std::uint64_t>(column)},
                           line};
    };
    if (other == column) return pair(Line::column);
    if (first - other == second - column) return pair(Line::diagonal);
    if (first + other == second + column) return pair(Line::antidiagonal);
  }
  throw Error("internal error: no queen attacks a row that was marked as attacked");
}

}  // namespace

std::string_view to_string(Line line) {
  return base::word_of(kLines, line);
}

void report_column_out_of_range(const Square& square, const std::string& board, std::uint64_t width,
                                const std::string& hint, const std::string& name) {
  throw InvalidPlacement(fmt::format(
      "column out of range: {} in row {}{}{}; a board of {} has columns 0 to {}{}", square.column,
      square.row, name.empty() ? "" : " of ", name, board, width - 1, hint));
}

Column checked_column(std::uint64_t column, std::uint64_t row, const std::string& name) {
  if (column < kMaxPlacementSize) return static_cast<Column>(column);
  throw InvalidPlacement(fmt::format(
      "column out of range: {} in row {} of {}; a placement in memory has columns up to {}", column,
      row, name, kMaxPlacementSize - 1));
}

void report_forbidden_queen(const Square& queen) {
  throw InvalidArgument(
      fmt::format("a queen is given on {}:{}, which is blocked or excluded; take one back",
                  queen.row, queen.column));
}

void report_attacking_queens(const Square& first, const Square& second, const std::string& how) {
  throw InvalidArgument(
      fmt::format("the given queens {}:{} and {}:{} attack each other {}; leave one out", first.row,
                  first.column, second.row, second.column, how));
}

void require_columns_on_board(std::span<const Column> columns, std::uint64_t width,
                              const std::string& name, const std::string& hint) {
  const auto outside =
      std::find_if(columns.begin(), columns.end(), [&](Column column) { return column >= width; });
  if (outside == columns.end()) return;
  const bool may_count_from_one = std::all_of(columns.begin(), columns.end(), [&](Column column) {
    return 1 <= column && column <= width;
  });
  report_column_out_of_range({static_cast<std::uint64_t>(outside - columns.begin()), *outside},
                             board_text(columns.size(), width), width,
                             may_count_from_one ? kCountedFromOne : hint, name);
}

std::optional<AttackingPair> find_attacking_pair(std::span<const Column> columns) {
  const std::uint64_t size = columns.size();
  std::vector<bool> used_columns(size), diagonals(2 * size), antidiagonals(2 * size);
  require_columns_on_board(columns, size);
  for (std::uint64_t row = 0; row < size; ++row) {
    const std::uint64_t column = columns[row];
    const std::uint64_t diagonal = row + size - 1 - column;
    const std::uint64_t antidiagonal = row + column;
    if (used_columns[column] || diagonals[diagonal] || antidiagonals[antidiagonal]) {
      return pair_ending_at(columns, row);
    }
    used_columns[column] = diagonals[diagonal] = antidiagonals[antidiagonal] = true;
  }
  return std::nullopt;
}

bool is_solution(std::span<const Column> columns) {
  return !find_attacking_pair(columns).has_value();
}

std::string to_string(const AttackingPair& pair) {
  return fmt::format("row {}, column {} and row {}, column {} share a{} {}", pair.first.row,
                     pair.first.column, pair.second.row, pair.second.column,
                     pair.line == Line::antidiagonal ? "n" : "", to_string(pair.line));
}

}  // namespace nqueens
