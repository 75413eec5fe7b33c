// Columns that are not on the board: one message for all who meet them.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "nqueens/placement.hpp"

namespace nqueens {

/// Throws InvalidPlacement naming the square; `name` is the input's and may be empty.
[[noreturn]] void report_column_out_of_range(const Square& square, std::uint64_t board_size,
                                             const std::string& name = "");

/// Throws InvalidPlacement for the first column that is not below the number of columns.
void require_columns_on_board(std::span<const Column> columns);

}  // namespace nqueens
