// Runs work on several TBB threads, bound to processors as asked. Describes processors, caches and
// NUMA nodes, by hwloc. A run that binds no thread asks only the kernel: hwloc is slow.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "nqueens/execution.hpp"
#include "nqueens/fields.hpp"

struct hwloc_topology;

namespace nqueens::run {

/// Lists the processors that the calling thread may run on, ascending, by the kernel's numbers.
std::vector<int> binding_of_this_thread();
/// Does nothing for an empty list, or if the system refuses.
void bind_this_thread(const std::vector<int>& processors);

/// Takes one for each processor in the calling thread's affinity mask, fewer if a control group
/// limits CPU time (2 threads for 1.5 processors), and at least 1.
int default_threads();

/// Tests use it: while it lives, default_threads() is `processors` and that many threads really
/// start, on the processors that there are. Nothing may run when it begins or ends.
class PretendedProcessors {
 public:
  explicit PretendedProcessors(int processors);
  ~PretendedProcessors();
  PretendedProcessors(const PretendedProcessors&) = delete;
  PretendedProcessors& operator=(const PretendedProcessors&) = delete;

 private:
  std::shared_ptr<void> allowed_;  ///< a tbb::global_control
};

bool has_several_numa_nodes();  ///< nodes that have processors

class Topology {
 public:
  /// Describes the processors that the calling thread may use. Throws Error if hwloc fails.
  Topology();
  /// Describes a synthetic machine in hwloc's words, for tests: "node:2 core:4 pu:2".
  Topology(const std::string& synthetic, const std::vector<int>& usable);

  int numa_nodes() const;  ///< those that hold a usable processor
  /// Lists for each thread the processors that it may run on: those of its NUMA node, or one; none
  /// if it is not bound. Threads are divided in proportion to the processors.
  std::vector<std::vector<int>> bindings(int threads, Pinning pinning) const;
  /// Tells the model of the processors, if the system does, and how many there are.
  Fields whole_machine() const;
  /// Tells the nodes and caches of the processors that the thread may use, with the number of each.
  Fields usable_part() const;

 private:
  void restrict_to(const std::vector<int>& usable);

  std::shared_ptr<hwloc_topology> handle_;
  int packages_ = 0;  ///< of the whole machine, like the next two
  int cores_ = 0;
  int processors_ = 0;
};

/// Tells how many threads a run starts: the lesser of `wanted` and default_threads(); 0 stands for
/// default_threads(). Throws InvalidArgument outside 0..kMaxThreads.
int useful_threads(int wanted);

class Executor {
 public:
  /// Has useful_threads(wanted). Starts nothing; the first run that binds reads the topology.
  Executor(int wanted, Pinning pinning) : threads_(useful_threads(wanted)), pinning_(pinning) {}
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  int threads() const { return threads_; }

  /// Calls work(w) for every worker w below threads() and `max_workers`, and returns when all calls
  /// have returned. On a busy machine one thread may make several calls, one after the other, so
  /// work must not wait for another worker to begin. After an exception no further call begins; the
  /// first one is thrown here once the calls that had begun have ended.
  /// The calling thread makes the call for worker 0. Every thread is bound while it makes a call
  /// and then gets its former binding back. May be called from several threads at once, and from
  /// within work.
  void run(const std::function<void(int worker)>& work, int max_workers = kMaxThreads);

 private:
  const std::vector<int>& binding_of(int worker);

  int threads_;
  Pinning pinning_;
  std::once_flag divided_;
  std::vector<std::vector<int>> bindings_;  ///< by worker; empty where none is bound
};

std::vector<std::string> library_versions();  ///< "oneTBB 2021.8.0" and so on

}  // namespace nqueens::run
