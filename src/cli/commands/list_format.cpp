#include "cli/commands/list_format.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

#include "nqueens/problem.hpp"

namespace nqueens::cli {

namespace {

void add_number(unsigned number, std::string& text) {
  if (number >= 10) text += static_cast<char>('0' + number / 10);
  text += static_cast<char>('0' + number % 10);
}

void add_numbers(std::span<const std::uint8_t> columns, char between, std::string& text) {
  static_assert(kMaxCountSize <= 100, "two digits");
  bool first = true;
  for (const std::uint8_t column : columns) {
    if (!first) text += between;
    add_number(column, text);
    first = false;
  }
}

void add_board(std::span<const std::uint8_t> columns, std::string& text) {
  for (const std::uint8_t column : columns) {
    const std::size_t line = text.size();
    text.append(columns.size(), '.');
    text[line + column] = 'Q';
    text += '\n';
  }
}

}  // namespace

std::vector<std::string> list_format_names() {
  return {"columns", "csv", "board", "json"};
}

ListFormat parse_list_format(std::string_view word) {
  if (word == "csv") return ListFormat::csv;
  if (word == "board") return ListFormat::board;
  return word == "json" ? ListFormat::json : ListFormat::columns;
}

std::string_view separator(ListFormat format) {
  switch (format) {
    case ListFormat::board:
      return "\n";
    case ListFormat::json:
      return ",\n";
    case ListFormat::columns:
    case ListFormat::csv:
      break;
  }
  return "";
}

void render(ListFormat format, const SolutionBlock& solutions, std::string& text) {
  const auto size = static_cast<std::size_t>(solutions.board_size());
  const std::size_t longest = format == ListFormat::board ? size * (size + 1) + 1 : 3 * size + 4;
  text.reserve(text.size() + solutions.size() * longest);
  for (std::size_t i = 0; i < solutions.size(); ++i) {
    text += separator(format);
    switch (format) {
      case ListFormat::columns:
        add_numbers(solutions[i], ' ', text);
        text += '\n';
        break;
      case ListFormat::csv:
        add_numbers(solutions[i], ',', text);
        text += '\n';
        break;
      case ListFormat::board:
        add_board(solutions[i], text);
        break;
      case ListFormat::json:
        text += '[';
        add_numbers(solutions[i], ',', text);
        text += ']';
        break;
    }
  }
}

}  // namespace nqueens::cli
