// Classes of the colour join: the even rows whose queens stand on even columns, and runs of the
// same for odd rows below it.
#pragma once

#include "tasks/decomposition.hpp"

namespace nqueens::tasks {

const Decomposition& row_set_decomposition();

}  // namespace nqueens::tasks
