// Columns that are out of range: one message for every reader.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "nqueens/placement.hpp"

namespace nqueens {

/// Ends the message for a column out of range where every column is 1 to the width of the board.
inline constexpr const char* kCountedFromOne = "; counted from 1?";

/// Throws InvalidPlacement naming the square and `board`, "8" or "5x8", which has `width` columns.
/// `name` is the input's and may be empty, `hint` ends the message.
[[noreturn]] void report_column_out_of_range(const Square& square, const std::string& board,
                                             std::uint64_t width, const std::string& hint,
                                             const std::string& name = "");

/// Throws InvalidPlacement for the first column that is not below `width`; with `hint` unless the
/// columns may be counted from 1.
void require_columns_on_board(std::span<const Column> columns, std::uint64_t width,
                              const std::string& name = "", const std::string& hint = "");

/// The column; throws InvalidPlacement above those that a placement in memory has. `name` is that
/// of the input, or of a place in it.
Column checked_column(std::uint64_t column, std::uint64_t row, const std::string& name);

}  // namespace nqueens
