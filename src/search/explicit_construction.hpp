// The solver "explicit": a solution by formula, without any search, in O(N). What a search can be
// compared with.
#pragma once

#include "search/solver.hpp"

namespace nqueens::search {

/// The column of the queen in `row` of the solution that the formula gives. Source: Pauls, "Das
/// Maximalproblem der Damen auf dem Schachbrete", Deutsche Schachzeitung 29, 1874. Preconditions:
/// row < board_size; board_size is 1 or at least 4.
Column explicit_column(std::uint64_t board_size, std::uint64_t row);

const Solver& explicit_solver();

}  // namespace nqueens::search
