// collect(): threads share the starts of one search; every solution is kept once. The random
// numbers of a start are its own, so the collection does not depend on the threads.
#include "nqueens/collect.hpp"

#include <fmt/format.h>

#include <atomic>
#include <mutex>
#include <set>
#include <utility>

#include "base/stopwatch.hpp"
#include "nqueens/error.hpp"
#include "nqueens/symmetry.hpp"
#include "run/executor.hpp"
#include "search/polling.hpp"
#include "search/solver.hpp"

namespace nqueens {

namespace {

void check_arguments(std::uint64_t board_size, const search::Solver& solver) {
  if (board_size == 0 || board_size > kMaxCollectSize) {
    throw InvalidArgument(
        fmt::format("board size out of range: {}; valid are 1 to {}", board_size, kMaxCollectSize));
  }
  if (!solver.is_random) {
    throw InvalidArgument(fmt::format(
        "algorithm has no random starts: {}; take another, such as steepest", solver.name));
  }
  if (board_size == 2 || board_size == 3) {
    throw NoSolution(fmt::format(
        "no solution exists: N = {}; every other board size from 1 on has one", board_size));
  }
}

class Collection {
 public:
  Collection(std::uint64_t board_size, const search::Solver& solver, std::uint64_t seed,
             const CollectOptions& options)
      : board_size_(board_size),
        solver_(solver),
        seed_(seed),
        options_(options),
        stop_(options.stop) {}

  /// Called by every thread.
  void run() try {
    const std::stop_token stop = stop_.token();
    SolveStatistics statistics;
    std::unique_ptr<search::Search> search;
    while (!stop.stop_requested()) {
      const std::uint64_t number = next_start_.fetch_add(1);
      if (number >= options_.starts) return;
      if (!search) search = solver_.search.make(board_size_, {});
      base::Random random = search::random_of_start(seed_, number);
      if (!search->restart(random, stop, statistics)) continue;
      add(search->take_placement());
      search.reset();
    }
  } catch (...) {
    stop_.request();
    throw;
  }

  void move_to(CollectResult& result) {
    result.solved = solved_;
    while (!solutions_.empty()) {
      result.solutions.push_back(std::move(solutions_.extract(solutions_.begin()).value()));
    }
  }

 private:
  void add(Placement placement) {
    if (!is_solution(placement)) {
      throw Error(
          fmt::format("internal error: {} returned a wrong placement; please report it with "
                      "N = {} and the seed {}",
                      solver_.name, board_size_, seed_));
    }
    if (options_.unique) placement = canonical_form(placement);
    const std::lock_guard lock(mutex_);
    ++solved_;
    solutions_.insert(std::move(placement));
  }

  const std::uint64_t board_size_;
  const search::Solver& solver_;
  const std::uint64_t seed_;
  const CollectOptions& options_;
  search::SharedStop stop_;
  std::atomic<std::uint64_t> next_start_{0};
  std::mutex mutex_;  // of what follows
  std::uint64_t solved_ = 0;
  std::set<Placement> solutions_;
};

}  // namespace

CollectResult collect(std::uint64_t board_size, const CollectOptions& options) {
  const base::Stopwatch watch;
  const search::Solver& solver = search::find_solver(options.algorithm, board_size);
  check_arguments(board_size, solver);
  run::Executor executor(options.threads, options.pinning);
  CollectResult result;
  result.starts = options.starts;
  result.threads = executor.threads();
  result.seed = options.seed ? *options.seed : search::seed_of_system();
  Collection collection(board_size, solver, result.seed, options);
  executor.run([&](int) { collection.run(); });
  if (options.stop.stop_requested()) {
    throw Stopped(fmt::format("stopped before all starts were made: N = {}; the seed was {}",
                              board_size, result.seed));
  }
  collection.move_to(result);
  result.seconds = watch.seconds();
  return result;
}

}  // namespace nqueens
