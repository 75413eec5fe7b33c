// Placements as lines of text, plain or for a terminal.
#include <cstdint>

#include "render/pictures.hpp"

namespace nqueens::render {

std::string text_board(std::span<const Column> columns, const TextStyle& style) {
  const Conflicts conflicts = find_conflicts(columns);
  std::string text;
  for (std::uint64_t row = 0; row < columns.size(); ++row) {
    const bool attacked = conflicts.is_attacked[row];
    const char* queen = attacked ? "X" : "Q";
    if (style.unicode) queen = attacked && !style.colour ? "\u2655" : "\u265b";
    for (std::uint64_t column = 0; column < columns.size(); ++column) {
      const bool has_queen = column == columns[row];
      if (!style.colour) {
        if (style.unicode && column > 0) text += ' ';
        text += has_queen ? queen : style.unicode ? "\u00b7" : ".";
        continue;
      }
      // 256 colours: two browns, ink or red on them.
      text += (row + column) % 2 == 0 ? "\x1b[48;5;223m" : "\x1b[48;5;137m";
      if (has_queen) {
        text += attacked ? "\x1b[1;38;5;160m" : "\x1b[1;38;5;16m";
        text += queen;
        text += " \x1b[22m";
      } else {
        text += "  ";
      }
    }
    text += style.colour ? "\x1b[0m\n" : "\n";
  }
  return text;
}

}  // namespace nqueens::render
