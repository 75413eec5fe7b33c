// Benchmark of finding one solution: both algorithms over board sizes, on one thread, and as the
// floor the explicit construction, which searches nothing and writes every column once. Items are
// queens. Restarts and allocation are in the time, verification is not.
#include <benchmark/benchmark.h>

#include <cstdint>

#include "nqueens/placement.hpp"
#include "nqueens/solve.hpp"

namespace {

void solve(benchmark::State& state, const char* algorithm, int threads) {
  const auto size = static_cast<std::uint64_t>(state.range(0));
  nqueens::SolveOptions options;
  options.algorithm = algorithm;
  options.threads = threads;
  options.verify = false;
  std::uint64_t seed = 0;
  std::uint64_t restarts = 0;
  std::uint64_t memory = 0;
  for (auto _ : state) {
    options.seed = ++seed;
    const nqueens::SolveResult result = nqueens::solve(size, options);
    benchmark::DoNotOptimize(result.placement.data());
    restarts += result.statistics.restarts;
    memory = result.memory_bytes;
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
  state.counters["restarts"] =
      benchmark::Counter(static_cast<double>(restarts), benchmark::Counter::kAvgIterations);
  state.counters["bytes_per_queen"] = static_cast<double>(memory) / static_cast<double>(size);
}

/// A solution by formula, of boards that leave neither 2 nor 3 modulo 6, like the powers of ten:
/// the odd columns, then the even ones.
nqueens::Placement construct(std::uint32_t size) {
  nqueens::Placement columns;
  columns.reserve(size);
  for (const std::uint32_t first : {1u, 0u}) {
    for (std::uint32_t column = first; column < size; column += 2) columns.push_back(column);
  }
  return columns;
}

void construct_solution(benchmark::State& state) {
  const auto size = static_cast<std::uint32_t>(state.range(0));
  if (!nqueens::is_solution(construct(size))) {
    state.SkipWithError("the construction is wrong");
    return;
  }
  for (auto _ : state) benchmark::DoNotOptimize(construct(size).data());
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

BENCHMARK_CAPTURE(solve, qs4, "qs4", 1)
    ->ArgName("N")
    ->Arg(8)
    ->RangeMultiplier(10)
    ->Range(100, 10'000'000)
    ->Unit(benchmark::kMicrosecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(solve, qs4_two_racers, "qs4", 2)
    ->ArgName("N")
    ->RangeMultiplier(10)
    ->Range(1000, 10'000'000)
    ->Unit(benchmark::kMicrosecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(solve, min_conflicts, "min-conflicts", 1)
    ->ArgName("N")
    ->Arg(8)
    ->RangeMultiplier(10)
    ->Range(100, 1'000'000)
    ->Unit(benchmark::kMicrosecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(solve, min_conflicts_two_racers, "min-conflicts", 2)
    ->ArgName("N")
    ->RangeMultiplier(10)
    ->Range(1000, 1'000'000)
    ->Unit(benchmark::kMicrosecond)
    ->UseRealTime();
BENCHMARK(construct_solution)
    ->ArgName("N")
    ->RangeMultiplier(10)
    ->Range(100, 10'000'000)
    ->Unit(benchmark::kMicrosecond)
    ->UseRealTime();

}  // namespace

BENCHMARK_MAIN();
