// The bitmask backtracker as an engine.
#pragma once

#include "counting/engine.hpp"

namespace nqueens::counting {

const Engine& bitmask_engine();

}  // namespace nqueens::counting
