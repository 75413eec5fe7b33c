// What every algorithm of solve() offers, and their registry. A solver is stateless and lives for
// the whole program; a Search holds the arrays of one thread and makes one restart after another.
// Knows nothing of threads.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "base/random.hpp"
#include "localsearch/polling.hpp"
#include "nqueens/placement.hpp"
#include "nqueens/solve.hpp"

namespace nqueens::localsearch {

/// The search of one thread. Not shared between threads.
class Search {
 public:
  virtual ~Search() = default;
  /// One restart: makes a new start from `random` and repairs it. True when no conflict is left;
  /// false when it stalled or was stopped. Depends on `random` alone, not on earlier restarts.
  /// Sets `statistics` but for restarts, verify_seconds and seconds.
  virtual bool restart(base::Random& random, const StopSignal& stop,
                       SolveStatistics& statistics) = 0;
  /// The solution that the last restart found. The search is over then.
  virtual Placement take_placement() = 0;
};

struct Solver {
  std::string_view name;
  std::string_view summary;  ///< one line
  /// Bytes of the arrays of one search, the placement included.
  std::uint64_t (*memory_bytes)(std::uint64_t board_size);
  /// Throws std::bad_alloc. Takes no time to speak of: restart() is the first to touch the pages.
  std::unique_ptr<Search> (*make_search)(std::uint64_t board_size);
};

/// Every algorithm, oldest first.
const std::vector<const Solver*>& all_solvers();

/// The solver of that name; "auto" is the fastest. Throws InvalidArgument listing the names.
const Solver& find_solver(std::string_view name);

}  // namespace nqueens::localsearch
