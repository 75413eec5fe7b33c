// First improvement over exchanges of two rows, with a random exchange of four at local optima.
#pragma once

#include "localsearch/solver.hpp"

namespace nqueens::localsearch {

const Solver& first_choice_solver();

}  // namespace nqueens::localsearch
