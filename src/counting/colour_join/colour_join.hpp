// The colour join as an engine. White queens (row + column even) and black ones share no diagonal,
// so for given rows and columns of the white queens the two colours are counted apart and
// multiplied. Method, proofs and figures: README.md beside this file.
#pragma once

#include <memory>

#include "counting/colour_join/model.hpp"
#include "counting/engine.hpp"

namespace nqueens::counting {

const Engine& colour_join_engine();

/// With limits that tests turn down.
std::unique_ptr<Engine> make_colour_join(const colour_join::Limits& limits);

}  // namespace nqueens::counting
