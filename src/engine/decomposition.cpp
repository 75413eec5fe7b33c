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

}  // namespace nqueens::engine
