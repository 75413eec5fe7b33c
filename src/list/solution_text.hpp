// Solutions as text: lines of column numbers, CSV, drawings, rows of an array of NumPy, JSON.
#pragma once

#include <string>
#include <string_view>

#include "nqueens/list.hpp"

namespace nqueens::listing {

/// Returns what stands before every solution but the first of a list in a format: "columns", "csv",
/// "board", "npy" or "json".
std::string_view separator(std::string_view format);

/// Adds the solutions to the text, each with the separator before it; of JSON the elements of an
/// array; of CSV rows. `columns` are those of the board.
void add_solutions(std::string_view format, const SolutionBlock& solutions, int columns,
                   std::string& text);

}  // namespace nqueens::listing
