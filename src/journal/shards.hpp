// Shards: the tasks of a plan dealt out to a number of workers by predicted cost, the same on every
// machine. A shard belongs to a command line, not to a journal: knows neither files nor engines.
//
// The rule: the costliest task first (equal costs: the lower id first), each to the shard that has
// the least cost so far (equal costs: the lowest shard). This is Graham's longest processing time
// rule (SIAM J. Appl. Math. 17, 1969): the largest shard is at most 4/3 of the best possible, and
// with some hundred tasks in each the shards are level to a fraction of a task.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "counting/task.hpp"

namespace nqueens::journal {

struct ShardLoad {
  std::uint64_t tasks = 0;
  std::uint64_t cost = 0;  ///< predicted, in the unit of Task::cost
};

class Shards {
 public:
  /// Deals the tasks (ids ascending from 0) out to `count` shards, 1 to the number of tasks (1
  /// where there is no task at all); throws InvalidArgument outside. O(tasks log tasks).
  Shards(std::span<const counting::Task> tasks, int count);

  int count() const { return static_cast<int>(loads_.size()); }
  /// The shard of a task; both are counted from 0 here.
  int of(std::uint64_t task) const { return static_cast<int>(shard_of_[task]); }
  /// What each shard has.
  const std::vector<ShardLoad>& loads() const { return loads_; }

 private:
  std::vector<std::uint32_t> shard_of_;  // by task
  std::vector<ShardLoad> loads_;
};

}  // namespace nqueens::journal
