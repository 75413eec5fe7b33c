// Faults of queens that several parts of the program meet: one message for each.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "nqueens/placement.hpp"

namespace nqueens {

/// Whether every column is 1 to `width`: they may be counted from 1.
bool may_count_from_one(std::span<const Column> columns, std::uint64_t width);

/// Put behind the message for a column out of range where may_count_from_one().
inline constexpr const char* kCountedFromOne = "; counted from 1?";

/// Throws InvalidPlacement naming the square; `from_one` is may_count_from_one() of the placement,
/// `name` is the input's and may be empty.
[[noreturn]] void report_column_out_of_range(const Square& square, std::uint64_t board_size,
                                             bool from_one, const std::string& name = "");

/// Throws InvalidPlacement for the first column that is not below the number of columns.
void require_columns_on_board(std::span<const Column> columns);

/// Throws InvalidArgument for a queen that is given where none may stand.
[[noreturn]] void report_forbidden_queen(const Square& queen);

/// Throws InvalidArgument naming two given queens; `how` is "in a row", "on a diagonal".
[[noreturn]] void report_attacking_queens(const Square& first, const Square& second,
                                          const std::string& how);

}  // namespace nqueens
