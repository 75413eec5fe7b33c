// Predictions by Knuth's estimator: the mean of random descents into a search tree.
#pragma once

#include "base/random.hpp"

namespace nqueens::counting {

/// The mean of `descents` values of the function, which takes a base::Random&. The same on every
/// machine if the function is.
template <typename Descent>
double mean_of_descents(int descents, Descent descend) {
  base::Random random(1);
  double sum = 0;
  for (int i = 0; i < descents; ++i) sum += descend(random);
  return sum / descents;
}

}  // namespace nqueens::counting
