// Decomposition "rows": a task fixes the queens of the first rows. Knuth's estimator tells how many
// queens backtracking places: the mean of random descents into the search tree.
#pragma once

#include <memory>
#include <string_view>

#include "base/random.hpp"
#include "domain/problem.hpp"
#include "engine/engine.hpp"

namespace nqueens::engine {

/// Precondition: refusal_of_rows(problem) is empty.
std::shared_ptr<const Decomposition> row_decomposition(const Problem& problem);

/// Serves Engine::refusal() for boards whose prefixes a RowPrefix cannot hold.
inline std::string_view refusal_of_rows(const Problem& problem) {
  return problem.rows() > kMaxCountSize || problem.columns() > kMaxCountSize
             ? "boards above 32 rows or columns"
             : "";
}

/// Returns the mean of `descents` values of a function that takes a base::Random&. It is the same
/// on every machine if the values are.
template <typename Descent>
double mean_of_descents(int descents, Descent descend) {
  base::Random random(1);
  double sum = 0;
  for (int i = 0; i < descents; ++i) sum += descend(random);
  return sum / descents;
}

/// Predicts how many queens are placed to count all solutions row by row from the top, by random
/// descents, in 0.1 to 1 ms; half of that if mirror images are left out. It is the same on every
/// machine.
double predicted_row_nodes(const Problem& problem);

/// Engine bitmask takes this many core seconds per queen on restricted boards.
inline constexpr double kSecondsPerRowQueen = 4.5e-9;

}  // namespace nqueens::engine
