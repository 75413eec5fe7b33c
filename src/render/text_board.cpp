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

std::string text_problem(const Problem& problem, std::span<const int> queens,
                         const TextStyle& style) {
  std::string text;
  for (int row = 0; row < problem.rows(); ++row) {
    const int queen = queens[static_cast<std::size_t>(row)];
    const bool is_given = is_given_queen(problem, row, queen);
    for (int column = 0; column < problem.columns(); ++column) {
      const bool is_blocked =
          !is_given && column != queen && ((problem.allowed(row) >> column) & 1u) == 0;
      const char* const shown = column == queen ? style.unicode ? "\u265b" : "Q"
                                : is_blocked    ? style.unicode ? "\u00d7" : "x"
                                : style.unicode ? "\u00b7"
                                                : ".";
      if (!style.colour) {
        if (style.unicode && column > 0) text += ' ';
        text += shown;
        continue;
      }
      text += (row + column) % 2 == 0 ? "\x1b[48;5;223m" : "\x1b[48;5;137m";
      text += "\x1b[38;5;16m";
      text += column == queen || is_blocked ? shown : " ";
      text += ' ';
    }
    text += style.colour ? "\x1b[0m\n" : "\n";
  }
  return text;
}

}  // namespace nqueens::render
