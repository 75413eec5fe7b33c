// Backtracking that tries the column first which leaves the most free squares. Not a local search,
// but it shares their counters, statistics and race.
#pragma once

#include "search/solver.hpp"

namespace nqueens::search {

const Solver& max_free_solver();

}  // namespace nqueens::search
