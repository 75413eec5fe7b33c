// Estimated numbers of solutions, with an interval, for boards that take too long to count.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>

#include "nqueens/board.hpp"
#include "nqueens/execution.hpp"

namespace nqueens {

/// Contains the true number in about 95 of 100 runs.
struct Interval {
  double low = 0;
  double high = 0;
};

struct EstimateProgress {
  std::uint64_t samples = 0;
  double value = 0;
  std::optional<Interval> interval;
  double seconds = 0;
};

/// The first of time_limit, error and samples that is reached ends the run; ten seconds where none
/// is given. Without a time limit the same seed gives the same estimate on any number of threads;
/// with one it depends on how far they came, even where something else ended the run.
struct EstimateOptions {
  std::optional<double> time_limit{};  ///< seconds, above 0
  /// Half the width of the interval as part of the value, above 0 and below 1.
  std::optional<double> error{};
  std::optional<std::uint64_t> samples{};  ///< at least kMinSamples
  int threads = 0;  ///< 1 to kMaxThreads; 0 takes the processors that this process may use
  Pinning pinning = Pinning::automatic;
  std::optional<std::uint64_t> seed{};  ///< from the system where absent
  std::stop_token stop{};  ///< ends the run within about 100 ms by the exception Stopped
  /// Called every progress_interval (0: never), one call at a time.
  std::function<void(const EstimateProgress&)> on_progress{};
  std::chrono::milliseconds progress_interval{200};
};

inline constexpr std::uint64_t kMinSamples = 10;  ///< fewer say too little about their spread

struct Estimate {
  Board board{0};
  /// 0 where no sample met a solution, which does not mean that there is none, unless is_exact.
  double value = 0;
  /// Small boards are counted whole, and few solutions met one by one: `value` is the number.
  bool is_exact = false;
  std::optional<Interval> interval;  ///< none where no sample met a solution
  double error() const;              ///< as in EstimateOptions; 0 without an interval

  std::uint64_t samples = 0;     ///< 0 where the board was counted
  std::uint64_t population = 0;  ///< partial placements of a sample at a time
  std::uint64_t seed = 0;
  int threads = 0;
  double seconds = 0;
};

/// Estimates the number of solutions of a board of at most kMaxProblemSize rows and columns.
/// Unbiased: the mean over all seeds is the number itself for a given number of samples. Takes up
/// to 50 MB a thread. Throws InvalidArgument for a bad option, InsufficientMemory, and Stopped when
/// stopped and when the time limit leaves no time for kMinSamples.
Estimate estimate(const Board& board, const EstimateOptions& options = {});

}  // namespace nqueens
