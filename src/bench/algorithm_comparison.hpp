// Runs of the algorithms of solve(), and what they have in common.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "nqueens/fields.hpp"
#include "nqueens/solve.hpp"

namespace nqueens::bench {

struct AlgorithmRun {
  std::string algorithm{};
  std::uint64_t board_size = 0;
  std::optional<std::uint64_t> seed{};  ///< none where nothing is random
  bool solved = false;                  ///< else it was given up
  double seconds = 0;                   ///< without verification
  std::optional<std::uint64_t> moves{}, restarts{}, evaluations{};  ///< if solved
};

/// Makes a run on one thread, and gives it up after `most_seconds`. Throws as solve() does, but
/// Stopped only by options.stop. Algorithms that are not random drop the seed.
AlgorithmRun run_algorithm(std::uint64_t board_size, SolveOptions options, double most_seconds);

/// The median of some values, and its interval of 95 percent; of fewer than six values the least
/// and the greatest. Runs that were given up count as greater than all others; what lies among them
/// is absent.
struct Median {
  std::optional<double> value{}, low{}, high{};
};
Median median_of(std::vector<double> values);  ///< infinite for a run that was given up

/// The runs of one algorithm on one board.
struct AlgorithmRow {
  std::string algorithm{};
  std::uint64_t board_size = 0;
  std::size_t runs = 0;
  std::size_t solved = 0;
  Median seconds{}, moves{}, restarts{};
};
AlgorithmRow summary_of(const std::vector<AlgorithmRun>& runs);  ///< at least one

Fields fields(const AlgorithmRun& run);
Fields fields(const Median& one);
Fields fields(const AlgorithmRow& row);

}  // namespace nqueens::bench
