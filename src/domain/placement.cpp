// Names of lines and pairs; columns that are out of range.
#include "nqueens/placement.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/numbers.hpp"
#include "domain/boards.hpp"
#include "nqueens/error.hpp"

namespace nqueens {

namespace {

constexpr base::Word<Line> kLines[] = {{Line::column, "column"},
                                       {Line::diagonal, "diagonal"},
                                       {Line::antidiagonal, "antidiagonal"},
                                       {Line::row, "row"},
                                       {Line::knights_move, "knight's move"}};

}  // namespace

std::string_view to_string(Line line) {
  return base::word_of(kLines, line);
}

void report_column_out_of_range(const Square& square, const std::string& board, std::uint64_t width,
                                const std::string& hint, const std::string& name, int base) {
  const auto from = static_cast<std::uint64_t>(base);
  throw InvalidPlacement(
      fmt::format("column out of range: {} in row {}{}{}; a board of {} has columns {} to {}{}",
                  square.column + from, square.row, name.empty() ? "" : " of ", name, board, from,
                  width - 1 + from, hint));
}

void require_columns_on_board(std::span<const Column> columns, std::uint64_t width,
                              const std::string& name, const std::string& hint, int base) {
  const auto outside =
      std::find_if(columns.begin(), columns.end(), [&](Column column) { return column >= width; });
  if (outside == columns.end()) return;
  const bool may_count_from_one =
      base == 0 && std::all_of(columns.begin(), columns.end(),
                               [&](Column column) { return 1 <= column && column <= width; });
  report_column_out_of_range({static_cast<std::uint64_t>(outside - columns.begin()), *outside},
                             board_text(columns.size(), width), width,
                             may_count_from_one ? kCountedFromOne : hint, name, base);
}

std::string to_string(const AttackingPair& pair) {
  const std::string queens = fmt::format("row {}, column {} and row {}, column {}", pair.first.row,
                                         pair.first.column, pair.second.row, pair.second.column);
  if (pair.line == Line::knights_move) return queens + " are a knight's move apart";
  return fmt::format("{} share a{} {}", queens, pair.line == Line::antidiagonal ? "n" : "",
                     to_string(pair.line));
}

}  // namespace nqueens
