// How counting and solving gain from threads: the same work on more of them (strong scaling), and
// work that grows with them (weak scaling), threads bound to processors and not. Knows nothing of
// how figures are shown.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "nqueens/execution.hpp"

namespace nqueens::api {

struct ScalingOptions {
  /// Numbers of threads, ascending, each 1 to kMaxThreads. Empty: the powers of two below the
  /// processors that this process may use, and their number.
  std::vector<int> threads;
  std::vector<Pinning> pinnings = {Pinning::none, Pinning::cores};
  /// Board to count. Absent: the least that takes every thread about half a second where all
  /// measured threads work, so that one thread may be busy for minutes on a large machine.
  std::optional<int> board_size;
  /// Queens to place with the most threads. Absent: 20 million for each, a billion at most.
  std::optional<std::uint64_t> queens;
  std::string engine = "auto";  ///< of the strong scaling of counts
  std::string instruction_set = "auto";
  int repetitions = 3;
  std::stop_token stop{};
};

/// One number of threads in one series.
struct ScalingRow {
  std::string scaling{};   ///< "strong" or "weak"
  std::string work{};      ///< "count" or "solve"
  std::string method{};    ///< the engine or the algorithm
  std::uint64_t size = 0;  ///< board size
  Pinning pinning = Pinning::none;
  int threads = 0;
  int threads_used = 0;           ///< fewer where an algorithm has no use for more
  double work_units = 1;          ///< strong: 1; weak: nodes of the search, or queens
  std::vector<double> seconds{};  ///< one for each repetition, wall clock of the whole call
  double median_seconds = 0;
  /// Work for each thread and second, compared with the fewest threads of the series; 1 is ideal.
  double efficiency = 0;
  double speedup = 0;  ///< efficiency times threads
};

/// The powers of two below `processors`, and `processors`.
std::vector<int> usual_thread_numbers(int processors);

/// Fills in the medians and, against the first of them, efficiency and speedup of the rows of one
/// series.
void rate(std::vector<ScalingRow>& series);

/// Measures all series; `on_series` gets the rows of each as soon as it is done. Within a series
/// the repetitions take turns, so that whatever slows the machine for a while slows all alike.
/// Throws InvalidArgument, InsufficientMemory and Stopped.
std::vector<ScalingRow> measure_scaling(
    const ScalingOptions& options,
    const std::function<void(const std::vector<ScalingRow>&)>& on_series = {});

}  // namespace nqueens::api
