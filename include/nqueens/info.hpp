// What is built in and what this machine has: engines, algorithms, processors, memory, versions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace nqueens {

struct EngineInfo {
  std::string name;
  std::string summary;          ///< one line
  std::string decomposition;    ///< how it cuts its work into tasks
  std::string instruction_set;  ///< the one that it uses on this machine
  /// The instruction sets of its kernels that this machine can run, best last.
  std::vector<std::string> instruction_sets;
};
std::vector<EngineInfo> engines();  ///< slowest first

/// All sets that have kernels, best last. CountOptions may name those of this machine.
std::vector<std::string> known_instruction_sets();

struct SolverInfo {
  std::string name;
  std::string summary;  ///< one line
  /// The instruction sets of its kernels that this machine can run, best last.
  std::vector<std::string> instruction_sets;
  /// Board size up to which it usually ends within seconds; 0: only memory limits it.
  std::uint64_t practical_size = 0;
  bool takes_max_steps = false;  ///< whether SolveOptions::max_steps applies
  bool takes_given = false;      ///< whether it takes given queens and blocked squares
  bool is_random = false;        ///< whether its starts are random: it takes a seed
};
std::vector<SolverInfo> solvers();

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

struct BuildInfo {
  std::string version;
  std::string compiler;
  std::string build_type;
  std::vector<std::string> libraries;  ///< "oneTBB 2021.8.0" and so on
};
BuildInfo build();

}  // namespace nqueens
