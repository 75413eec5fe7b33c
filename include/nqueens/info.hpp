// What is built in: engines, algorithms, instruction sets.
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
  bool needs_device = false;  ///< one of devices(); "auto" takes no such engine
};
std::vector<EngineInfo> engines();  ///< from the slowest on; last come those that need a device

/// A device that OpenCL finds.
struct DeviceInfo {
  int number = 0;  ///< from 1 on, for CountOptions::device
  std::string name;
  std::string platform;  ///< as its driver names it
  std::string kind;      ///< "GPU", "processor" or "other"
  int units = 0;         ///< compute units, as its driver counts them
  std::uint64_t memory_bytes = 0;
};
std::vector<DeviceInfo> devices();  ///< none without OpenCL, or if this build lacks engine "opencl"

/// Lists the instruction sets of this processor that have kernels, best last. CountOptions and
/// SolveOptions may name them.
std::vector<std::string> instruction_sets();

struct AlgorithmInfo {
  std::string name;
  std::string summary;  ///< one line
  /// The instruction sets of its kernels that this machine can run, best last.
  std::vector<std::string> instruction_sets;
  /// Up to this board size it usually ends within seconds; 0: only memory limits it.
  std::uint64_t practical_size = 0;
  bool has_starts = false;       ///< whether SolveOptions::max_starts applies
  bool takes_max_moves = false;  ///< whether SolveOptions::max_moves applies
  bool takes_start = false;      ///< whether SolveOptions::start applies
  bool takes_given = false;      ///< whether it takes given queens and blocked squares
  bool is_random = false;        ///< whether it takes a seed
};
std::vector<AlgorithmInfo> algorithms();

}  // namespace nqueens
