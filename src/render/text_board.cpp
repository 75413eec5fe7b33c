// Placements as lines of text, plain or for a terminal.
#include <cstdint>

#include "render/pictures.hpp"

namespace nqueens::render {

namespace {

std::string plain_board(std::span<const Column> columns, const Conflicts& conflicts, bool unicode) {
  std::string text;
  for (std::uint64_t row = 0; row < columns.size(); ++row) {
    const bool attacked = conflicts.is_attacked[row];
    for (std::uint64_t column = 0; column < columns.size(); ++column) {
      if (unicode && column > 0) text += ' ';
      if (column != columns[row]) {
        text += unicode ? "\u00b7" : ".";
      } else if (unicode) {
        text += attacked ? "\u2655" : "\u265b";
      } else {
        text += attacked ? 'X' : 'Q';
      }
    }
    text += '\n';
  }
  return text;
}

/// 256 colours: two browns, ink or red on them.
std::string coloured_board(std::span<const Column> columns, const Conflicts& conflicts,
                           bool unicode) {
  std::string text;
  for (std::uint64_t row = 0; row < columns.size(); ++row) {
    for (std::uint64_t column = 0; column < columns.size(); ++column) {
      text += (row + column) % 2 == 0 ? "\x1b[48;5;223m" : "\x1b[48;5;137m";
      if (column != columns[row]) {
        text += "  ";
        continue;
      }
      text += conflicts.is_attacked[row] ? "\x1b[1;38;5;160m" : "\x1b[1;38;5;16m";
      text += unicode ? "\u265b " : conflicts.is_attacked[row] ? "X " : "Q ";
      text += "\x1b[22m";
    }
    text += "\x1b[0m\n";
  }
  return text;
}

}  // namespace

std::string text_board(std::span<const Column> columns, const TextStyle& style) {
  const Conflicts conflicts = find_conflicts(columns);
  return style.colour ? coloured_board(columns, conflicts, style.unicode)
                      : plain_board(columns, conflicts, style.unicode);
}

}  // namespace nqueens::render
