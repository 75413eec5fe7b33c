// Placements as lines of text, plain or for a terminal.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "render/pictures.hpp"

namespace nqueens::render {

namespace {

/// Ranks and files around the lines of a board, or nothing.
class Labels {
 public:
  Labels(std::uint64_t rows, std::uint64_t columns, const TextStyle& style)
      : rows_(rows),
        columns_(columns),
        shown_(style.labels),
        width_(fmt::formatted_size("{}", rows)),
        step_(style.unicode || style.colour ? 2 : 1) {}

  /// Before the line of a row.
  std::string rank(std::uint64_t row) const {
    return shown_ ? fmt::format("{:>{}} ", rows_ - row, width_) : "";
  }
  /// Below the last line: a character for each column, so that numbers go downwards.
  std::string files() const {
    if (!shown_) return "";
    std::string text;
    const std::size_t height = chess_file(columns_ - 1, columns_).size();
    for (std::size_t i = 0; i < height; ++i) {
      std::string line(width_ + 1, ' ');
      for (std::uint64_t column = 0; column < columns_; ++column) {
        const std::string name = chess_file(column, columns_);
        const std::size_t above = height - name.size();
        line += i < above ? ' ' : name[i - above];
        if (step_ == 2) line += ' ';
      }
      text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    }
    return text;
  }

 private:
  std::uint64_t rows_;
  std::uint64_t columns_;
  bool shown_;
  std::size_t width_;
  int step_;  ///< characters of a square
};

/// Of 256 colours two browns; ink or red comes on them.
const char* square_colour(std::uint64_t row, std::uint64_t column, std::uint64_t rows) {
  return is_dark(row, column, rows) ? "\x1b[48;5;137m" : "\x1b[48;5;223m";
}

}  // namespace

std::string text_board(std::span<const Column> columns, const TextStyle& style) {
  const Conflicts conflicts = find_conflicts(columns);
  const Labels labels(columns.size(), columns.size(), style);
  std::string text;
  for (std::uint64_t row = 0; row < columns.size(); ++row) {
    text += labels.rank(row);
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
      text += square_colour(row, column, columns.size());
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
  return text + labels.files();
}

std::string text_problem(const Board& board, std::span<const int> queens, const TextStyle& style) {
  const Problem problem(board);
  const Labels labels(board.rows(), board.columns(), style);
  std::string text;
  for (int row = 0; row < problem.rows(); ++row) {
    text += labels.rank(static_cast<std::uint64_t>(row));
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
      text += square_colour(static_cast<std::uint64_t>(row), static_cast<std::uint64_t>(column),
                            static_cast<std::uint64_t>(problem.rows()));
      text += "\x1b[38;5;16m";
      text += column == queen || is_blocked ? shown : " ";
      text += ' ';
    }
    text += style.colour ? "\x1b[0m\n" : "\n";
  }
  return text + labels.files();
}

}  // namespace nqueens::render
