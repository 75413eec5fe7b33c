// collect(): threads share the starts of one search, and each solution is kept once. Each start has
// its own random numbers, so the collection does not depend on the threads.
#include <fmt/format.h>

#include <mutex>
#include <set>
#include <utility>

#include "base/random.hpp"
#include "base/stopwatch.hpp"
#include "nqueens/error.hpp"
#include "nqueens/solve.hpp"
#include "nqueens/symmetry.hpp"
#include "nqueens/verify.hpp"
#include "run/executor.hpp"
#include "solve/algorithms.hpp"
#include "solve/search.hpp"

namespace nqueens {

namespace {

void check_arguments(std::uint64_t board_size, const solving::Algorithm& algorithm) {
  if (board_size == 0 || board_size > kMaxCollectSize) {
    throw InvalidArgument(
        fmt::format("board size out of range: {}; valid are 1 to {}", board_size, kMaxCollectSize));
  }
  if (!algorithm.is_random) {
    throw InvalidArgument(fmt::format(
        "algorithm has no random starts: {}; take another, such as steepest", algorithm.name));
  }
  solving::require_solvable(board_size);
}

}  // namespace

CollectResult collect(std::uint64_t board_size, const CollectOptions& options) {
  const base::Stopwatch watch;
  const solving::Algorithm& algorithm = solving::find_algorithm(options.algorithm, board_size);
  check_arguments(board_size, algorithm);
  run::Executor executor(options.threads, options.pinning);
  CollectResult result;
  result.threads = executor.threads();
  result.seed = options.seed ? *options.seed : base::seed_of_system();
  solving::Starts starts(algorithm.search, board_size, result.seed, options.starts, options.stop);
  std::mutex mutex;
  std::set<Placement> solutions;
  executor.run([&](int) {
    starts.make({}, [&](Placement placement) {
      if (!is_solution(placement)) {
        throw Error(
            fmt::format("internal error: {} returned a wrong placement; please report it with "
                        "N = {} and the seed {}",
                        algorithm.name, board_size, result.seed));
      }
      if (options.fundamental) placement = canonical_form(placement);
      const std::lock_guard lock(mutex);
      ++result.solved;
      solutions.insert(std::move(placement));
      return true;
    });
  });
  result.starts = result.solved + starts.totals().restarts;
  while (!solutions.empty()) {
    result.solutions.push_back(std::move(solutions.extract(solutions.begin()).value()));
  }
  result.seconds = watch.seconds();
  return result;
}

}  // namespace nqueens
