// The plan of a count that several machines share. It hangs on the problem, the number of shards
// and what the command line names, on nothing that a machine has: neither threads nor instruction
// set. Knows neither files nor which shard is whose.
#pragma once

#include <optional>
#include <stop_token>
#include <string_view>

#include "counting/engine.hpp"
#include "counting/plan.hpp"

namespace nqueens::api {

/// The named engine; "auto" takes the fastest of a machine with every instruction set, so that the
/// decomposition is the same on all of them. Throws InvalidArgument when it is unknown or cannot
/// count the problem.
const counting::Engine& choose_engine(const Problem& problem, std::string_view name);

/// Depth `depth`, or where absent one that gives each shard enough tasks for eight threads; on
/// small boards, where so many tasks would not be worth it, the least that gives each shard a task.
/// Throws InvalidArgument for a number of shards outside 1..kMaxTasks, and as Plan does.
counting::Plan make_plan(const Problem& problem, const counting::Engine& engine,
                         std::optional<int> depth, int shards, const std::stop_token& stop);

}  // namespace nqueens::api
