// Squares, diagonals and boards in the words of the command line, and errors for columns out of
// range.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "nqueens/board.hpp"
#include "nqueens/placement.hpp"

namespace nqueens {

/// Parses "0:3", a row and a column, both counted from 0; or in chess notation "d8", the lowest row
/// being 1, for columns a to z. Throws InvalidArgument for anything else, and outside of the board.
Square parse_square(std::string_view text, std::uint64_t rows, std::uint64_t columns);
/// Whether the text is meant as a square: it has a colon, or is a letter or two and a number.
bool may_be_square(std::string_view text);
/// Parses "d:-3" or "a:5". Throws InvalidArgument.
Diagonal parse_diagonal(std::string_view text);

std::string to_text(const Square& square);                          ///< "0:3"
std::string to_text(const Diagonal& diagonal);                      ///< "d:-3", "a:5"
std::string board_text(std::uint64_t rows, std::uint64_t columns);  ///< "8" or "8x12"
std::string board_text(const Board& board);
/// Writes "8 with 0:3 without 1:1", "torus 13", "8x12". Of a long list only the length is given:
/// "28 without 400 squares". It is not for large boards.
std::string to_text(const Board& board);

/// Ends the message for a column out of range if every column is 1 to the width of the board.
inline constexpr const char* kCountedFromOne = "; counted from 1? then give base 1";

/// Throws InvalidPlacement naming the square and `board`, "8" or "5x8", which has `width` columns.
/// `name` is that of the input, if any; `hint` ends the message; `base` is the first column's
/// number.
[[noreturn]] void report_column_out_of_range(const Square& square, const std::string& board,
                                             std::uint64_t width, const std::string& hint,
                                             const std::string& name = "", int base = 0);

/// Throws InvalidPlacement for the first column that is not below `width`. `hint` ends the message,
/// or kCountedFromOne if the columns may be counted from 1.
void require_columns_on_board(std::span<const Column> columns, std::uint64_t width,
                              const std::string& name = "", const std::string& hint = "",
                              int base = 0);

}  // namespace nqueens
