// Counts tasks of row sets again, for audits: the placements of each colour are listed one by one
// and counted by their columns. It has the board's weights and the list of units in common with the
// colour join (colour_join/README.md), and nothing of how that counts: no bits, and no matrices of
// 16-bit numbers.
#pragma once

#include "counting/decomposition.hpp"

namespace nqueens::counting {

/// For the plain board. A thread takes 16 bytes for every pair of column sets of a unit: 14 MB at
/// N = 24, 190 MB at N = 28.
WorkerMaker colour_listing(int board_size);

}  // namespace nqueens::counting
