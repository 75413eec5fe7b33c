#include "cli/squares.hpp"

#include <fmt/format.h>

#include "cli/numbers.hpp"
#include "cli/text.hpp"
#include "nqueens/error.hpp"
#include "nqueens/problem.hpp"

namespace nqueens::cli {

int parse_board_size(std::string_view text) {
  return static_cast<int>(parse_whole(text, "board size", 0, kMaxCountSize));
}

void require_computed_size(int board_size) {
  if (board_size <= kLargestComputedSize) return;
  throw InvalidArgument(
      fmt::format("number of solutions has never been computed: {}; 0 to {}, or add --force and "
                  "years of time",
                  board_size, kLargestComputedSize));
}

BoardRange parse_board_range(std::string_view text) {
  BoardRange range;
  const std::size_t dots = text.find("..");
  range.is_range = dots != std::string_view::npos;
  range.first = parse_board_size(text.substr(0, dots));
  range.last = range.is_range ? parse_board_size(text.substr(dots + 2)) : range.first;
  if (range.first > range.last) {
    throw InvalidArgument(
        fmt::format("range is empty: {}; write {}..{}", text, range.last, range.first));
  }
  return range;
}

std::vector<Square> parse_squares(std::string_view text, int board_size) {
  if (board_size == 0) {
    throw InvalidArgument(
        fmt::format("square outside of the board: {}; a board of size 0 has no squares", text));
  }
  const auto last = static_cast<std::uint64_t>(board_size - 1);
  std::vector<Square> squares;
  for (const std::string& pair : split(text, ',')) {
    const std::vector<std::string> parts = split(pair, ':');
    if (parts.size() != 2) {
      throw InvalidArgument(
          fmt::format("square is not a pair: {}; write ROW:COLUMN, both counted from 0, and commas "
                      "between squares",
                      pair.empty() ? "''" : pair));
    }
    squares.push_back(
        {parse_whole(parts[0], "row", 0, last), parse_whole(parts[1], "column", 0, last)});
  }
  return squares;
}

}  // namespace nqueens::cli
