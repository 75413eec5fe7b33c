// Chooses how deep a plan cuts, by predicted seconds alone: the same on every machine.
#pragma once

#include <functional>
#include <optional>

namespace nqueens::engine {

/// What a depth does to the work, by prediction.
struct Cut {
  double tasks = 1;
  double added_seconds = 0;    ///< core seconds more than at depth 0: for starting tasks
  double longest_seconds = 0;  ///< of a task; the mean if only that is known
};

/// The deepest depth that adds at most 1.5 percent to the work and makes at most 16,000 tasks; more
/// tasks if some would take longer than two minutes, which is what a kill loses. At least depth 0.
/// (With 128 threads at N = 20 a finer cut saves more at the end than its tasks cost: 92 ms at
/// depth 0, 64 ms at depth 3 with 1.5 percent more work, 62 ms at depth 5 with 9 percent more.)
/// `cut_at` gives nothing for a depth that it does not know; the search ends there.
int deepest_depth(int max_depth, double seconds,
                  const std::function<std::optional<Cut>(int depth)>& cut_at);

/// `seconds` times `factor` to the power of `steps`, which may be negative: predicted work grows by
/// a factor with N, for most engines about eightfold. The same on every machine, unlike std::pow.
double grown(double seconds, double factor, int steps);

}  // namespace nqueens::engine
