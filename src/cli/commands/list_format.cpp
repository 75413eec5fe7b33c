#include "cli/commands/list_format.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/words.hpp"
#include "nqueens/board.hpp"

namespace nqueens::cli {

namespace {

constexpr base::Word<ListFormat> kFormats[] = {{ListFormat::columns, "columns"},
                                               {ListFormat::csv, "csv"},
                                               {ListFormat::board, "board"},
                                               {ListFormat::json, "json"}};

void add_number(unsigned number, std::string& text) {
  if (number >= 10) text += static_cast<char>('0' + number / 10);
  text += static_cast<char>('0' + number % 10);
}

void add_numbers(std::span<const std::uint8_t> columns, char between, std::string& text) {
  static_assert(kMaxProblemSize <= 100, "two digits");
  bool first = true;
  for (const std::uint8_t column : columns) {
    if (!first) text += between;
    add_number(column, text);
    first = false;
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

ListFormat parse_list_format(std::string_view word) {
  return base::parse_word(kFormats, word, "format");
}

std::string_view end_of_solution(ListFormat format) {
  return format == ListFormat::board ? "\n\n" : "\n";
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

void add_solutions(ListFormat format, const SolutionBlock& solutions, int columns,
                   std::string& text) {
  const auto rows = static_cast<std::size_t>(solutions.board_size());
  const auto width = static_cast<std::size_t>(columns);
  const std::size_t longest = format == ListFormat::board ? rows * (width + 1) + 1 : 3 * rows + 4;
  text.reserve(text.size() + solutions.size() * longest);
  for (std::size_t i = 0; i < solutions.size(); ++i) {
    text += separator(format);
    switch (format) {
      case ListFormat::columns:
      case ListFormat::csv:
        add_numbers(solutions[i], format == ListFormat::csv ? ',' : ' ', text);
        text += '\n';
        break;
      case ListFormat::board:
        add_board(solutions[i], width, text);
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
