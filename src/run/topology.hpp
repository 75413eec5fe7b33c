// The processors, caches and NUMA nodes that this process may use, by hwloc, and binding threads to
// them. A run that binds no thread asks only the kernel, so its start does not wait for hwloc.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "nqueens/execution.hpp"
#include "nqueens/info.hpp"

struct hwloc_topology;

namespace nqueens::run {

/// The processors that the calling thread may run on, ascending, by the kernel's numbers.
std::vector<int> binding_of_this_thread();
/// Does nothing for an empty list, or where the system refuses.
void bind_this_thread(const std::vector<int>& processors);

/// One for each processor of the calling thread's affinity mask, fewer under a control group's
/// limit of processor time (2 threads for 1.5 processors). At least 1.
int default_threads();

/// True where more than one NUMA node has processors.
bool has_several_numa_nodes();

class Topology {
 public:
  /// This machine, restricted to the affinity mask of the calling thread. Throws Error when hwloc
  /// fails.
  Topology();
  /// A made-up machine from hwloc's synthetic description, for tests: "node:2 core:4 pu:2".
  Topology(const std::string& synthetic, const std::vector<int>& usable);

  /// NUMA nodes that hold a usable processor.
  int numa_nodes() const;
  /// For each thread the processors that it may run on: those of its NUMA node, or one; empty where
  /// it is not bound. Threads are divided in proportion to the processors.
  std::vector<std::vector<int>> bindings(int threads, Pinning pinning) const;
  /// Fills in the hardware; packages, cores and processors include those that this process may not
  /// use.
  void describe(MachineInfo& info) const;

 private:
  void restrict_to(const std::vector<int>& usable);

  std::shared_ptr<hwloc_topology> handle_;
  int packages_ = 0;  ///< of the whole machine, like the next two
  int cores_ = 0;
  int processors_ = 0;
};

/// "hwloc 2.9.0".
std::string hwloc_version();

}  // namespace nqueens::run
