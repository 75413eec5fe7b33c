// What `nqueens count --dry-run` prints of plans: text, a table for a range, JSON members.
#pragma once

#include <string>
#include <vector>

#include "cli/commands/record.hpp"
#include "cli/terminal/paint.hpp"
#include "nqueens/count.hpp"

namespace nqueens::cli {

/// "about 3 min 20 s", "less than 1 ms": predictions below that are no better than noise.
std::string about(double seconds);

/// "1.2 GiB: 40.0 MiB shared, 2 x 600.0 MiB for the threads, 1.0 MiB for the plan", of a CountPlan
/// or a ShardPlan.
template <typename Plan>
std::string memory_text(const Plan& plan);

/// Several lines for one plan; `restricted` says that the time is no more than an upper bound.
std::string plan_text(const std::string& title, const CountPlan& plan, bool restricted,
                      const Paint& paint);

/// One line for each plan.
std::string plan_table(const std::vector<CountPlan>& plans, const Paint& paint);

/// What the times of a dry run are, as a note beside them.
std::string prediction_note();

/// Adds the members of one plan.
void add_plan(Json& record, const CountPlan& plan);

}  // namespace nqueens::cli
