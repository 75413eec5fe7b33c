// Shards: divides the tasks of a plan by predicted cost, the same on every machine. A journal is
// not tied to a shard; this file knows neither files nor engines.
//
// The rule: the task of the largest cost first (equal costs: the lower id first), each to the shard
// that has the least so far (equal costs: the lowest shard). This is Graham's longest processing
// time rule (SIAM J. Appl. Math. 17, 1969): the largest shard is at most 4/3 of the best possible,
// and with some hundred tasks in each the shards are level to a fraction of a task.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "counting/decomposition.hpp"

namespace nqueens::journal {

struct ShardLoad {
  std::uint64_t tasks = 0;
  std::uint64_t cost = 0;  ///< predicted, in the unit of Task::cost
};

class Shards {
 public:
  /// Divides the tasks (ids ascending from 0) into `count` shards, 1 to the number of tasks (1 for
  /// a plan without tasks); throws InvalidArgument outside. O(tasks log tasks).
  Shards(std::span<const counting::Task> tasks, int count);

  int count() const { return static_cast<int>(loads_.size()); }
  /// The shard of a task; both are counted from 0 here.
  int of(std::uint64_t task) const { return static_cast<int>(shard_of_[task]); }
  /// Tasks and cost of each shard.
  const std::vector<ShardLoad>& loads() const { return loads_; }

 private:
  std::vector<std::uint32_t> shard_of_;  // by task
  std::vector<ShardLoad> loads_;
};

}  // namespace nqueens::journal
