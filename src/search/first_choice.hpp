// First improvement over exchanges of two rows, with a random exchange of four at local optima.
#pragma once

#include "search/solver.hpp"

namespace nqueens::search {

const Solver& first_choice_solver();

}  // namespace nqueens::search
