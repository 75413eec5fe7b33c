#include "list/solution_text.hpp"

namespace nqueens::listing {

namespace {

/// Written by hand, since a list is written at the speed of this.
void add_numbers(std::span<const std::uint8_t> columns, char between, std::string& text) {
  static_assert(kMaxProblemSize <= 100, "two digits");
  for (const std::uint8_t& column : columns) {
    if (&column != &columns.front()) text += between;
    if (column >= 10) text += static_cast<char>('0' + column / 10);
    text += static_cast<char>('0' + column % 10);
  }
}

void add_board(std::span<const std::uint8_t> columns, std::size_t width, std::string& text) {
  for (const std::uint8_t column : columns) {
    const std::size_t line = text.size();
    text.append(width, '.');
    text[line + column] = 'Q';
    text += '\n';
  }
}

}  // namespace

std::string_view separator(std::string_view format) {
  return format == "board" ? "\n" : format == "json" ? ",\n" : "";
}

void add_solutions(std::string_view format, const SolutionBlock& solutions, int columns,
                   std::string& text) {
  const auto rows = static_cast<std::size_t>(solutions.rows());
  const auto width = static_cast<std::size_t>(columns);
  const bool is_board = format == "board";
  const bool is_json = format == "json";
  const char between = is_json || format == "csv" ? ',' : ' ';
  const std::string_view before = separator(format);
  text.reserve(text.size() + solutions.size() * (is_board ? rows * (width + 1) + 1 : 3 * rows + 4));
  for (std::size_t i = 0; i < solutions.size(); ++i) {
    if (format == "npy") {
      text.append(solutions[i].begin(), solutions[i].end());
      continue;
    }
    text += before;
    if (is_board) {
      add_board(solutions[i], width, text);
      continue;
    }
    if (is_json) text += '[';
    add_numbers(solutions[i], between, text);
    text += is_json ? ']' : '\n';
  }
}

}  // namespace nqueens::listing
