// The search by the tightest line as an engine: counts any problem, faster than row by row where
// the board is restricted.
#pragma once

#include "counting/engine.hpp"

namespace nqueens::counting {

const Engine& tightest_line_engine();

}  // namespace nqueens::counting
