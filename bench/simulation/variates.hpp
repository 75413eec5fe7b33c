// Random numbers of the distributions that the simulation draws from, the same on every machine
// but for the last bits of the logarithm.
#pragma once

#include <cmath>
#include <numbers>

#include "base/random.hpp"

namespace nqueens::bench {

/// Uniform, above 0 and at most 1.
inline double uniform(base::Random& random) {
  return std::ldexp(static_cast<double>((random.next() >> 11) + 1), -53);
}

inline double exponential(base::Random& random, double mean) {
  return -mean * std::log(uniform(random));
}

/// Box and Muller (1958), one of the two numbers.
inline double standard_normal(base::Random& random) {
  const double radius = std::sqrt(-2 * std::log(uniform(random)));
  return radius * std::cos(2 * std::numbers::pi * uniform(random));
}

/// Of mean 1, where `spread` is the standard deviation of the logarithm.
inline double log_normal(base::Random& random, double spread) {
  return spread > 0 ? std::exp(spread * standard_normal(random) - spread * spread / 2) : 1;
}

}  // namespace nqueens::bench
