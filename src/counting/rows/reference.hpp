// The engine that is obviously right: every other one is checked against it.
#pragma once

#include "counting/engine.hpp"

namespace nqueens::counting {

const Engine& reference_engine();

}  // namespace nqueens::counting
