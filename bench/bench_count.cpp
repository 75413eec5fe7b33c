// Exact counting: every engine on plain boards, on one and two threads, beside the plain three-word
// recursion that most programs use.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>

#include "nqueens/count.hpp"
#include "nqueens/info.hpp"

namespace {

/// Richards' three-word recursion as it is usually written, without symmetry: the yardstick.
std::uint64_t plain_recursion(std::uint32_t full, std::uint32_t columns, std::uint32_t diagonals,
                              std::uint32_t antidiagonals) {
  if (columns == full) return 1;
  std::uint64_t solutions = 0;
  std::uint32_t free = full & ~(columns | diagonals | antidiagonals);
  while (free != 0) {
    const std::uint32_t queen = free & (0u - free);
    free ^= queen;
    solutions += plain_recursion(full, columns | queen, (diagonals | queen) << 1,
                                 (antidiagonals | queen) >> 1);
  }
  return solutions;
}

void count_by_plain_recursion(benchmark::State& state) {
  const auto size = static_cast<int>(state.range(0));
  std::uint64_t solutions = 0;
  for (auto _ : state) {
    solutions = plain_recursion((1u << size) - 1, 0, 0, 0);
    benchmark::DoNotOptimize(solutions);
  }
  state.counters["solutions"] = static_cast<double>(solutions);
}
BENCHMARK(count_by_plain_recursion)
    ->Name("count/plain-recursion/threads:1")
    ->DenseRange(12, 16)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

void count_by_engine(benchmark::State& state, const std::string& engine, int threads) {
  nqueens::CountOptions options;
  options.engine = engine;
  options.threads = threads;
  nqueens::CountResult result;
  for (auto _ : state) result = nqueens::count(static_cast<int>(state.range(0)), options);
  state.counters["solutions"] = static_cast<double>(result.solutions);
  state.counters["tasks"] = static_cast<double>(result.tasks);
}

/// Returns the largest board that an engine counts in seconds. `auto` beside the others shows
/// whether it chooses the best one.
int largest_board(const std::string& engine) {
  if (engine == "reference") return 12;
  if (engine == "bitmask" || engine == "mrv") return 16;
  if (engine == "simd") return 18;
  return 20;
}

void register_engine(const std::string& engine) {
  for (const int threads : {1, 2}) {
    benchmark::RegisterBenchmark(
        ("count/" + engine + "/threads:" + std::to_string(threads)).c_str(),
        [engine, threads](benchmark::State& state) { count_by_engine(state, engine, threads); })
        ->DenseRange(8, largest_board(engine), engine == "reference" ? 2 : 1)
        ->Unit(benchmark::kMillisecond)
        ->UseRealTime();
  }
}

}  // namespace

int main(int argc, char** argv) {
  for (const nqueens::EngineInfo& engine : nqueens::engines()) {
    if (!engine.needs_device) register_engine(engine.name);
  }
  register_engine("auto");
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
