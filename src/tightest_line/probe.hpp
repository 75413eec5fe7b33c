// Knuth's estimator (Math. Comp. 29, 1975) of the search tree: a random descent, each queen
// weighted by the number of choices that led to it.
#pragma once

#include "base/random.hpp"
#include "domain/problem.hpp"

namespace nqueens::tightest_line {

/// What one descent says of the whole tree. The means of many descents tend to the true numbers;
/// a few rare descents carry much of them, so the mean of some hundreds is more often too low.
struct Probe {
  double nodes = 0;  ///< queens that a Walk places
  double solutions = 0;
};

/// One descent by the tightest line, every square of a line equally likely.
Probe probe(const Problem& problem, base::Random& random);

}  // namespace nqueens::tightest_line
