// Estimates the number of solutions, with an interval, of boards that take too long to count.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>

#include "nqueens/board.hpp"
#include "nqueens/execution.hpp"

namespace nqueens {

/// A 95 % confidence interval: about 95 of 100 runs give one that contains the true number.
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

/// The run ends at the first of time_limit, error and samples; if none is given, after ten seconds.
/// Without a time limit the same seed gives the same estimate on any number of threads. With one it
/// also depends on how far the threads got, even if another limit ended the run.
struct EstimateOptions {
  std::optional<double> time_limit{};  ///< seconds, above 0
  /// Half the width of the interval divided by the value; above 0 and below 1.
  std::optional<double> error{};
  std::optional<std::uint64_t> samples{};  ///< at least kMinSamples
  int threads = 0;  ///< 1 to kMaxThreads; 0 takes the processors that this process may use
  Pinning pinning = Pinning::automatic;
  std::optional<std::uint64_t> seed{};  ///< if absent, the system gives one
  std::stop_token stop{};  ///< ends the run within about 100 ms by the exception Stopped
  /// Called about every progress_interval (0: never), by one thread at a time.
  std::function<void(const EstimateProgress&)> on_progress{};
  std::chrono::milliseconds progress_interval{200};
};

inline constexpr std::uint64_t kMinSamples = 10;  ///< fewer say too little about their spread

struct Estimate {
  Board board{0};
  double value = 0;  ///< 0 if no sample met a solution: unless is_exact, there may be some
  /// Whether `value` is the number itself: the board was counted, or samples met every solution.
  bool is_exact = false;
  std::optional<Interval> interval;  ///< none if no sample met a solution
  double error() const;              ///< as in EstimateOptions; 0 without an interval

  std::uint64_t samples = 0;     ///< 0 if is_exact
  std::uint64_t population = 0;  ///< partial placements that a sample holds at a time
  std::uint64_t seed = 0;
  int threads = 0;
  double seconds = 0;
};

/// Estimates the number of solutions of a board of at most kMaxProblemSize rows and columns.
/// It is unbiased for a given number of samples: the mean over all seeds is the number itself.
/// Takes up to 50 MB per thread. Throws InvalidArgument for a bad option, InsufficientMemory, and
/// Stopped when stopped or if the time limit is too short for kMinSamples.
Estimate estimate(const Board& board, const EstimateOptions& options = {});

}  // namespace nqueens
