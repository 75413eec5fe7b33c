// Decomposition "row-sets": a task fixes R_e, the even rows whose queens stand on even columns, and
// has a run of the sets R_o of odd rows whose queens stand on odd columns.
#pragma once

#include <memory>

#include "counting/colour_join/colour_join.hpp"
#include "counting/colour_join/cost.hpp"
#include "counting/colour_join/estimate.hpp"
#include "counting/colour_join/plan.hpp"
#include "counting/colour_join/units.hpp"
#include "counting/decomposition.hpp"

namespace nqueens::counting {

/// What a run of the colour join knows of its board before it counts: made once, for the
/// decomposition and the engine. Takes time and memory in proportion to 2^(N / 2).
struct ColourModel {
  explicit ColourModel(int board_size, const ColourJoinLimits& limits = {});
  ColourModel(const ColourModel&) = delete;
  ColourModel& operator=(const ColourModel&) = delete;

  const ColourBoard board;
  const ColourUnits units;
  const ColourEstimate estimate;
  const ColourPlan plan;
  const ColourCost cost;  ///< by the usual limits: tasks do not depend on them
};

std::shared_ptr<const Decomposition> row_set_decomposition(
    const Problem& problem, std::shared_ptr<const ColourModel> model);

/// With a model of its own.
std::shared_ptr<const Decomposition> row_set_decomposition(const Problem& problem);

}  // namespace nqueens::counting
