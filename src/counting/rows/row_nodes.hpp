// Predicts how many queens backtracking row by row places.
#pragma once

#include "domain/problem.hpp"

namespace nqueens::counting {

/// Queens placed to count all solutions row by row from the top, estimated by random descents; 0.1
/// to 1 ms. The same on every machine. Halved where only one of two mirror images is counted.
double predicted_row_nodes(const Problem& problem);

/// Of the engine bitmask, on restricted boards.
inline constexpr double kSecondsPerQueen = 4.5e-9;

}  // namespace nqueens::counting
