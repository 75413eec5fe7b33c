#include "engine/depth.hpp"

namespace nqueens::engine {

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
