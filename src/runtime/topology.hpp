// The processors and NUMA nodes that this process may use, as hwloc, the affinity mask and the
// control groups say. The only file besides its .cpp and executor.cpp that knows hwloc.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "nqueens/info.hpp"

struct hwloc_topology;

namespace nqueens::runtime {

/// One hardware thread.
struct Processor {
  int os_index = 0;   ///< the number that the operating system gives it
  int core = 0;       ///< logical index of its core
  int sibling = 0;    ///< its rank among the usable hardware threads of its core
  int numa_node = 0;  ///< logical index of its NUMA node
};

class Topology {
 public:
  /// The machine, less what the affinity mask, the cpuset and (for processors()) the CPU quota of
  /// the control group take away. Throws Error when hwloc cannot read the machine.
  static Topology of_this_machine();
  /// A made-up machine from hwloc's synthetic description, for tests: "node:2 core:4 pu:2".
  static Topology synthetic(const std::string& description);

  Topology(Topology&&) noexcept;
  Topology& operator=(Topology&&) noexcept;
  ~Topology();

  /// Usable hardware threads ordered by NUMA node, then first hardware threads of all its cores
  /// before the second ones.
  const std::vector<Processor>& processors() const { return processors_; }
  int numa_nodes() const { return numa_nodes_; }
  /// Threads that a run takes by default: the processors, or fewer where the control group grants
  /// less time (a quota of 1.5 processors gives 2 threads). At least 1.
  int default_threads() const;
  /// Processors' worth of time by the control group, 0 where it sets no limit.
  double cpu_quota() const { return cpu_quota_; }
  /// True for the machine that the process runs on: only there can threads be bound.
  bool is_this_machine() const { return is_this_machine_; }

  /// Fills the hardware part of the public description.
  void describe(MachineInfo& info) const;

  /// Binds the calling thread to the processors; false where the system refuses.
  bool bind_this_thread(const std::vector<int>& os_indexes) const;
  /// The processors that the calling thread is bound to.
  std::vector<int> binding_of_this_thread() const;

 private:
  Topology();
  void read_processors();

  struct Destroy {
    void operator()(hwloc_topology* topology) const;
  };
  std::unique_ptr<hwloc_topology, Destroy> handle_;
  std::vector<Processor> processors_;
  int numa_nodes_ = 1;
  double cpu_quota_ = 0;
  bool is_this_machine_ = false;
};

}  // namespace nqueens::runtime
