// One solution of a problem with given queens, blocked squares or another variant, or the proof
// that there is none, by the search of mrv/ (MRV) on several threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "domain/problem.hpp"
#include "nqueens/placement.hpp"
#include "nqueens/solve.hpp"

namespace nqueens::solving {

/// By row.
using Columns = std::vector<std::uint8_t>;

/// The first solution found; none: there is none. Throws Stopped within about 100 ms of a stop
/// request, and InvalidArgument for a number of threads outside 0..kMaxThreads. Exponential in the
/// size of the board at worst.
///
/// With a seed squares are tried in a random order, so that the solution is a random one (not all
/// are equally likely); one thread with the same seed finds the same solution on every machine.
/// Where `placed` is not null, the queens that all threads place are added while the search runs.
std::optional<Columns> complete(const Problem& problem, const SolveOptions& options,
                                std::atomic<std::uint64_t>* placed = nullptr);

/// A solution other than `solution`; none: it is the only one. Precondition: it is one. Options and
/// errors as for complete().
std::optional<Columns> complete_otherwise(const Problem& problem, std::span<const Column> solution,
                                          const SolveOptions& options,
                                          std::atomic<std::uint64_t>* placed = nullptr);

/// solve() by complete(). Throws InvalidArgument for a large board too.
SolveResult solve_by_mrv(const Board& board, const SolveOptions& options);

}  // namespace nqueens::solving
