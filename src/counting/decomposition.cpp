#include "counting/decomposition.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "nqueens/error.hpp"

namespace nqueens::counting {

WideCount factorial(int n) {
  WideCount product = 1;
  for (int i = 2; i <= n; ++i) product *= static_cast<std::uint32_t>(i);
  return product;
}

void check_listing(std::size_t tasks, int depth, const std::stop_token& stop) {
  if (stop.stop_requested()) throw Stopped("stopped: the plan was not made yet; nothing was done");
  if (tasks < kMaxTasks) return;
  throw InvalidArgument(
      fmt::format("depth gives more than {} tasks: {}; use a smaller depth, or none for a good one",
                  kMaxTasks, depth));
}

int depth_with_tasks(double wanted, int max_depth,
                     const std::function<std::optional<std::uint64_t>(int depth)>& tasks_at) {
  int depth = 0;
  for (std::uint64_t listed = 1; depth < max_depth && static_cast<double>(listed) < wanted;
       ++depth) {
    const std::optional<std::uint64_t> deeper = tasks_at(depth + 1);
    if (!deeper || *deeper < listed) break;
    listed = *deeper;
  }
  return depth;
}

std::uint64_t grown_eightfold(std::uint64_t millionths, int steps) {
  constexpr std::uint64_t kLargest = 1'000'000'000'000'000;
  for (; steps < 0; ++steps) millionths /= 8;
  for (; steps > 0 && millionths < kLargest; --steps) millionths *= 8;
  return std::min(millionths, kLargest);
}

}  // namespace nqueens::counting
