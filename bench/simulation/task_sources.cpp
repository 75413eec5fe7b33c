#include "bench/simulation/task_sources.hpp"

#include <fmt/format.h>

namespace nqueens::bench {

namespace {

/// How often a coordinator looks for leases that have ended while workers wait.
constexpr double kSecondsBetweenLooks = 1;

}  // namespace

ShardSource::ShardSource(const journal::Shards& shards, const std::vector<std::uint32_t>& order)
    : tasks_(static_cast<std::size_t>(shards.count())),
      is_given_(tasks_.size(), false),
      done_(order.size(), false) {
  for (const std::uint32_t task : order) {
    tasks_[static_cast<std::size_t>(shards.of(task))].push_back(task);
  }
}

void ShardSource::joined(std::uint32_t worker, double /*now*/) {
  is_given_.at(worker) = false;
}

std::vector<std::uint64_t> ShardSource::take(std::uint32_t worker, double /*now*/) {
  std::vector<std::uint64_t> left;
  if (is_given_.at(worker)) return left;  // the worker has the rest already
  is_given_[worker] = true;
  for (const std::uint64_t task : tasks_.at(worker)) {
    if (!done_[task]) left.push_back(task);
  }
  return left;
}

void ShardSource::finished(std::uint32_t /*worker*/, std::uint64_t task, double /*took*/,
                           double /*now*/) {
  done_[task] = true;
}

LeaseSource::LeaseSource(const counting::Plan& plan, double cost_per_second, int cores_per_worker,
                         const mpi::LeaseRules& rules)
    : table_(plan, cost_per_second, rules), cores_per_worker_(cores_per_worker) {}

void LeaseSource::joined(std::uint32_t worker, double /*now*/) {
  table_.join(static_cast<int>(worker), fmt::format("worker {}", worker), cores_per_worker_);
}

std::vector<std::uint64_t> LeaseSource::take(std::uint32_t worker, double now) {
  if (now - last_look_ >= kSecondsBetweenLooks) {
    last_look_ = now;
    table_.expire(mpi::Seconds{now});
  }
  return table_.grant(static_cast<int>(worker), mpi::Seconds{now});
}

void LeaseSource::finished(std::uint32_t worker, std::uint64_t task, double took, double now) {
  table_.complete(static_cast<int>(worker), task, counting::Tally{}, mpi::Seconds{took},
                  mpi::Seconds{now});
}

double LeaseSource::next_change(double now) const {
  return now + kSecondsBetweenLooks;
}

}  // namespace nqueens::bench
