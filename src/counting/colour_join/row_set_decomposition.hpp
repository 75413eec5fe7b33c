// Decomposition "row-sets": a task fixes R_e, the even rows whose queens stand on even columns, and
// takes a run of the sets R_o of odd rows whose queens stand on odd columns.
#pragma once

#include "counting/decomposition.hpp"

namespace nqueens::counting {

const Decomposition& row_set_decomposition();

}  // namespace nqueens::counting
