// Finding one solution: algorithms over board sizes and threads, "windowed" with every instruction
// set, and two lower bounds: the explicit construction, which searches nothing, and writing as many
// columns. Items are queens. The time includes restarts and allocation, not verification.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <numeric>
#include <string>
#include <thread>

#include "nqueens/info.hpp"
#include "nqueens/placement.hpp"
#include "nqueens/solve.hpp"

namespace {

void solve(benchmark::State& state, const nqueens::SolveOptions& given) {
  const auto size = static_cast<std::uint64_t>(state.range(0));
  nqueens::SolveOptions options = given;
  options.verify = false;
  std::uint64_t seed = 0;
  nqueens::SolveStatistics sums;
  std::uint64_t memory = 0;
  for (auto _ : state) {
    if (options.algorithm != "explicit") options.seed = ++seed;  // a formula takes none
    const nqueens::SolveResult result = nqueens::solve(size, options);
    benchmark::DoNotOptimize(result.placement.data());
    sums.initial_conflicts += result.statistics.initial_conflicts;
    sums.moves += result.statistics.moves;
    sums.restarts += result.statistics.restarts;
    memory = result.memory_bytes;
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
  const auto average = [](std::uint64_t sum) {
    return benchmark::Counter(static_cast<double>(sum), benchmark::Counter::kAvgIterations);
  };
  state.counters["conflicts"] = average(sums.initial_conflicts);
  state.counters["moves"] = average(sums.moves);
  state.counters["restarts"] = average(sums.restarts);
  state.counters["bytes_per_queen"] = static_cast<double>(memory) / static_cast<double>(size);
}

void write_columns(benchmark::State& state) {
  const auto size = static_cast<std::size_t>(state.range(0));
  for (auto _ : state) {
    nqueens::Placement columns(size);
    std::iota(columns.begin(), columns.end(), 0u);
    benchmark::DoNotOptimize(columns.data());
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

/// Adds powers of ten from `first` to `last`.
void add_sizes(benchmark::internal::Benchmark* added, std::int64_t first, std::int64_t last) {
  added->ArgName("N")->Unit(benchmark::kMicrosecond)->UseRealTime();
  for (std::int64_t size = first; size <= last; size *= 10) added->Arg(size);
}

void add(const std::string& algorithm, int threads, std::int64_t first, std::int64_t last,
         const std::string& instruction_set = "auto") {
  nqueens::SolveOptions options;
  options.algorithm = algorithm;
  options.threads = threads;
  options.instruction_set = instruction_set;
  std::string name = "solve/" + algorithm + "/threads:" + std::to_string(threads);
  if (instruction_set != "auto") name += "/" + instruction_set;
  add_sizes(benchmark::RegisterBenchmark(
                name.c_str(), [options](benchmark::State& state) { solve(state, options); }),
            first, last);
}

}  // namespace

int main(int argc, char** argv) {
  const int threads = static_cast<int>(std::thread::hardware_concurrency());
  add("qs4", 1, 10, 10'000'000);
  add("min-conflicts", 1, 10, 1'000'000);
  add("first-choice", 1, 10, 1'000'000);
  add("windowed", 1, 10, 100'000'000);
  add("explicit", 1, 10, 1'000'000'000);
  for (const std::string& set : nqueens::instruction_sets()) {
    if (set != "bmi2") add("windowed", 1, 10'000'000, 10'000'000, set);
  }
  if (threads > 1) {
    add("windowed", threads, 100'000, 1'000'000'000);
    add("explicit", threads, 1'000'000, 1'000'000'000);
  }
  add_sizes(benchmark::RegisterBenchmark("write_columns", write_columns), 10, 1'000'000'000);

  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
