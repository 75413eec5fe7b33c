// Boards as lines of text, plain or for a terminal.
#include <fmt/format.h>

#include <array>
#include <cstdint>

#include "draw/pictures.hpp"

namespace nqueens::drawing {

namespace {

/// A sign for each of MarkedBoard::kLetters.
constexpr std::array<const char*, 6> kSigns = {"\u00b7", "\u00d7", "\u265b",
                                               "\u2655", "\u203c", "\u00bf"};

}  // namespace

std::string text_board(const MarkedBoard& board, const TextStyle& style) {
  const bool chess = style.labels == EdgeLabels::chess;
  const bool labelled = chess || style.labels == EdgeLabels::numbers;
  const std::size_t width = fmt::formatted_size("{}", chess ? board.rows : board.rows - 1);
  std::string text;
  auto next = board.marks.begin();  // in the order of the squares
  for (std::uint64_t row = 0; row < board.rows; ++row) {
    if (labelled) text += fmt::format("{:>{}} ", chess ? board.rows - row : row, width);
    for (std::uint64_t column = 0; column < board.columns; ++column) {
      const bool is_marked = next != board.marks.end() && next->first == Square{row, column};
      const char letter = is_marked ? board.letter(next++->second) : '.';
      const std::string sign =
          style.unicode ? kSigns[MarkedBoard::kLetters.find(letter)] : std::string(1, letter);
      if (!style.colour) {
        if (style.unicode && column > 0) text += ' ';
        text += sign;
        continue;
      }
      // Two browns of the 256 colours, with ink or red on them.
      text += is_dark(row, column, board.rows) ? "\x1b[48;5;137m" : "\x1b[48;5;223m";
      if (letter == '.') {
        text += "  ";
      } else {
        const bool is_wrong = letter == '!' || letter == '?';
        text += (is_wrong ? "\x1b[1;38;5;160m" : "\x1b[1;38;5;16m") + sign + " \x1b[22m";
      }
    }
    text += style.colour ? "\x1b[0m\n" : "\n";
  }
  if (!labelled) return text;
  // A column is one character wide, so numbers are written downwards.
  const auto name = [&](std::uint64_t column) {
    return chess ? chess_file(column, board.columns) : fmt::to_string(column);
  };
  const std::size_t height = name(board.columns - 1).size();
  for (std::size_t i = 0; i < height; ++i) {
    std::string line(width + 1, ' ');
    for (std::uint64_t column = 0; column < board.columns; ++column) {
      line += fmt::format("{:>{}}", name(column), height)[i];
      if (style.unicode || style.colour) line += ' ';
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

}  // namespace nqueens::drawing
