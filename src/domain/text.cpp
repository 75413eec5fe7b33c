#include "domain/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>

#include "base/numbers.hpp"
#include "domain/problem.hpp"
#include "nqueens/error.hpp"

namespace nqueens {

namespace {

constexpr std::string_view kDigits = "0123456789";

std::uint64_t parse_coordinate(std::string_view text, std::string_view name,
                               std::string_view square, std::uint64_t count) {
  // Millions of them are plain digits; parse_whole() takes 1e3 too.
  auto value = base::parse_number<std::uint64_t>(text);
  if (!value) value = base::parse_whole(text);
  if (value && *value < count) return *value;
  throw InvalidArgument(
      fmt::format("the {} of square {} must be a whole number from 0 to {}, not '{}'", name, square,
                  count - 1, text));
}

/// Accepts "b4", on the board or not; "B4" and "aa1" too, which are refused.
bool is_chess_square(std::string_view text) {
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  const std::size_t letters = std::min(text.find_first_not_of(kLetters), text.size());
  return (letters == 1 || letters == 2) && letters < text.size() &&
         text.find_first_not_of(kDigits, letters) == std::string_view::npos;
}

Square parse_chess_square(std::string_view text, std::uint64_t rows, std::uint64_t columns) {
  constexpr std::uint64_t kLetters = 26;
  if (text[0] < 'a' || text[0] > 'z' || text.find_first_of(kDigits) > 1) {
    throw InvalidArgument(
        fmt::format("a square as in chess begins with one small letter, a to z, like b4, not '{}'; "
                    "other columns need ROW:COLUMN, both counted from 0",
                    text));
  }
  const auto column = static_cast<std::uint64_t>(text[0] - 'a');
  const auto number = base::parse_number<std::uint64_t>(text.substr(1));
  if (number && *number >= 1 && *number <= rows && column < columns) {
    return {rows - *number, column};
  }
  throw InvalidArgument(fmt::format("square {} lies outside the board, which has a1 to {}{}", text,
                                    static_cast<char>('a' + std::min(columns, kLetters) - 1),
                                    rows));
}

/// Returns the words; if they are many, only the number of things that `noun` names.
std::string list_text(const std::vector<std::string>& words, int number, std::string_view noun) {
  constexpr std::size_t kMaxShown = 12;
  if (words.size() <= kMaxShown) return fmt::format("{}", fmt::join(words, ","));
  return fmt::format("{} {}s", number, noun);
}

}  // namespace

bool may_be_square(std::string_view text) {
  return is_chess_square(text) || text.find(':') != std::string_view::npos;
}

Square parse_square(std::string_view text, std::uint64_t rows, std::uint64_t columns) {
  if (is_chess_square(text)) return parse_chess_square(text, rows, columns);
  constexpr std::size_t kLongest = 64;  // what is longer is something else
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || text.find(':', colon + 1) != std::string_view::npos ||
      text.size() > kLongest) {
    throw InvalidArgument(
        fmt::format("a square must be ROW:COLUMN, both counted from 0, or as in chess, like b4, "
                    "not '{}'; separate squares by commas",
                    text.substr(0, kLongest)));
  }
  return {parse_coordinate(text.substr(0, colon), "row", text, rows),
          parse_coordinate(text.substr(colon + 1), "column", text, columns)};
}

Diagonal parse_diagonal(std::string_view text) {
  if (text.starts_with("d:") || text.starts_with("a:")) {
    if (const auto number = base::parse_number<int>(text.substr(2))) {
      return {text[0] == 'a', *number};
    }
  }
  throw InvalidArgument(
      fmt::format("an excluded diagonal must be d:K, where column - row = K, or a:K, where "
                  "row + column = K, not '{}'; separate diagonals by commas",
                  text));
}

std::string to_text(const Square& square) {
  return fmt::format("{}:{}", square.row, square.column);
}

std::string to_text(const Diagonal& diagonal) {
  return fmt::format("{}:{}", diagonal.anti ? 'a' : 'd', diagonal.number);
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

}  // namespace nqueens
