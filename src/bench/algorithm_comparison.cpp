#include "bench/algorithm_comparison.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "base/stopwatch.hpp"
#include "nqueens/error.hpp"
#include "nqueens/info.hpp"
#include "run/periodic_call.hpp"

namespace nqueens::bench {

AlgorithmRun run_algorithm(std::uint64_t board_size, SolveOptions options, double most_seconds) {
  std::stop_source stop;
  const std::stop_token asked = std::exchange(options.stop, stop.get_token());
  const std::stop_callback pass_on(asked, [&] { stop.request_stop(); });
  const run::PeriodicCall timer(
      [&] { stop.request_stop(); },
      std::chrono::ceil<std::chrono::milliseconds>(std::chrono::duration<double>(most_seconds)));
  options.threads = 1;
  for (const AlgorithmInfo& one : algorithms()) {
    if (one.name == options.algorithm && !one.is_random) options.seed.reset();
  }
  AlgorithmRun run{options.algorithm, board_size, options.seed};
  const base::Stopwatch watch;
  try {
    const SolveStatistics did = solve(board_size, options).statistics;
    run = {run.algorithm, board_size,   run.seed,       true, did.seconds - did.verify_seconds,
           did.moves,     did.restarts, did.evaluations};
  } catch (const Stopped&) {
    if (asked.stop_requested()) throw;
    run.seconds = watch.seconds();
  }
  return run;
}

Median median_of(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t size = values.size();
  // The interval goes from the value of this rank to that of the same rank from the end: with a
  // probability of at most 2.5 % no more than `rank` of the values are below the true median.
  std::size_t rank = 0;
  double chance = std::ldexp(1.0, -static_cast<int>(size));
  for (double sum = chance;; ++rank) {
    chance *= static_cast<double>(size - rank) / static_cast<double>(rank + 1);
    sum += chance;
    if (sum > 0.025) break;
  }
  const auto known = [](double value) {
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
  };
  return {known((values[(size - 1) / 2] + values[size / 2]) / 2), known(values[rank]),
          known(values[size - 1 - rank])};
}

AlgorithmRow summary_of(const std::vector<AlgorithmRun>& runs) {
  const auto median = [&](const auto& value_of) {
    std::vector<double> values;
    for (const AlgorithmRun& run : runs) {
      values.push_back(run.solved ? static_cast<double>(value_of(run)) : HUGE_VAL);
    }
    return median_of(std::move(values));
  };
  const auto solved = std::ranges::count(runs, true, &AlgorithmRun::solved);
  return {runs[0].algorithm,
          runs[0].board_size,
          runs.size(),
          static_cast<std::size_t>(solved),
          median([](const AlgorithmRun& run) { return run.seconds; }),
          median([](const AlgorithmRun& run) { return *run.moves; }),
          median([](const AlgorithmRun& run) { return *run.restarts; })};
}

Fields fields(const AlgorithmRun& run) {
  return {{"algorithm", run.algorithm},
          {"board_size", run.board_size},
          {"seed", run.seed ? Value(WideCount{*run.seed}) : Value()},
          {"solved", run.solved},
          {"seconds", run.seconds},
          {"moves", run.moves},
          {"restarts", run.restarts},
          {"evaluations", run.evaluations}};
}

Fields fields(const Median& one) {
  return {{"median", one.value}, {"low", one.low}, {"high", one.high}};
}

Fields fields(const AlgorithmRow& row) {
  return {{"algorithm", row.algorithm}, {"board_size", row.board_size}, {"runs", row.runs},
          {"solved", row.solved},       {"seconds", row.seconds},       {"moves", row.moves},
          {"restarts", row.restarts}};
}

}  // namespace nqueens::bench
