// Boards, squares and diagonals as text, in the words of the command line.
#pragma once

#include <cstdint>
#include <string>

#include "nqueens/board.hpp"

namespace nqueens {

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

}  // namespace nqueens
