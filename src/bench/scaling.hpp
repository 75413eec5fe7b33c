// How command lines of this program gain from threads: with the same work (strong scaling), and
// with work that grows with the threads (weak scaling), each with and without binding threads to
// processors.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "nqueens/execution.hpp"
#include "nqueens/fields.hpp"

namespace nqueens::bench {

struct ScalingOptions {
  /// The command line to measure. QUEENS stands for a row's part of `queens`, SHARD for its shard,
  /// FILES for an empty folder; with QUEENS or SHARD the scaling is weak. If empty, a count and a
  /// search are measured, strong and weak.
  std::vector<std::string> words{};
  /// The numbers of threads ascend from 1 on. If empty, they are default_thread_numbers() of the
  /// processors that this process may use.
  std::vector<int> threads{};
  std::vector<Pinning> pinnings = {Pinning::none, Pinning::cores};
  /// This board is counted, or for weak scaling a shard of it; by default the smallest that keeps
  /// all threads busy for half a second, so one thread may take minutes on a large machine.
  std::optional<int> board_size{};
  /// This many queens are placed with the most threads; by default 20 million each, up to 10^9.
  std::optional<std::uint64_t> queens{};
  std::string engine = "auto";
  std::string instruction_set = "auto";
  int repetitions = 3;
  std::stop_token stop{};
};

struct ScalingRow {
  std::string scaling{};   ///< "strong" or "weak"
  std::string command{};   ///< the first word: "count"
  std::string method{};    ///< the engine or the algorithm; empty for ScalingOptions::words
  std::uint64_t size = 0;  ///< board size; 0 where the second word is no number
  Pinning pinning = Pinning::none;
  int threads = 0;
  int threads_used = 0;           ///< fewer where an algorithm cannot use them all
  double work = 1;                ///< relative to the first row of the series
  std::vector<double> seconds{};  ///< one for each repetition, wall clock of the whole process
  double median_seconds = 0;
  /// The work per thread and second, relative to the fewest threads of the series; 1 is ideal.
  double efficiency = 0;
  double speedup = 0;  ///< efficiency times threads; for weak scaling the scaled speedup
};

/// Returns the powers of two below `processors`, and `processors`.
std::vector<int> default_thread_numbers(int processors);

/// Fills in medians, efficiency and speedup of one series, relative to its first row.
void rate(std::vector<ScalingRow>& series);

/// Measures all series, the strong ones first; `on_series` gets the rows of each finished one. The
/// rows of a series take turns, so that a slow phase of the machine slows all of them. Throws
/// InvalidArgument, also for a command line that fails, IoError and Stopped.
std::vector<ScalingRow> measure_scaling(
    const ScalingOptions& options,
    const std::function<void(const std::vector<ScalingRow>&)>& on_series = {});

Fields fields(const ScalingRow& row);  ///< for JSON

}  // namespace nqueens::bench
