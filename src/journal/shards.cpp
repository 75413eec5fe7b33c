#include "journal/shards.hpp"

#include <fmt/format.h>

#include <functional>
#include <numeric>
#include <queue>

#include "nqueens/error.hpp"

namespace nqueens::journal {

Shards::Shards(std::span<const engine::Task> tasks, int count) : shard_of_(tasks.size()) {
  const std::size_t max = std::max<std::size_t>(1, tasks.size());
  if (count < 1 || static_cast<std::size_t>(count) > max) {
    throw InvalidArgument(
        fmt::format("number of shards out of range: {}; 1 to {}, the number of tasks at this depth",
                    count, max));
  }
  std::vector<std::uint32_t> order(tasks.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t one, std::uint32_t other) {
    return tasks[one].cost > tasks[other].cost;
  });

  // The shard with the least cost is on top, among equals the lowest.
  using Entry = std::pair<std::uint64_t, std::uint32_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> least;
  for (int shard = 0; shard < count; ++shard) least.push({0, static_cast<std::uint32_t>(shard)});
  for (const std::uint32_t task : order) {
    const auto [dealt, shard] = least.top();
    least.pop();
    shard_of_[task] = shard;
    least.push({dealt + tasks[task].cost, shard});
  }
}

std::optional<std::pair<std::string, std::string>> around_number(const std::string& file,
                                                                 int number) {
  const std::string digits = fmt::to_string(number);
  const auto is_digit_at = [&](std::size_t at) {
    return at < file.size() && file[at] >= '0' && file[at] <= '9';
  };
  const std::size_t name = file.rfind('/') + 1;  // 0 without a slash
  for (std::size_t at = file.size(); at-- > name;) {
    const std::size_t end = at + digits.size();
    if (file.compare(at, digits.size(), digits) != 0 || is_digit_at(end)) continue;
    if (at == 0 || !is_digit_at(at - 1)) return std::pair{file.substr(0, at), file.substr(end)};
  }
  return std::nullopt;
}

std::string journal_like(const std::string& journal, int shard, int other) {
  const auto parts = around_number(journal, shard);
  return parts ? fmt::format("{}{}{}", parts->first, other, parts->second) : "";
}

}  // namespace nqueens::journal
