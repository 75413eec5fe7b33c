// The processors and NUMA nodes that this process may use, by hwloc, and binding threads to them. A
// run that binds no thread asks only the kernel, so its start does not wait for hwloc.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "nqueens/info.hpp"
#include "run/control_group.hpp"

struct hwloc_topology;

namespace nqueens::run {

/// The processors that the calling thread may run on, ascending, by the kernel's numbers.
std::vector<int> binding_of_this_thread();
/// False where the system refuses, and for an empty list.
bool bind_this_thread(const std::vector<int>& processors);

/// Default number of threads of a run: one for each processor of the calling thread's affinity
/// mask, fewer under a control group's limit of CPU time (2 threads for 1.5 processors). At
/// least 1.
int default_threads();

/// True where more than one NUMA node has processors. `root` is a parameter for tests.
bool has_several_numa_nodes(const std::filesystem::path& root = "/");

/// One hardware thread.
struct Processor {
  int index = 0;      ///< the kernel's number
  int core = 0;       ///< least number of a hardware thread of its core
  int sibling = 0;    ///< its rank among the usable hardware threads of its core
  int numa_node = 0;  ///< the kernel's number
  friend bool operator==(const Processor&, const Processor&) = default;
};

class Topology {
 public:
  /// This machine, restricted to the affinity mask of the calling thread. hwloc reads the hardware
  /// once in a process. Throws Error when hwloc fails.
  Topology();
  /// A made-up machine from hwloc's synthetic description, for tests: "node:2 core:4 pu:2". With
  /// `allowed` only these processors may be used. Throws InvalidArgument for a description that
  /// hwloc refuses.
  static Topology synthetic(const std::string& description, const std::vector<int>& allowed = {});

  /// The usable hardware threads ordered by NUMA node, then first hardware threads of all its cores
  /// before the second ones. Never empty.
  const std::vector<Processor>& processors() const { return processors_; }
  /// NUMA nodes that hold a usable processor.
  int numa_nodes() const;
  /// Fills in the hardware part of the public description; figures of the whole machine include
  /// processors that this process may not use.
  void describe(MachineInfo& info, double cpu_quota = read_cpu_quota()) const;

  /// How often this process asked for the machine: for tests that a run did not.
  static int times_read();

 private:
  using Handle = std::shared_ptr<hwloc_topology>;  // not changed once it is loaded
  Topology(Handle handle, const std::vector<int>& usable);

  std::vector<CacheInfo> caches() const;

  Handle handle_;
  std::vector<Processor> processors_;
};

/// "hwloc 2.9.0".
std::string hwloc_version();

}  // namespace nqueens::run
