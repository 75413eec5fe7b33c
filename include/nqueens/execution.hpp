// What runs have in common: threads, pinning, progress, what is counted and how, and by whom.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "nqueens/board.hpp"

namespace nqueens {

/// Where worker threads may run.
enum class Pinning {
  automatic,  ///< bind several threads to NUMA nodes if the machine has more than one
  none,       ///< leave placement to the operating system
  cores,      ///< a processor for each worker; all cores before their second hardware threads
};

/// Reads "auto", "none" or "cores"; else throws InvalidArgument, which names them.
Pinning parse_pinning(std::string_view text);
std::string_view to_string(Pinning pinning);

/// Most threads that may be asked for. A run starts at most one for each usable processor.
inline constexpr int kMaxThreads = 4096;

/// The state of a running count.
struct Progress {
  std::uint64_t tasks_done = 0;        ///< including those of a resumed journal
  std::uint64_t tasks_total = 0;       ///< tasks of this run: of the plan, the shard or the sample
  double fraction = 0;                 ///< part of the work that is done, 0 to 1; an estimate
  double seconds = 0;                  ///< since this run began
  double tasks_per_second = 0;         ///< of this run, without those of a resumed journal
  std::optional<double> seconds_left;  ///< absent until a task is done
};

/// One thread at a time calls it: of the library, at the end the caller's own. It must not throw.
using ProgressCallback = std::function<void(const Progress&)>;

/// What a run counts and how: part of every result of counting, planning, merging and auditing.
/// Members are empty or 0 if unknown: several engines may have counted a journal.
struct RunInfo {
  Board board{0};  ///< the caller's, or one with the same solutions and few restrictions
  std::string engine;
  std::string instruction_set;  ///< that its kernels used; empty where a device counted
  std::string device{};         ///< the one that counted
  std::string decomposition;    ///< how solutions were cut into tasks
  int depth = 0;                ///< as in CountOptions
  std::string plan_id;          ///< 16 hexadecimal digits; names the exact list of tasks
  std::uint64_t tasks = 0;      ///< of the plan
  int threads = 0;
  double seconds = 0;  ///< wall clock time of counting
};

/// The machine and the program that counted records of a journal. No result depends on it. Words
/// consist of letters, digits and ". _ + -"; the shard may have a slash too.
struct Provenance {
  std::string host;
  std::string version;  ///< of the program
  std::string engine;
  std::string instruction_set;  ///< of the engine's kernels, or the device that counted
  int threads = 0;
  std::string shard{};  ///< "3/64"; empty for a run without shards
  friend bool operator==(const Provenance&, const Provenance&) = default;
};

/// Lines of a journal with wrong check sums. They are left out, and their tasks are counted again.
struct DamagedLines {
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;
};

}  // namespace nqueens
