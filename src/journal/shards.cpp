#include "journal/shards.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <queue>
#include <utility>

#include "nqueens/error.hpp"

namespace nqueens::journal {

namespace {

std::size_t checked_count(std::size_t tasks, int count) {
  const std::size_t max = std::max<std::size_t>(1, tasks);
  if (count < 1 || static_cast<std::size_t>(count) > max) {
    throw InvalidArgument(
        fmt::format("number of shards out of range: {}; 1 to {}, the number of tasks at this depth",
                    count, max));
  }
  return static_cast<std::size_t>(count);
}

}  // namespace

Shards::Shards(std::span<const counting::Task> tasks, int count)
    : shard_of_(tasks.size()), loads_(checked_count(tasks.size(), count)) {
  std::vector<std::uint32_t> order(tasks.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t one, std::uint32_t other) {
    return tasks[one].cost > tasks[other].cost;
  });

  // The shard of least cost, among equals the lowest, is on top.
  using Entry = std::pair<std::uint64_t, std::uint32_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> least;
  for (std::uint32_t shard = 0; shard < loads_.size(); ++shard) least.push({0, shard});
  for (const std::uint32_t task : order) {
    const auto [dealt, shard] = least.top();
    least.pop();
    shard_of_[task] = shard;
    loads_[shard].cost += tasks[task].cost;
    ++loads_[shard].tasks;
    least.push({dealt + tasks[task].cost, shard});
  }
}

}  // namespace nqueens::journal
