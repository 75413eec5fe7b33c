// Counts the solutions that a symmetry maps to themselves. Queens are placed in whole orbits, so
// the search is only a half or a quarter of the board deep. (On a plain board of N > 1 no solution
// equals its mirror image: two queens would share a line.)
#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include "domain/problem.hpp"
#include "nqueens/symmetry.hpp"

namespace nqueens::engine {

/// Queens of the first rows of a solution that equals its half turn, and the lines that the pairs
/// attack, one bit each: a board of 32 has 63 diagonals.
struct HalfTurnPrefix {
  int row = 0;                      ///< next row to fill
  std::uint64_t columns = 0;        ///< bit c
  std::uint64_t diagonals = 0;      ///< bit c - r + n - 1
  std::uint64_t antidiagonals = 0;  ///< bit c + r
};

/// Returns disjoint classes of the half-turn symmetric solutions whose first queen stands in the
/// left half, at most `rows` rows deep: half of all of them (n > 1). n = 2 to 32.
std::vector<HalfTurnPrefix> half_turn_prefixes(int board_size, int rows);

/// Counts the solutions of one class. Returns false when stopped; the count is then invalid.
bool count_half_turn(int board_size, const HalfTurnPrefix& prefix, const std::stop_token& stop,
                     std::uint64_t& solutions);

/// Counts solutions of any problem that the symmetry maps to themselves; none if the symmetry does
/// not keep the shape of the board. Returns false when stopped; the count is then invalid.
bool count_fixed(const Problem& problem, Symmetry symmetry, const std::stop_token& stop,
                 std::uint64_t& solutions);

}  // namespace nqueens::engine
