// The shards into which the tasks of a count are divided by predicted cost, the same on every
// machine. A journal is not tied to a shard. This knows neither files nor engines.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/task.hpp"

namespace nqueens::journal {

/// Deals the most costly task first (equal costs: the lower id), each to the shard with the least
/// cost so far (equal costs: the lowest shard): Graham's longest processing time rule (SIAM J.
/// Appl. Math. 17, 1969). The largest shard is at most 4/3 of the best possible.
class Shards {
 public:
  /// Divides the tasks (ids ascending from 0) into `count` shards, 1 to the number of tasks (1 if
  /// there are none); throws InvalidArgument otherwise. O(tasks log tasks).
  Shards(std::span<const engine::Task> tasks, int count);

  /// The shard of a task; both are counted from 0 here.
  int of(std::uint64_t task) const { return static_cast<int>(shard_of_[task]); }

 private:
  std::vector<std::uint32_t> shard_of_;  // by task
};

/// Returns what is before and after the number in the name of the file, where it last stands alone.
std::optional<std::pair<std::string, std::string>> around_number(const std::string& file,
                                                                 int number);
/// Names the journal of another shard like that of this one; returns nothing where the name does
/// not hold the number of the shard.
std::string journal_like(const std::string& journal, int shard, int other);

}  // namespace nqueens::journal
