// The processors and NUMA nodes that this process may use, by the kernel's files under /sys and
// /proc, and binding threads to them.
#pragma once

#include <filesystem>
#include <vector>

#include "nqueens/info.hpp"

namespace nqueens::run {

/// The processors that the calling thread may run on, ascending, by the kernel's numbers.
std::vector<int> binding_of_this_thread();
/// False where the system refuses, and for an empty list.
bool bind_this_thread(const std::vector<int>& processors);

/// Threads that a run takes by default: one for each processor of the calling thread's affinity
/// mask, or fewer where the control group grants less time (a quota of 1.5 processors gives 2
/// threads). At least 1. Takes microseconds and needs no topology.
int default_threads();

/// True where more than one NUMA node has processors. Reads one file.
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
  /// Reads some files for each processor: milliseconds where there are hundreds. `usable` lists
  /// the processors to keep; `root` is a parameter for tests.
  explicit Topology(const std::vector<int>& usable = binding_of_this_thread(),
                    std::filesystem::path root = "/");

  /// The usable hardware threads ordered by NUMA node, then first hardware threads of all its cores
  /// before the second ones. Never empty.
  const std::vector<Processor>& processors() const { return processors_; }
  /// NUMA nodes that hold a usable processor.
  int numa_nodes() const;
  /// Fills in the hardware part of the public description; what it says of the whole machine
  /// includes processors that this process may not use.
  void describe(MachineInfo& info) const;

  /// How many have been made in this process: tests see by it that a run needed none.
  static int times_read();

 private:
  std::vector<CacheInfo> read_caches() const;

  std::filesystem::path root_;
  std::vector<Processor> processors_;
};

}  // namespace nqueens::run
