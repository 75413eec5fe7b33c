// Who gives tasks in a simulation: static shards as of the command line, and the lease table of the
// MPI program itself. Owns neither clock nor workers.
#pragma once

#include <cstdint>
#include <vector>

#include "bench/simulation/leases.hpp"
#include "bench/simulation/simulation.hpp"
#include "counting/plan.hpp"
#include "journal/shards.hpp"

namespace nqueens::bench {

/// Worker i does shard i and no other, also after failures.
class ShardSource final : public TaskSource {
 public:
  /// Tasks of a shard are done in the order of `order`, which has every task once.
  ShardSource(const journal::Shards& shards, const std::vector<std::uint32_t>& order);

  void joined(std::uint32_t worker, double now) override;
  std::vector<std::uint64_t> take(std::uint32_t worker, double now) override;
  void finished(std::uint32_t worker, std::uint64_t task, double took, double now) override;

 private:
  std::vector<std::vector<std::uint64_t>> tasks_;  ///< by shard
  std::vector<bool> is_given_;                     ///< by shard, since its worker has joined
  std::vector<bool> done_;
};

/// Workers get leases on batches. The plan must outlive this.
class LeaseSource final : public TaskSource {
 public:
  LeaseSource(const counting::Plan& plan, double cost_per_second, int cores_per_worker,
              const mpi::LeaseRules& rules = {});

  void joined(std::uint32_t worker, double now) override;
  std::vector<std::uint64_t> take(std::uint32_t worker, double now) override;
  void finished(std::uint32_t worker, std::uint64_t task, double took, double now) override;
  double next_change(double now) const override;

  const mpi::LeaseTable& table() const { return table_; }

 private:
  mpi::LeaseTable table_;
  int cores_per_worker_;
  double last_look_ = 0;  ///< for leases that have ended
};

}  // namespace nqueens::bench
