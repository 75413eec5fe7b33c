// Serial searches in row order, made only when the answer is known to be negative. A placement with
// many attacks has the first one after few rows, so the search is long only for near-solutions.
#include "placements/attack_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "nqueens/error.hpp"
#include "placements/line_marks.hpp"

namespace nqueens::placements {

namespace {

[[noreturn]] void report_change(const std::string& name) {
  throw IoError(fmt::format("cannot verify: {}; it changed while it was read", name));
}

std::optional<Line> shared_line(const Square& a, const Square& b) {
  if (a.column == b.column) return Line::column;
  // Unsigned differences agree modulo 2^64 just when the signed ones are equal.
  if (a.row - a.column == b.row - b.column) return Line::diagonal;
  if (a.row + a.column == b.row + b.column) return Line::antidiagonal;
  return std::nullopt;
}

/// The first row whose queen is attacked by one of an earlier row.
Square find_first_attacked(std::uint64_t board_size, const std::string& name,
                           const RowOrderVisit& visit) {
  LineMarks marks(board_size);
  std::optional<Square> attacked;
  visit([&](std::uint64_t first_row, std::span<const Column> columns) {
    if (first_row + columns.size() > board_size ||
        *std::max_element(columns.begin(), columns.end()) >= board_size) {
      report_change(name);
    }
    if (const auto index = marks.mark_until_attacked(first_row, columns)) {
      attacked = Square{first_row + *index, columns[*index]};
    }
    return !attacked;
  });
  if (!attacked) report_change(name);
  return *attacked;
}

}  // namespace

AttackingPair find_first_attack(std::uint64_t board_size, const std::string& name,
                                const RowOrderVisit& visit) {
  const Square second = find_first_attacked(board_size, name, visit);
  std::optional<AttackingPair> pair;
  visit([&](std::uint64_t first_row, std::span<const Column> columns) {
    for (std::uint64_t row = first_row; const Column column : columns) {
      const Square first{row++, column};
      if (first.row >= second.row) return false;
      if (const auto line = shared_line(first, second)) {
        pair = AttackingPair{first, second, *line};
        return false;
      }
    }
    return true;
  });
  if (!pair) report_change(name);
  return *pair;
}

void report_column_out_of_range(std::uint64_t board_size, const std::string& name,
                                const RowOrderVisit& visit) {
  std::optional<Square> outside;
  visit([&](std::uint64_t first_row, std::span<const Column> columns) {
    const auto found = std::find_if(columns.begin(), columns.end(),
                                    [&](Column column) { return column >= board_size; });
    if (found == columns.end()) return true;
    outside = Square{first_row + static_cast<std::uint64_t>(found - columns.begin()), *found};
    return false;
  });
  if (!outside) report_change(name);
  throw InvalidPlacement(fmt::format(
      "column out of range: {} in row {}{}{}; a placement of {} queens has columns 0 to {}",
      outside->column, outside->row, name.empty() ? "" : " of ", name, board_size, board_size - 1));
}

}  // namespace nqueens::placements
