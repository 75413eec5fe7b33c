// Threads, pinning and progress: options that counting, solving and verifying share.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace nqueens {

/// Where worker threads may run.
enum class Pinning {
  automatic,  ///< bind several threads to NUMA nodes where the machine has more than one
  none,       ///< leave placement to the operating system
  cores,      ///< one processor for each worker, cores before their second hardware threads
};

/// Parses "auto", "none" or "cores"; throws InvalidArgument naming the valid words.
Pinning parse_pinning(std::string_view text);
std::string_view to_string(Pinning pinning);

/// Largest number of threads that may be asked for. A run starts no more than one for each
/// processor that the process may use.
inline constexpr int kMaxThreads = 4096;

/// A snapshot of a running count.
struct Progress {
  std::uint64_t tasks_done = 0;        ///< including those of a resumed journal
  std::uint64_t tasks_total = 0;       ///< tasks of this run: of the plan, the shard or the sample
  double fraction = 0;                 ///< part of the work that is done, estimated, 0 to 1
  double seconds = 0;                  ///< since this run began
  double tasks_per_second = 0;         ///< of this run, without those of a resumed journal
  std::optional<double> seconds_left;  ///< absent until something has been measured
};

/// Called from one thread at a time: from one of the library's during the run, from the caller's at
/// the end. Must not throw.
using ProgressCallback = std::function<void(const Progress&)>;

}  // namespace nqueens
