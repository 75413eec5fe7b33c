// Boards as the layers above need them: queens that attack each other, squares and diagonals as
// text in the words of the command line, columns that are out of range.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "nqueens/board.hpp"
#include "nqueens/placement.hpp"

namespace nqueens {

/// Two squares lie on one line of a kind where their numbers are equal. Not for knight's moves.
std::uint64_t line_number(const Board& board, Line line, const Square& square);

/// The first attacking pair of a placement, one column for each row: that with the least later row,
/// and among those the least earlier row. Precondition: the columns are on the board. O(N) time,
/// 6 N bits.
std::optional<AttackingPair> find_attack(const Board& board, std::span<const Column> columns);

/// The given queens, sorted by row and column, each once. Throws InvalidArgument for one that may
/// not stand there and for two that attack each other. k squares take O(k log k) time.
std::vector<Square> checked_queens(const Board& board);

/// "0:3"
std::string to_text(const Square& square);
/// "d:-3", "a:5"
std::string to_text(const Diagonal& diagonal);

/// "8" or "8x12".
std::string board_text(std::uint64_t rows, std::uint64_t columns);
std::string board_text(const Board& board);

/// "8 with 0:3 without 1:1", "torus 13", "8x12". Long lists are left out: "28 without 400 squares".
/// Not for large boards.
std::string to_text(const Board& board);

/// Ends the message for a column out of range where every column is 1 to the width of the board.
inline constexpr const char* kCountedFromOne = "; counted from 1? then read it with base 1";

/// Throws InvalidPlacement naming the square and `board`, "8" or "5x8", which has `width` columns.
/// `name` is the input's and may be empty, `hint` ends the message; `base` is the number that the
/// input gives the first column.
[[noreturn]] void report_column_out_of_range(const Square& square, const std::string& board,
                                             std::uint64_t width, const std::string& hint,
                                             const std::string& name = "", int base = 0);

/// Throws InvalidPlacement for the first column that is not below `width`; with `hint` unless the
/// columns may be counted from 1.
void require_columns_on_board(std::span<const Column> columns, std::uint64_t width,
                              const std::string& name = "", const std::string& hint = "",
                              int base = 0);

}  // namespace nqueens
