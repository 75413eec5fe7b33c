// Decomposition "rows": a task fixes the queens of the first rows.
#pragma once

#include "tasks/decomposition.hpp"

namespace nqueens::tasks {

const Decomposition& row_decomposition();

}  // namespace nqueens::tasks
