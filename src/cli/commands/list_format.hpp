// The text forms of listed solutions. Knows neither how they are found nor where the text goes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "nqueens/list.hpp"

namespace nqueens::cli {

enum class ListFormat {
  columns,  ///< a line each, column numbers separated by spaces: a placement file
  csv,      ///< the same with commas and without a heading: a placement file as well
  board,    ///< '.' and 'Q', a blank line between boards
  json,     ///< arrays of column numbers, a line each: the elements of an array
};

/// The words of --format, the default first.
std::vector<std::string> list_format_names();
/// Precondition: one of those words.
ListFormat parse_list_format(std::string_view word);

/// Stands before every solution but the first of the list.
std::string_view separator(ListFormat format);
/// Adds the solutions, each with the separator before it.
void render(ListFormat format, const SolutionBlock& solutions, std::string& text);

}  // namespace nqueens::cli
