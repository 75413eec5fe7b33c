// How `nqueens list` writes solutions: the text of each format, and what stands between them.
#pragma once

#include <string>
#include <string_view>

#include "nqueens/list.hpp"

namespace nqueens::cli {

enum class ListFormat {
  columns,  ///< a line each, column numbers separated by spaces: a placement file
  csv,      ///< the same with commas and without a heading: a placement file as well
  board,    ///< '.' and 'Q', a blank line between boards
  json,     ///< arrays of column numbers, a line each: the elements of an array
};

/// Of "columns", "csv", "board" or "json".
ListFormat parse_list_format(std::string_view word);

/// Stands where another solution follows, and not within one: the first ends behind its first
/// letter.
std::string_view end_of_solution(ListFormat format);

/// Stands before every solution but the first of the list.
std::string_view separator(ListFormat format);

/// Adds the solutions of a board with so many columns, each with the separator before it.
void add_solutions(ListFormat format, const SolutionBlock& solutions, int columns,
                   std::string& text);

}  // namespace nqueens::cli
