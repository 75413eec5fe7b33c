// How a run uses the machine, and what it tells while it runs. Shared by counting, solving and
// verifying; holds no type of the threading library underneath.
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

/// Largest accepted number of worker threads. More than the processors is allowed, and slower.
inline constexpr int kMaxThreads = 4096;

/// A snapshot of a running count.
struct Progress {
  std::uint64_t tasks_done = 0;        ///< including those taken over from a journal
  std::uint64_t tasks_total = 0;       ///< tasks of the whole plan
  double fraction = 0;                 ///< estimated part of the work that is done, 0 to 1
  double seconds = 0;                  ///< since this run began
  double tasks_per_second = 0;         ///< in this run, tasks taken over from a journal not counted
  std::optional<double> seconds_left;  ///< absent until something has been measured
};

/// Never called from two threads at once: while the run lasts from one of the library's own, at the
/// end from the caller's. Must not throw.
using ProgressCallback = std::function<void(const Progress&)>;

}  // namespace nqueens
