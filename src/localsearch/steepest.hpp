// Steepest descent over all moves of one queen along its row.
#pragma once

#include "localsearch/solver.hpp"

namespace nqueens::localsearch {

const Solver& steepest_solver();

}  // namespace nqueens::localsearch
