// The engines that place queens row by row.
#pragma once

#include "counting/engine.hpp"

namespace nqueens::counting {

/// Obviously right and slow: every other engine is checked against it.
const Engine& reference_engine();

/// The bitmask backtracker.
const Engine& bitmask_engine();

}  // namespace nqueens::counting
