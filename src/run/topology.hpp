// The processors and NUMA nodes that this process may use, as hwloc, the affinity mask and the
// control groups say, and binding threads to them. Its .cpp alone knows hwloc.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "nqueens/info.hpp"

struct hwloc_topology;

namespace nqueens::run {

/// One hardware thread.
struct Processor {
  int os_index = 0;   ///< the number that the operating system gives it
  int core = 0;       ///< logical index of its core
  int sibling = 0;    ///< its rank among the usable hardware threads of its core
  int numa_node = 0;  ///< logical index of its NUMA node
  friend bool operator==(const Processor&, const Processor&) = default;
};

class Topology {
 public:
  /// The machine, less what the affinity mask of the calling thread and the cpuset of the control
  /// group take away. hwloc reads the hardware once for each process (milliseconds); mask and
  /// control group, which may change, are read by every call. Throws Error when hwloc cannot read
  /// the machine.
  static Topology of_this_machine();
  /// A made-up machine from hwloc's synthetic description, for tests: "node:2 core:4 pu:2".
  /// Not empty `allowed` keeps these processors only, as an affinity mask would. Throws
  /// InvalidArgument for a description that hwloc does not take.
  static Topology synthetic(const std::string& description, const std::vector<int>& allowed = {});

  /// Usable hardware threads ordered by NUMA node, then first hardware threads of all its cores
  /// before the second ones. Never empty.
  const std::vector<Processor>& processors() const { return processors_; }
  /// NUMA nodes that hold a usable processor.
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

  /// Binds the calling thread to the processors; false where the system refuses, for an empty list
  /// and on a machine that is made up.
  bool bind_this_thread(const std::vector<int>& os_indexes) const;
  /// The same for a thread of this process, by the number that this_thread_id() gave it.
  bool bind_thread(pid_t thread_id, const std::vector<int>& os_indexes) const;
  /// The processors that the calling thread is bound to; empty on a machine that is made up.
  std::vector<int> binding_of_this_thread() const;

 private:
  Topology() = default;
  /// Fills processors_ and numa_nodes_ with the processors that hwloc finds allowed and that
  /// `usable` lists.
  void read_processors(const std::vector<int>& usable);

  std::shared_ptr<hwloc_topology> handle_;  // shared by all of one process; never changed
  std::vector<Processor> processors_;
  int numa_nodes_ = 1;
  double cpu_quota_ = 0;
  bool is_this_machine_ = false;
};

/// The number by which the system knows the calling thread.
pid_t this_thread_id();

}  // namespace nqueens::run
