// What restricts a problem, in the words of the command line.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "nqueens/problem.hpp"

namespace nqueens {

/// The squares with row + column = number (anti), or with column - row = number.
struct Diagonal {
  bool anti = false;
  int number = 0;
  friend bool operator==(const Diagonal&, const Diagonal&) = default;
};

/// What --place, --block and --exclude take to make a problem, as short as may be.
struct Restrictions {
  std::vector<std::string> queens;    ///< "0:3"
  std::vector<std::string> blocked;   ///< "0:3"
  std::vector<std::string> excluded;  ///< "d:-3", "a:5"
  int forbidden = 0;                  ///< squares blocked or excluded
};
Restrictions restrictions_of(const Problem& problem);

/// Requires queens on squares of the board, any of them several times. Throws InvalidArgument for
/// one that may not stand there, and for two that attack each other.
void place_queens(std::span<const Square> queens, Problem& problem);

/// "8" or "8x12".
std::string board_text(std::uint64_t rows, std::uint64_t columns);
std::string board_text(const Problem& problem);

/// "8 with 0:3 without 1:1", "torus 13", "8x12". Long lists are left out: "28 without 400 squares".
std::string to_text(const Problem& problem);

}  // namespace nqueens
