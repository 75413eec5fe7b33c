// The engine that is obviously right: every other one is checked against it.
#pragma once

#include "engine/engine.hpp"

namespace nqueens::engine {

const Engine& reference_engine();

}  // namespace nqueens::engine
