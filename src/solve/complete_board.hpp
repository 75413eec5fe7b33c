// Finds one solution of a restricted problem, or the proof that there is none, by the MRV search of
// mrv/ on several threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "domain/problem.hpp"
#include "nqueens/info.hpp"
#include "nqueens/placement.hpp"
#include "nqueens/solve.hpp"

namespace nqueens::solving {

using Columns = std::vector<std::uint8_t>;

/// Returns the first solution found; nullopt where there is none. Throws Stopped within about 100
/// ms of a stop request, and InvalidArgument for a number of threads outside 0..kMaxThreads. It is
/// exponential in the board size at worst.
///
/// A seed makes the search try squares in random order, so the solution is a random one (not all
/// are equally likely); on one thread the same seed gives the same solution on every machine. If
/// `placed` is not null, all threads add the queens they place while they search.
std::optional<Columns> complete(const Problem& problem, const SolveOptions& options,
                                std::atomic<std::uint64_t>* placed = nullptr);

/// Returns a solution other than `solution`; nullopt where it is the only one. Precondition:
/// `solution` is one. Options and errors are those of complete().
std::optional<Columns> complete_otherwise(const Problem& problem, std::span<const Column> solution,
                                          const SolveOptions& options,
                                          std::atomic<std::uint64_t>* placed = nullptr);

/// It names an algorithm that is not in the table of algorithms.cpp, since it has no starts.
inline constexpr std::string_view kMrv = "mrv";
AlgorithmInfo mrv_info();

/// Serves solve() by complete(). Throws InvalidArgument also for a large board.
SolveResult solve_by_mrv(const Board& board, const SolveOptions& options);

}  // namespace nqueens::solving
