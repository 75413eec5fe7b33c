// Decomposition "rows": a task fixes the queens of the first rows.
#pragma once

#include "counting/decomposition.hpp"

namespace nqueens::counting {

const Decomposition& row_decomposition();

}  // namespace nqueens::counting
