// The table of algorithms, and starts with their repair.
#include "solve/solver.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <utility>
#include <vector>

#include "base/arrays.hpp"
#include "base/stopwatch.hpp"
#include "nqueens/error.hpp"
#include "nqueens/info.hpp"
#include "solve/complete_board.hpp"
#include "solve/window_kernels.hpp"

namespace nqueens {

namespace solving {

// Each is defined at the end of the file of its name.
extern const SearchKind kMinConflicts, kMinConflictsWithStart, kGreedyRepair,
    kGreedyRepairWithStart, kQs4, kQs4WithGiven, kWindowed, kExplicit, kFirstChoice,
    kFirstChoiceWithStart, kSteepest, kMaxFree;

namespace {

constexpr std::array kSolvers = {
    Solver{
        .name = "min-conflicts",
        .summary = "random start, then queens in conflict move to the column with fewest conflicts",
        .search = kMinConflicts,
        .search_with_start = &kMinConflictsWithStart,
        .takes_max_moves = true},
    Solver{
        .name = "greedy-repair",
        .summary = "min-conflicts after a greedy start: each queen where it has fewest conflicts",
        .search = kGreedyRepair,
        .search_with_start = &kGreedyRepairWithStart,
        .takes_max_moves = true},
    Solver{.name = "qs4",
           .summary = "greedy start almost without conflicts, then swaps of columns; linear time",
           .search = kQs4,
           .search_with_given = &kQs4WithGiven},
    Solver{.name = "windowed",
           .summary = "random start window by window, in the cache and on all threads, then swaps",
           .search = kWindowed,
           .threads_share_board = true,
           .streams = true,
           .max_threads = kMaxWindowedThreads,
           .has_kernels = true},
    Solver{.name = "explicit",
           .summary = "a formula, no search: the same solution every time",
           .search = kExplicit,
           .threads_share_board = true,
           .is_random = false},
    Solver{.name = "first-choice",
           .summary =
               "hill climbing: random permutation, then the first exchange of two rows that helps",
           .search = kFirstChoice,
           .search_with_start = &kFirstChoiceWithStart,
           .needs_permutation = true,
           .takes_max_moves = true},
    Solver{
        .name = "steepest",
        .summary = "hill climbing: random start, then the best of all moves of one queen, restarts",
        .search = kSteepest,
        .search_with_start = &kSteepest,
        .takes_max_moves = true,
        .practical_size = 100},
    Solver{
        .name = "max-free",
        .summary = "backtracking, the column first that leaves most free squares below; not random",
        .search = kMaxFree,
        .max_threads = 1,
        .is_random = false,
        .practical_size = 42},
};

/// From here on the windowed fill is faster than qs4, on one thread: it takes 35 against 11 us for
/// 10 queens, 14 against 17 for 100, 23 against 40 for 1000.
constexpr std::uint64_t kWindowedFrom = 100;

}  // namespace

base::InstructionSet Solver::instruction_set(base::InstructionSet max) const {
  return has_kernels ? window_kernels().best(max).instruction_set : base::InstructionSet::portable;
}

std::span<const Solver> all_solvers() {
  return kSolvers;
}

const Solver& find_solver(std::string_view name, std::uint64_t board_size) {
  if (name == "auto") name = board_size >= kWindowedFrom ? "windowed" : "qs4";
  std::vector<std::string_view> names = {"auto"};
  for (const Solver& solver : kSolvers) {
    if (solver.name == name) return solver;
    names.push_back(solver.name);
  }
  names.push_back(kMrv);
  throw InvalidArgument(
      fmt::format("unknown algorithm: {}; one of {} is expected", name, fmt::join(names, ", ")));
}

const Solver& find_solver_with_given(std::string_view name) {
  const Solver& solver = find_solver(name == "auto" ? "qs4" : name, 0);
  if (solver.search_with_given != nullptr) return solver;
  throw InvalidArgument(fmt::format(
      "algorithm {} takes no given queens or blocked squares; take qs4, or auto", solver.name));
}

Search::Search(std::uint64_t board_size, const SearchTools& tools)
    : size_(board_size), tools_(tools) {
  if (tools_.output != nullptr) return;
  columns_.reserve(size_);
  base::advise_huge_pages(columns_.data(), size_ * sizeof(Column));
}

bool Search::restart(base::Random& random, const std::stop_token& stop, SolveStatistics& statistics,
                     std::span<const Column> columns) {
  statistics = {};
  if (tools_.progress != nullptr) {
    tools_.progress->rows = 0;
    tools_.progress->is_repairing = false;
    tools_.progress->is_putting = false;
    tools_.progress->rows_out = 0;
    ++tools_.progress->starts;
  }
  const base::Stopwatch start_watch;
  pairs_ = 0;
  columns_.clear();
  const bool started = (!std::exchange(used_, true) || clear_counts(stop)) &&
                       (columns.empty() ? fill(random, stop, statistics) : fill_as(columns, stop));
  statistics.start_seconds = start_watch.seconds();
  if (!started) return false;
  statistics.initial_conflicts = pairs_;
  if (tools_.progress != nullptr) tools_.progress->is_repairing = true;
  const base::Stopwatch repair_watch;
  const bool solved = repair(random, stop, statistics);
  statistics.repair_seconds = repair_watch.seconds();
  if (!solved) return false;
  const base::Stopwatch output_watch;
  const bool is_out = put_rest(stop);
  statistics.output_seconds = output_watch.seconds();
  return is_out;
}

void require_solvable(std::uint64_t board_size) {
  if (board_size != 2 && board_size != 3) return;
  throw NoSolution(fmt::format(
      "no solution exists: N = {}; every board but those of 2 and 3 has one", board_size));
}

void add(SolveStatistics& sum, const SolveStatistics& more) {
  sum.initial_conflicts += more.initial_conflicts;
  sum.probes += more.probes;
  sum.evaluations += more.evaluations;
  sum.moves += more.moves;
  sum.exchanges += more.exchanges;
  sum.restarts += more.restarts;
  sum.nodes += more.nodes;
  sum.start_seconds += more.start_seconds;
  sum.repair_seconds += more.repair_seconds;
  sum.output_seconds += more.output_seconds;
}

Starts::Starts(const SearchKind& search, std::uint64_t board_size, std::uint64_t seed,
               std::uint64_t limit, const std::stop_token& stop)
    : search_(search), board_size_(board_size), seed_(seed), limit_(limit), follow_(stop, [this] {
        source_.request_stop();
      }) {}

void Starts::make(const SearchTools& tools, const Found& found) try {
  const std::stop_token stop = source_.get_token();
  SolveStatistics statistics;
  std::unique_ptr<Search> search;
  while (!stop.stop_requested()) {
    const std::uint64_t number = next_.fetch_add(1);
    if (number >= limit_) return;
    if (!search) search = search_.make(board_size_, tools);
    base::Random random = base::random_of_start(seed_, number);
    const bool is_solved = search->restart(random, stop, statistics,
                                           number == 0 ? tools.start : std::span<const Column>());
    statistics.restarts = is_solved || stop.stop_requested() ? 0 : 1;
    {
      const std::lock_guard lock(mutex_);
      add(totals_, statistics);
    }
    if (!is_solved) continue;
    if (!found(search->take_placement())) source_.request_stop();
    search.reset();
  }
} catch (...) {
  source_.request_stop();
  throw;
}

}  // namespace solving

std::vector<AlgorithmInfo> algorithms() {
  std::vector<AlgorithmInfo> infos;
  for (const solving::Solver& solver : solving::all_solvers()) {
    infos.push_back({.name = std::string(solver.name),
                     .summary = std::string(solver.summary),
                     .instruction_sets = base::names_of_used(
                         [&](base::InstructionSet max) { return solver.instruction_set(max); }),
                     .practical_size = solver.practical_size,
                     .has_starts = true,
                     .takes_max_moves = solver.takes_max_moves,
                     .takes_start = solver.search_with_start != nullptr,
                     .takes_given = solver.search_with_given != nullptr,
                     .is_random = solver.is_random});
  }
  infos.push_back(solving::mrv_info());
  return infos;
}

}  // namespace nqueens
