// What `nqueens plan` prints of a count cut into shards: text and JSON members.
#pragma once

#include <string>

#include "cli/commands/record.hpp"
#include "cli/terminal/paint.hpp"
#include "nqueens/cluster.hpp"

namespace nqueens::cli {

/// `restricted` says that the times are no more than upper bounds.
std::string shard_plan_text(const std::string& title, const ShardPlan& plan, bool restricted,
                            const Paint& paint);

/// Adds the members of one plan.
void add_shard_plan(Json& record, const ShardPlan& plan);

}  // namespace nqueens::cli
