// One solution of a problem with given queens, blocked squares or another variant, or the proof
// that there is none, by the search of tightest_line/ on several threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "domain/problem.hpp"
#include "nqueens/placement.hpp"
#include "nqueens/solve.hpp"

namespace nqueens::search {

struct Completion {
  /// By row; none: the problem has no solution.
  std::optional<std::vector<std::uint8_t>> columns;
  /// Queens placed by all threads.
  std::uint64_t nodes = 0;
};

/// The first solution found, or the proof that there is none. Throws Stopped within about 100 ms
/// of a stop request, and InvalidArgument for a number of threads outside 0..kMaxThreads.
/// Exponential in the size of the board at worst.
///
/// With a seed squares are tried in a random order, so that the solution is a random one (not all
/// are equally likely); one thread with the same seed finds the same solution on every machine.
/// Where `placed` is not null, it counts the queens placed while the search runs.
Completion complete(const Problem& problem, const SolveOptions& options,
                    std::atomic<std::uint64_t>* placed = nullptr);

/// A solution other than `solution`, or the proof that it is the only one. Precondition: it is one.
/// Options and errors as for complete().
Completion complete_otherwise(const Problem& problem, std::span<const Column> solution,
                              const SolveOptions& options,
                              std::atomic<std::uint64_t>* placed = nullptr);

}  // namespace nqueens::search
