// Steepest descent over all moves of one queen along its row.
#pragma once

#include "search/solver.hpp"

namespace nqueens::search {

const Solver& steepest_solver();

}  // namespace nqueens::search
