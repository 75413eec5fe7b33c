// Takes a problem and gives the decomposition "row-sets", whose tasks are ranges of the units of
// one R_e (the even rows whose queens stand on even columns).
#pragma once

#include <memory>

#include "engine/colour_join/board/quartered_board.hpp"
#include "engine/colour_join/model/model.hpp"
#include "engine/colour_join/plan/plan_costs.hpp"
#include "engine/decomposition.hpp"

namespace nqueens::engine {

/// Tasks are made of these, once per run, for the decomposition and the engine, in time and memory
/// proportional to 2^(N / 2).
struct RowSets {
  explicit RowSets(const Problem& problem) : board(problem) {}
  RowSets(const RowSets&) = delete;

  const colour_join::QuarteredBoard board;
  const colour_join::Units units{board};
  const colour_join::BoardEstimate estimate{board};
  const colour_join::PlanCosts costs{board, estimate};
  const colour_join::Model model{board, estimate};  ///< with the usual limits
};

std::shared_ptr<const Decomposition> row_set_decomposition(const Problem& problem,
                                                           std::shared_ptr<const RowSets> sets);

/// Makes it with sets of its own.
std::shared_ptr<const Decomposition> row_set_decomposition(const Problem& problem);

}  // namespace nqueens::engine
