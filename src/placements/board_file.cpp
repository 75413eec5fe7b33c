#include "placements/board_file.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "domain/problem.hpp"
#include "domain/text.hpp"
#include "nqueens/error.hpp"
#include "nqueens/placement_file.hpp"
#include "placements/placement_parser.hpp"

namespace nqueens {

namespace {

/// Tells the letters that `nqueens draw` writes, as a board or as a placement has them.
struct Letters {
  std::string_view queens;
  std::string_view empty;
  std::string_view meaning;

  bool is_queen(char letter) const { return queens.find(letter) != queens.npos; }
  bool has(char letter) const { return is_queen(letter) || empty.find(letter) != empty.npos; }
};
constexpr Letters kBoardLetters = {"QG", ".x",
                                   "'.' is free, 'x' blocked, 'Q' or 'G' a queen given"};
constexpr Letters kPlacementLetters = {"QG!", ".x?",
                                       "'Q', 'G' and '!' are queens, '.', 'x' and '?' empty"};

BoardFile parse_drawing(std::string_view text, const std::string& name, int max_lines,
                        const Letters& letters) {
  BoardFile board;
  bool ended = false;
  int number = 0;
  const auto refuse = [&](const std::string& what) {
    throw InvalidArgument(fmt::format("line {} of {}: {}", number, name, what));
  };
  for (std::string_view line; placements::take_line(text, line);) {
    ++number;
    // A comment does not end a drawing.
    ended = ended || (board.rows > 0 && placements::is_blank(line));
    line = placements::without_comment(line);
    if (placements::is_blank(line)) continue;
    if (ended) {
      refuse("a second board begins; a board file has one; take out the lines of the others");
    }
    if (board.rows == max_lines) {
      refuse(fmt::format("more than {} rows; a board has at most {}", max_lines, max_lines));
    }
    int columns = 0;
    for (const char letter : line) {
      if (placements::is_space(letter)) continue;
      if (!letters.has(letter)) {
        refuse(fmt::format("{} is no square; {}", placements::printable(letter), letters.meaning));
      }
      const Square square{static_cast<std::uint64_t>(board.rows),
                          static_cast<std::uint64_t>(columns++)};
      if (letters.is_queen(letter)) board.queens.push_back(square);
      if (letter == 'x') board.blocked.push_back(square);
    }
    if (board.rows > 0 && columns != board.columns) {
      refuse(fmt::format("{} squares, where the rows above have {}", columns, board.columns));
    }
    if (columns > max_lines) {
      refuse(fmt::format("{} squares; a board has at most {} columns", columns, max_lines));
    }
    board.columns = columns;
    ++board.rows;
  }
  return board;
}

}  // namespace

BoardFile parse_board_file(std::string_view text, const std::string& name) {
  BoardFile board = parse_drawing(placements::without_byte_order_mark(text), name, kMaxProblemSize,
                                  kBoardLetters);
  if (board.rows == 0) throw InvalidArgument(fmt::format("no board in {}: it is empty", name));
  return board;
}

void require_drawable(std::uint64_t rows, std::uint64_t columns) {
  if (std::max(rows, columns) <= kMaxBoardDrawing) return;
  throw InvalidArgument(fmt::format(
      "too large for a drawing: {}; the format board takes at most {} rows and columns; use "
      "columns or npy",
      std::max(rows, columns), kMaxBoardDrawing));
}

bool is_drawing(std::string_view text) {
  for (std::string_view line; placements::take_line(text, line);) {
    line = placements::without_comment(line);
    const auto first = std::find_if_not(line.begin(), line.end(), placements::is_space);
    if (first != line.end()) return kPlacementLetters.has(*first);
  }
  return false;
}

placements::ListedPlacement placements::parse_drawn_placement(std::string_view text,
                                                              const std::string& name) try {
  const BoardFile board =
      parse_drawing(text, name, static_cast<int>(kMaxBoardDrawing), kPlacementLetters);
  ListedPlacement drawn;
  drawn.width = static_cast<std::uint64_t>(board.columns);
  for (const Square& queen : board.queens) {
    if (queen.row < drawn.columns.size()) {
      throw InvalidPlacement(fmt::format("two queens in row {} of {}", queen.row, name));
    }
    if (queen.row > drawn.columns.size()) break;
    drawn.columns.push_back(static_cast<Column>(queen.column));
  }
  if (drawn.columns.size() < static_cast<std::size_t>(board.rows)) {
    throw InvalidPlacement(fmt::format(
        "no queen in row {} of {}; a placement has one in each, and a board without them is for "
        "--board",
        drawn.columns.size(), name));
  }
  return drawn;
} catch (const InvalidArgument& error) {
  throw InvalidPlacement(error.what());
}

placements::ListedPlacement placements::read_drawn_placement(PlacementInput& input) {
  constexpr std::size_t kLongest = kMaxBoardDrawing * (kMaxBoardDrawing + 1) + kMaxBoardBytes;
  constexpr std::ptrdiff_t kMaxLines = kMaxBoardDrawing + kMaxBoardBytes;
  std::string text;
  std::ptrdiff_t lines = 0;
  for (std::size_t used = 0;; used = text.size()) {
    text.resize(used + kMaxBoardBytes);
    text.resize(used + input.read(text.data() + used, kMaxBoardBytes));
    if (text.size() == used) return parse_drawn_placement(text, input.name());
    lines += std::ranges::count(std::string_view(text).substr(used), '\n');
    if (text.size() > kLongest || lines > kMaxLines) {
      throw InvalidPlacement(fmt::format("too large for a drawing: {}; at most {} queens",
                                         input.name(), kMaxBoardDrawing));
    }
  }
}

}  // namespace nqueens
