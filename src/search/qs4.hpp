// The solver "qs4": a greedy start without conflicts but for a few rows, then swaps of columns
// (Sosic and Gu, "Efficient local search with conflict minimization: a case study of the n-queens
// problem", 1994). Linear time.
#pragma once

#include "search/solver.hpp"

namespace nqueens::search {

const Solver& qs4_solver();

}  // namespace nqueens::search
