// Threads race independent restarts of one solver; the first solution stops the others. Each
// restart has random numbers of its own, made from the seed and its number, so what a restart finds
// does not depend on who makes it; with one thread the restarts come in order and all is
// reproducible.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <stop_token>

#include "base/random.hpp"
#include "nqueens/placement.hpp"
#include "nqueens/solve.hpp"
#include "search/solver.hpp"

namespace nqueens::search {

/// A seed that nobody has asked for.
std::uint64_t seed_of_system();

/// The random numbers of one start. Neighbouring numbers and neighbouring seeds give unrelated
/// streams.
base::Random random_of_start(std::uint64_t seed, std::uint64_t number);

class Race {
 public:
  /// `max_restarts` 0: no limit. The first start of all is not a restart.
  /// `tools` are for every search; the progress is of the first racer's.
  Race(const Solver& solver, std::uint64_t board_size, const SearchTools& tools, std::uint64_t seed,
       std::uint64_t max_restarts, std::stop_token stop);

  /// Makes restarts until there is a solution, the limit is reached, or the search is stopped.
  /// Called by every thread, at the same time or one after the other; an exception ends the race.
  void run();

  /// After all calls of run() have ended. The placement; nullopt when none was found.
  std::optional<Placement>& placement() { return placement_; }
  /// Of the restart that found it, but for `restarts`, which counts the given up ones of all.
  const SolveStatistics& statistics() const { return statistics_; }

 private:
  const Solver& solver_;
  const std::uint64_t board_size_;
  const SearchTools tools_;
  const std::uint64_t seed_;
  const std::uint64_t max_restarts_;
  const std::stop_token stop_;
  std::atomic<bool> over_{false};
  std::atomic<int> racers_{0};
  std::atomic<std::uint64_t> next_start_{0};
  std::atomic<std::uint64_t> given_up_{0};
  std::optional<Placement> placement_;  // written by the thread that set over_
  SolveStatistics statistics_;          // as well
};

}  // namespace nqueens::search
