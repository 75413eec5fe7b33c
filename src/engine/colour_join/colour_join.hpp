// The engine colour-join: takes a task and adds the solutions of its units to a tally (README.md).
#pragma once

#include <memory>

#include "engine/colour_join/model/model.hpp"
#include "engine/colour_join/plan/row_sets.hpp"
#include "engine/engine.hpp"

namespace nqueens::engine {

/// The engine with limits that tests turn down.
Engine make_colour_join(const colour_join::Limits& limits);

}  // namespace nqueens::engine
