// Runs work on several TBB threads, bound to processors as asked.
#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "nqueens/execution.hpp"
#include "run/topology.hpp"

namespace nqueens::run {

/// No run starts more threads, 32 for each processor of this process; of more workers each thread
/// makes the calls of several.
int max_started_threads();

/// For each worker the processors it may run on; empty where it is not bound. Workers are divided
/// over the NUMA nodes in proportion to their processors (largest remainders; ties go to the
/// earlier node), and workers of one node are consecutive. Precondition: threads >= 1.
std::vector<std::vector<int>> divide_threads(const Topology& topology, int threads,
                                             Pinning pinning);

class Executor {
 public:
  /// `threads` 0 takes default_threads(). Starts nothing; the topology is read by the first run
  /// that binds threads. Throws InvalidArgument outside 0..kMaxThreads.
  Executor(int threads, Pinning pinning);
  /// Binds as on that machine.
  Executor(const Topology& topology, int threads, Pinning pinning);
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  int threads() const { return threads_; }

  /// Calls work(w) for every worker w below threads() and `max_workers`, and returns when all calls
  /// have returned. On a busy machine one thread may make several calls one after the other, so
  /// work must not wait for another worker to begin. The first exception is thrown here once the
  /// calls that had begun have ended; no further call is made.
  /// The calling thread makes the call for worker 0. Every thread is bound while it makes a call
  /// and gets its former binding back. May be called from several threads at once, and from within
  /// work.
  void run(const std::function<void(int worker)>& work, int max_workers = kMaxThreads);

 private:
  const std::vector<int>& binding_of(int worker);

  int threads_;
  Pinning pinning_;
  std::once_flag divided_;
  std::vector<std::vector<int>> bindings_;  ///< by worker; empty where none is bound
};

/// "oneTBB 2021.8.0".
std::string tbb_version();

}  // namespace nqueens::run
