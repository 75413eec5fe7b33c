// Recounts tasks for audits, by other means than their engine. Journals are unknown here.
#pragma once

#include <functional>
#include <stop_token>

#include "engine/engine.hpp"
#include "engine/plan.hpp"
#include "nqueens/placement.hpp"

namespace nqueens::engine {

/// Calls `visit` for every solution of the problem, each once. It is plain backtracking that shares
/// no code with the engines: rows with the fewest allowed columns first; it goes back if a row has
/// none left. Returns false if stopped before the end.
bool for_each_solution(const Problem& problem, const std::stop_token& stop,
                       const std::function<void(const Placement&)>& visit);

/// Lists the solutions of each task of the plan, as a problem of its own by masks of allowed
/// columns, and adds up their weights. The plan must outlive the result.
WorkerMaker recount_by_listing(const Plan& plan);

/// Has the engine count each task of the plan as a restricted problem. Precondition: the plan's
/// decomposition has_uniform_weights(). A worker throws InvalidArgument if the engine refuses such
/// a problem. The plan must outlive the result.
WorkerMaker recount_by_engine(const Plan& plan, const Engine& engine);

/// Recounts tasks of row sets: lists the placements of each colour one by one and counts them by
/// their columns. It shares with the colour join only the board's weights and the list of units. A
/// thread takes 16 bytes for each pair of column sets of a unit: 14 MB at N = 24, 190 MB at 28.
WorkerMaker recount_by_colour_listing(const Problem& problem);

}  // namespace nqueens::engine
