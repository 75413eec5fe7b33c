// Published values to check results against. Never used on the path that computes a count.
#pragma once

#include <optional>

#include "nqueens/wide.hpp"

namespace nqueens {

/// Number of solutions of the board, n = 0 to 27 (OEIS A000170); nullopt outside.
std::optional<WideCount> known_solutions(int board_size);

/// Number of fundamental solutions, rotations and reflections counted once, n = 0 to 27
/// (OEIS A002562, with 1 for the empty board); nullopt outside.
std::optional<WideCount> known_fundamental_solutions(int board_size);

}  // namespace nqueens
