// The squares and board sizes of a counting problem as they stand on a command line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "nqueens/placement.hpp"

namespace nqueens::cli {

/// "16" or "8..16", both ends included.
struct BoardRange {
  int first = 0;
  int last = 0;
  bool is_range = false;
};

/// Throws InvalidArgument outside of 0 to kMaxCountSize.
int parse_board_size(std::string_view text);

/// Throws InvalidArgument outside of 0 to kMaxCountSize and for an empty range.
BoardRange parse_board_range(std::string_view text);

/// Throws InvalidArgument for boards that only --force counts.
void require_computed_size(int board_size);

/// "0:3,4:7": rows and columns of a board, counted from 0. Throws InvalidArgument.
std::vector<Square> parse_squares(std::string_view text, int board_size);

}  // namespace nqueens::cli
