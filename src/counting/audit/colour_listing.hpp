// Recounts tasks of row sets, for audits: lists the placements of each colour one by one and counts
// them by their columns. Shares with the colour join (colour_join/README.md) only the board's
// weights and the list of units, none of its counting.
#pragma once

#include "counting/decomposition.hpp"

namespace nqueens::counting {

/// For the plain board. A thread takes 16 bytes for every pair of column sets of a unit: 14 MB at
/// N = 24, 190 MB at N = 28.
WorkerMaker colour_listing(int board_size);

}  // namespace nqueens::counting
