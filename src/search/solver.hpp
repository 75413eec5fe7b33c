// What every algorithm of solve() offers, and their registry. A solver is stateless and lives for
// the whole program; a Search holds the arrays of one board and makes one restart after another.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "base/cpu_features.hpp"
#include "base/random.hpp"
#include "nqueens/execution.hpp"
#include "nqueens/placement.hpp"
#include "nqueens/solve.hpp"
#include "search/polling.hpp"

namespace nqueens::run {
class Executor;
}

namespace nqueens::search {

/// How far a search is; written by it, read by others at any time.
struct SearchProgress {
  std::atomic<std::uint64_t> rows{0};  ///< with a queen, in the start that is under way
  std::atomic<std::uint64_t> starts{0};
  std::atomic<bool> is_repairing{false};
};

/// What a search may use; all of it outlives the search.
struct SearchTools {
  run::Executor* executor = nullptr;  ///< for threads that share a board; else the caller alone
  base::InstructionSet instruction_set = base::InstructionSet::portable;  ///< the best it may take
  SearchProgress* progress = nullptr;
  std::uint64_t max_steps = 0;  ///< moves after which a start is given up; 0: no limit

  void count_rows(std::uint64_t rows) const {
    if (progress != nullptr) progress->rows.fetch_add(rows);
  }
};

/// The search of one thread, or of a team of threads that it calls itself.
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

/// What Solver::make_search is for a search of class S.
template <typename S>
std::unique_ptr<Search> make_search(std::uint64_t board_size, const SearchTools& tools) {
  return std::make_unique<S>(board_size, tools);
}

struct Solver {
  std::string_view name;
  std::string_view summary;  ///< one line
  /// Bytes of the arrays of one search, the placement included.
  std::uint64_t (*memory_bytes)(std::uint64_t board_size);
  /// Throws std::bad_alloc. Takes no time to speak of: restart() is the first to touch the pages.
  std::unique_ptr<Search> (*make_search)(std::uint64_t board_size, const SearchTools& tools);
  /// What its kernels would use if no more than `most` may be used; null: it has only portable
  /// code.
  base::InstructionSet (*instruction_set)(base::InstructionSet most) = nullptr;
  /// Threads work on one board together, through SearchTools::executor; else each has its own, and
  /// they race.
  bool threads_share_board = false;
  /// Where more threads are asked for, so many are started.
  int most_threads = kMaxThreads;
  /// Whether there is anything random in it, and anything to repair.
  bool searches = true;
  /// Whether it knows SearchTools::max_steps.
  bool takes_max_steps = false;
  /// Up to so many queens it usually ends within seconds; 0: as far as memory reaches.
  std::uint64_t practical_size = 0;
};

/// Of the solver's kernels: the best that is at most `most`.
base::InstructionSet instruction_set_of(const Solver& solver, base::InstructionSet most);

/// Every algorithm: those for large boards, then those for comparison.
const std::vector<const Solver*>& all_solvers();

/// The solver of that name; "auto" is the fastest for the board. Throws InvalidArgument listing the
/// names.
const Solver& find_solver(std::string_view name, std::uint64_t board_size);

}  // namespace nqueens::search
