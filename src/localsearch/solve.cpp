// solve(): checks what was asked for, states the memory before it is taken, lets threads race, and
// verifies what they found. Knows no algorithm.
#include "nqueens/solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <random>
#include <utility>

#include "localsearch/polling.hpp"
#include "localsearch/race.hpp"
#include "localsearch/solver.hpp"
#include "nqueens/error.hpp"
#include "nqueens/verify.hpp"
#include "runtime/executor.hpp"
#include "runtime/memory.hpp"

namespace nqueens {

namespace {

/// A need so small that asking the system takes longer than many a search.
constexpr std::uint64_t kNotWorthAsking = std::uint64_t{16} << 20;

void check_options(std::uint64_t board_size, const SolveOptions& options) {
  if (board_size == 0 || board_size > kMaxPlacementSize) {
    throw InvalidArgument(fmt::format("board size out of range: {}; valid are 1 to {}", board_size,
                                      kMaxPlacementSize));
  }
  if (options.threads < 0 || options.threads > kMaxThreads) {
    throw InvalidArgument(
        fmt::format("number of threads out of range: {}; valid are 1 to {}, and 0 for the "
                    "algorithm's choice",
                    options.threads, kMaxThreads));
  }
}

/// Why 0 threads are one: racing shortens a search only as far as the times of searches vary, and
/// from 1000 queens on they do not, nor are there restarts; while each further racer needs as much
/// memory, cache and memory bandwidth again. One and two threads on two cores with other work
/// beside them, medians:
///
///                        8      1000      10^5      10^6      10^7
///   qs4              3 us     34 us    1.6 ms     24 ms    188 ms    one thread
///                  160 us    180 us    1.9 ms     25 ms    377 ms    two
///   min-conflicts    3 us    172 us     11 ms    310 ms     9.2 s    one
///                  156 us    306 us     11 ms    955 ms    13.6 s    two
int racing_threads(const SolveOptions& options) {
  return options.threads == 0 ? 1 : options.threads;
}

std::uint64_t memory_bytes(const localsearch::Solver& solver, std::uint64_t board_size,
                           const SolveOptions& options) {
  const auto racers = static_cast<std::uint64_t>(racing_threads(options));
  const std::uint64_t searches = racers * solver.memory_bytes(board_size);
  // What the searches held beside the placement is free again before the verification.
  const std::uint64_t verification =
      board_size * sizeof(Column) + (options.verify ? board_size * 5 / 8 : 0);
  return std::max(searches, verification);
}

std::uint64_t seed_of_system() {
  std::random_device device;
  const std::uint64_t high = device();
  return high << 32 | device();
}

/// Every thread calls race.run(). Starting workers takes milliseconds, thousands of small boards'
/// time: a thread on its own does without them, unless it is to be bound.
void run_race(localsearch::Race& race, const SolveOptions& options) {
  const int threads = racing_threads(options);
  if (threads == 1 && options.pinning != Pinning::cores) {
    race.run();
  } else {
    runtime::Executor executor(threads, options.pinning);
    executor.run([&](int) { race.run(); });
  }
}

void verify_solution(std::uint64_t board_size, const SolveOptions& options,
                     const localsearch::Solver& solver, SolveResult& result) {
  const localsearch::Stopwatch watch;
  VerifyOptions verify_options;
  verify_options.threads = options.threads;
  verify_options.pinning = options.pinning;
  verify_options.expected_size = board_size;
  verify_options.stop = options.stop;
  const VerifyResult verified = verify(result.placement, verify_options);
  if (verified.attack) {
    throw Error(
        fmt::format("internal error: {} returned a wrong placement: {}; please report it "
                    "with N = {} and the seed {}",
                    solver.name, to_string(*verified.attack), board_size, result.seed));
  }
  result.verified = true;
  result.statistics.verify_seconds = watch.seconds();
}

}  // namespace

std::uint64_t solve_memory_bytes(std::uint64_t board_size, const SolveOptions& options) {
  check_options(board_size, options);
  return memory_bytes(localsearch::find_solver(options.algorithm), board_size, options);
}

SolveResult solve(std::uint64_t board_size, const SolveOptions& options) {
  const localsearch::Stopwatch watch;
  check_options(board_size, options);
  const localsearch::Solver& solver = localsearch::find_solver(options.algorithm);
  if (board_size == 2 || board_size == 3) {
    throw NoSolution(fmt::format(
        "no solution exists: N = {}; every other board size from 1 on has one", board_size));
  }

  SolveResult result;
  result.algorithm = solver.name;
  result.threads = racing_threads(options);
  result.seed = options.seed ? *options.seed : seed_of_system();
  result.memory_bytes = memory_bytes(solver, board_size, options);
  const std::string what = fmt::format("a board of {} queens on {} thread{}", board_size,
                                       result.threads, result.threads == 1 ? "" : "s");
  const std::string advice = result.threads == 1 ? "take a smaller board or a machine with more"
                                                 : "take fewer threads or a smaller board";
  if (result.memory_bytes > kNotWorthAsking) {
    runtime::require_memory(result.memory_bytes, what, advice);
  }
  try {
    {
      localsearch::Race race(solver, board_size, result.seed, options.max_restarts, options.stop);
      run_race(race, options);
      if (!race.placement()) {
        if (options.stop.stop_requested()) {
          throw Stopped(fmt::format(
              "stopped before a solution was found: N = {}; the seed of this search was {}",
              board_size, result.seed));
        }
        throw Stopped(
            fmt::format("no solution within the restarts allowed: {}; allow more of them "
                        "or take another seed than {}",
                        options.max_restarts, result.seed));
      }
      result.placement = *std::move(race.placement());
      result.statistics = race.statistics();
    }
    if (options.verify) verify_solution(board_size, options, solver, result);
  } catch (const std::bad_alloc&) {
    throw InsufficientMemory(fmt::format("not enough memory for {}: it needs {}; {}", what,
                                         runtime::format_bytes(result.memory_bytes), advice));
  }
  result.statistics.seconds = watch.seconds();
  return result;
}

}  // namespace nqueens
