// Squares of the command line: "0:3,4:7", or a file of them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "nqueens/placement.hpp"

namespace nqueens::cli {

/// "0:3": a row and a column, both counted from 0; or in chess notation "d8", the lowest row being
/// 1, for columns a to z. Throws InvalidArgument for anything else, and outside a board of so many
/// rows and columns.
Square parse_square(std::string_view text, std::uint64_t rows, std::uint64_t columns);

/// The squares that the value of an option stands for: those that it lists, else those of the file
/// of that name; "-" is standard input. Squares are separated by white space, or a comma; in a file
/// '#' begins a comment. A file is read piece by piece. Throws InvalidArgument, for a file with the
/// number of the line, and IoError.
std::vector<Square> read_squares(const std::string& value, std::uint64_t rows,
                                 std::uint64_t columns);

/// Those of all values together.
std::vector<Square> read_all_squares(const std::vector<std::string>& values, std::uint64_t rows,
                                     std::uint64_t columns);

}  // namespace nqueens::cli
