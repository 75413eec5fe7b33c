// What `nqueens count --dry-run` prints: text, a table for a range, JSON members.
#pragma once

#include <string>
#include <vector>

#include "cli/terminal/paint.hpp"
#include "nqueens/count.hpp"

namespace nqueens::cli {

/// Several lines for one plan.
std::string plan_text(const CountPlan& plan, const Paint& paint);

/// One line for each plan.
std::string plan_table(const std::vector<CountPlan>& plans, const Paint& paint);

/// A note that explains predicted times.
std::string prediction_note();

}  // namespace nqueens::cli
