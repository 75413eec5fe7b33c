// Backtracking that tries the column first which leaves the most free squares. Not a local search,
// but it shares their counters, statistics and race.
#pragma once

#include "localsearch/solver.hpp"

namespace nqueens::localsearch {

const Solver& max_free_solver();

}  // namespace nqueens::localsearch
