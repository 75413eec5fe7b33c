// Solutions as text: lines of column numbers, CSV, drawings, rows of an array of NumPy, JSON.
#pragma once

#include <string>
#include <string_view>

#include "nqueens/list.hpp"

namespace nqueens::listing {

/// What stands before every solution of a format but the first of the list: "columns", "csv",
/// "board", "npy" or "json".
std::string_view separator(std::string_view format);

/// Adds the solutions, each with the separator before it, to the text; of JSON the elements of an
/// array; of CSV rows. `columns` are those of the board.
void add_solutions(std::string_view format, const SolutionBlock& solutions, int columns,
                   std::string& text);

}  // namespace nqueens::listing
