// The solver "windowed": fills the board window by window, so that it works in the cache on any
// board, leaves next to no row over, and lets threads work on one board together. Linear time; for
// a hundred to four billion queens.
#pragma once

#include "search/solver.hpp"

namespace nqueens::search {

const Solver& windowed_solver();

}  // namespace nqueens::search
