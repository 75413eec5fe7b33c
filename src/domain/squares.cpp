// Squares and diagonals in the words of the command line.
#include <fmt/format.h>

#include <algorithm>

#include "base/numbers.hpp"
#include "domain/boards.hpp"
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

}  // namespace nqueens
