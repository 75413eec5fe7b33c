#include "engine/decomposition.hpp"

#include <fmt/format.h>

#include "nqueens/error.hpp"

namespace nqueens::engine {

void Tally::add(std::uint64_t solutions, std::uint32_t weight) {
  std::uint64_t product = 0;
  if (__builtin_mul_overflow(solutions, std::uint64_t{weight}, &product) ||
      __builtin_add_overflow(solutions_, product, &solutions_)) {
    throw Error(fmt::format(
        "task too large: its tally exceeds 64 bits after {} more; use a larger depth", solutions));
  }
  for (int which = 0; which < 2; ++which) {
    const std::uint64_t prime = kResiduePrimes[which];
    // All factors are below 2^32, so nothing here can wrap.
    residues_[which] = static_cast<std::uint32_t>(
        (residues_[which] + (solutions % prime) * (weight % prime)) % prime);
  }
}

void Tally::add_residues_to(std::uint32_t (&sums)[2]) const {
  for (int which = 0; which < 2; ++which) {
    sums[which] = (sums[which] + residues_[which]) % kResiduePrimes[which];
  }
}

Tally Tally::restored(std::uint64_t solutions, std::uint32_t residue0, std::uint32_t residue1) {
  Tally tally;
  tally.solutions_ = solutions;
  tally.residues_[0] = residue0;
  tally.residues_[1] = residue1;
  return tally;
}

bool Tally::is_consistent() const {
  return solutions_ % kResiduePrimes[0] == residues_[0] &&
         solutions_ % kResiduePrimes[1] == residues_[1];
}

WideCount factorial(int n) {
  WideCount product = 1;
  for (int i = 2; i <= n; ++i) product *= static_cast<std::uint32_t>(i);
  return product;
}

void check_listing(std::size_t tasks, int depth, const ListingLimits& limits) {
  if (limits.stop.stop_requested())
    throw Stopped("stopped: the plan was not made yet; nothing was done");
  if (tasks <= limits.most) return;
  throw InvalidArgument(
      fmt::format("depth gives more than {} tasks: {}; use a smaller depth, or none for a good one",
                  limits.most, depth));
}

int deepest_depth(int max_depth, double seconds,
                  const std::function<std::optional<Cut>(int depth)>& cut_at) {
  constexpr double kAddedPart = 0.015;
  constexpr double kUsualTasks = 16'000;
  constexpr double kMaxTaskSeconds = 120;
  // More tasks would cost more memory and journal than they gain.
  constexpr double kMaxPlannedTasks = 1.5e6;
  std::optional<Cut> last = cut_at(0);
  int deepest = 0;
  for (int depth = 1; last && depth <= max_depth; ++depth) {
    const std::optional<Cut> cut = cut_at(depth);
    if (!cut || cut->tasks < last->tasks || cut->added_seconds > kAddedPart * seconds) break;
    const double most = last->longest_seconds > kMaxTaskSeconds ? kMaxPlannedTasks : kUsualTasks;
    if (cut->tasks > most) break;
    // A depth that cuts nothing is not taken, but the next one may cut something.
    if (cut->tasks > last->tasks) deepest = depth;
    last = cut;
  }
  return deepest;
}

double grown(double seconds, double factor, int steps) {
  for (; steps < 0; ++steps) seconds /= factor;
  for (; steps > 0; --steps) seconds *= factor;
  return seconds;
}

}  // namespace nqueens::engine
