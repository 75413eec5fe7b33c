// What `nqueens plan` and `nqueens count --dry-run` print: text, a table for a range, JSON members.
#pragma once

#include <string>
#include <vector>

#include "cli/commands/record.hpp"
#include "cli/terminal/paint.hpp"
#include "nqueens/cluster.hpp"
#include "nqueens/count.hpp"

namespace nqueens::cli {

/// Several lines for one plan.
std::string plan_text(const CountPlan& plan, const Paint& paint);
std::string shard_plan_text(const ShardPlan& plan, const Paint& paint);

/// One line for each plan.
std::string plan_table(const std::vector<CountPlan>& plans, const Paint& paint);

/// A note that explains predicted times.
std::string prediction_note();

/// Adds the members of one plan.
void add_plan(Json& record, const CountPlan& plan);
void add_shard_plan(Json& record, const ShardPlan& plan);

}  // namespace nqueens::cli
