// Decomposition "rows": a task fixes the queens of the first rows. Also estimates how many queens
// backtracking places, by Knuth's estimator: the mean of random descents into the search tree.
#pragma once

#include <memory>
#include <string_view>

#include "base/random.hpp"
#include "domain/problem.hpp"
#include "engine/engine.hpp"

namespace nqueens::engine {

/// Precondition: refusal_of_rows(problem) is empty.
std::shared_ptr<const Decomposition> row_decomposition(const Problem& problem);

/// Engine::refusal() for boards whose prefixes a RowPrefix cannot hold.
inline std::string_view refusal_of_rows(const Problem& problem) {
  return problem.rows() > kMaxCountSize || problem.columns() > kMaxCountSize
             ? "boards above 32 rows or columns"
             : "";
}

/// The mean of `descents` values of a function that takes a base::Random&. The same on every
/// machine if the function's values are.
template <typename Descent>
double mean_of_descents(int descents, Descent descend) {
  base::Random random(1);
  double sum = 0;
  for (int i = 0; i < descents; ++i) sum += descend(random);
  return sum / descents;
}

/// Queens placed to count all solutions row by row from the top, estimated by random descents;
/// takes 0.1 to 1 ms. The same on every machine. Halved if mirror images are left out.
double predicted_row_nodes(const Problem& problem);

/// Core seconds of engine bitmask per queen, on restricted boards.
inline constexpr double kSecondsPerRowQueen = 4.5e-9;

}  // namespace nqueens::engine
