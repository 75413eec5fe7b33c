// What `nqueens count --dry-run` prints of plans: text, a table for a range, JSON members.
#pragma once

#include <string>
#include <vector>

#include "cli/colour.hpp"
#include "cli/record.hpp"
#include "nqueens/count.hpp"

namespace nqueens::cli {

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
