// Runs work on a fixed number of workers: one TBB task arena for each NUMA node, threads bound by
// an observer as asked. Knows nothing of what the work is.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "nqueens/execution.hpp"
#include "run/topology.hpp"

namespace nqueens::run {

/// The share of one NUMA node in a run.
struct NodeShare {
  int numa_node = 0;
  int threads = 0;
  /// For each thread the processors it may run on; empty lists where threads are not bound.
  std::vector<std::vector<int>> bindings;
  friend bool operator==(const NodeShare&, const NodeShare&) = default;
};

/// Divides threads over the NUMA nodes in proportion to their processors (largest remainders, the
/// earlier node first where they are equal; a node without threads is left out), and gives every
/// thread its processors. Threads that are bound to nothing belong to no node: Pinning::none gives
/// one share. Deterministic. Precondition: threads >= 1.
std::vector<NodeShare> divide_threads(const Topology& topology, int threads, Pinning pinning);

class Executor {
 public:
  /// `threads` 0 takes topology.default_threads(). Throws InvalidArgument outside 0..kMaxThreads.
  Executor(int threads, Pinning pinning);
  Executor(Topology topology, int threads, Pinning pinning);
  ~Executor();
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  int threads() const { return threads_; }
  const Topology& topology() const { return topology_; }
  const std::vector<NodeShare>& shares() const { return shares_; }

  /// Calls work(w) once for every worker w = 0..threads()-1 and returns when all calls have
  /// returned. Calls run at the same time as far as threads are there; on a busy machine one
  /// thread may make several calls one after the other, so work must not wait for another worker
  /// to begin. The first exception is thrown again here, after all calls have ended.
  /// The calling thread makes the call for worker 0, is bound while it takes part, and comes out
  /// with the binding it had. May be called from several threads at once, and from within work.
  void run(const std::function<void(int worker)>& work);

 private:
  class ArenaSet;
  class ArenaSets;
  Topology topology_;
  int threads_;
  std::vector<NodeShare> shares_;
  std::unique_ptr<ArenaSets> arena_sets_;
};

}  // namespace nqueens::run
