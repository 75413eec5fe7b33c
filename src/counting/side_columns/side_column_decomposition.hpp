// Decomposition "side-columns": a task fixes the queens of the first side columns (column 0, the
// last one, column 1, the last but one, ...), of one of the eight images of each solution.
#pragma once

#include "counting/decomposition.hpp"

namespace nqueens::counting {

std::shared_ptr<const Decomposition> side_column_decomposition(const Problem& problem);

}  // namespace nqueens::counting
