// The machine and the build, as records and `nqueens info` show them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "nqueens/fields.hpp"

namespace nqueens::run {

struct CacheInfo {
  int level = 0;
  std::string kind;         ///< "data", "instruction" or "unified"
  std::uint64_t bytes = 0;  ///< of one cache
  int count = 0;            ///< such caches that this process may use
};

struct MachineInfo {
  std::string name;       ///< of the host
  std::string system;     ///< "Linux 6.1.0 x86_64"
  std::string processor;  ///< model name; empty where the system does not say
  int packages = 0;
  int cores = 0;
  int processors = 0;         ///< hardware threads of the machine
  int usable_processors = 0;  ///< what affinity mask and control group allow
  double cpu_quota = 0;       ///< the control group's limit of CPU time, in processors; 0: no limit
  int numa_nodes = 0;
  std::vector<CacheInfo> caches;
  std::uint64_t memory_bytes = 0;            ///< physical
  std::uint64_t available_memory_bytes = 0;  ///< what this process may still take
  /// Those of the processor that have kernels, best last.
  std::vector<std::string> instruction_sets;
};
MachineInfo machine();
Fields fields(const MachineInfo& info);

struct BuildInfo {
  std::string version;
  std::string compiler;
  std::string build_type;
  std::vector<std::string> libraries;  ///< "oneTBB 2021.8.0" and so on
};
BuildInfo build();
Fields fields(const BuildInfo& info);

}  // namespace nqueens::run
