// Runs work on several TBB threads, bound to processors as asked.
#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "nqueens/execution.hpp"

namespace nqueens::run {

/// How many threads a run starts of which so many are wanted: no more than default_threads(), and
/// that many for 0. Throws InvalidArgument outside 0..kMaxThreads.
int useful_threads(int wanted);

class Executor {
 public:
  /// Has useful_threads(wanted). Starts nothing; the topology is read by the first run that binds
  /// threads.
  Executor(int wanted, Pinning pinning) : threads_(useful_threads(wanted)), pinning_(pinning) {}
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
