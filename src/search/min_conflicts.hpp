// The solver "min-conflicts": random-restart min-conflicts (Minton, Johnston, Philips and Laird,
// "Solving large-scale constraint satisfaction and scheduling problems using a heuristic repair
// method", 1990). A random start, then one queen in conflict after another goes to the column of
// its row with the fewest conflicts.
#pragma once

#include "search/solver.hpp"

namespace nqueens::search {

const Solver& min_conflicts_solver();

}  // namespace nqueens::search
