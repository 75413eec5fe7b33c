#include "engine/decomposition.hpp"

#include <fmt/format.h>

#include "nqueens/error.hpp"

namespace nqueens::engine {

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
                  const std::function<std::optional<DepthEstimate>(int depth)>& estimate_at) {
  constexpr double kMaxAddedFraction = 0.015;
  constexpr double kMaxUsualTasks = 16'000;
  constexpr double kMaxTaskSeconds = 120;
  // More tasks would cost more memory and journal than they gain.
  constexpr double kMaxPlannedTasks = 1.5e6;
  std::optional<DepthEstimate> last = estimate_at(0);
  int deepest = 0;
  for (int depth = 1; last && depth <= max_depth; ++depth) {
    const std::optional<DepthEstimate> estimate = estimate_at(depth);
    if (!estimate || estimate->tasks < last->tasks ||
        estimate->added_seconds > kMaxAddedFraction * seconds)
      break;
    const double most = last->longest_seconds > kMaxTaskSeconds ? kMaxPlannedTasks : kMaxUsualTasks;
    if (estimate->tasks > most) break;
    // A depth that cuts nothing is not taken, but the next one may cut something.
    if (estimate->tasks > last->tasks) deepest = depth;
    last = estimate;
  }
  return deepest;
}

double grown(double seconds, double factor, int steps) {
  for (; steps < 0; ++steps) seconds /= factor;
  for (; steps > 0; --steps) seconds *= factor;
  return seconds;
}

}  // namespace nqueens::engine
