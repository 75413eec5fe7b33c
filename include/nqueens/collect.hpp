// Collects the different solutions that many random starts of a search find.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "nqueens/execution.hpp"
#include "nqueens/placement.hpp"

namespace nqueens {

struct CollectOptions {
  /// Name of an algorithm that has random starts: see solvers() in info.hpp.
  std::string algorithm = "steepest";
  std::uint64_t starts = 1000;
  int threads = 0;  ///< 1 to kMaxThreads; 0 takes the processors that this process may use
  Pinning pinning = Pinning::automatic;
  /// From the system where absent. The same seed gives the same result on any number of threads.
  std::optional<std::uint64_t> seed{};
  /// Only the least solution of each orbit under the eight symmetries of the square.
  bool unique = false;
  /// Ends the search early, with what it has found.
  std::stop_token stop{};
};

struct CollectResult {
  std::vector<Placement> solutions;  ///< each once, in lexicographic order
  std::uint64_t starts = 0;          ///< made: all of the options' unless it was stopped
  std::uint64_t solved = 0;          ///< starts that ended in a solution
  int threads = 0;
  std::uint64_t seed = 0;
  double seconds = 0;
};

/// Runs options.starts starts, each as solve() does, and keeps every different solution. Throws
/// InvalidArgument for a size outside 1 to kMaxCollectSize or a bad option, and NoSolution for N =
/// 2 and 3.
CollectResult collect(std::uint64_t board_size, const CollectOptions& options = {});

/// Limited because all solutions are held in memory.
inline constexpr std::uint64_t kMaxCollectSize = 100'000;

}  // namespace nqueens
