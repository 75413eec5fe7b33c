// The series of the scaling measurement. Strong: whole calls of count() and solve(). Weak: queens
// in proportion to threads; for counts a share of the tasks of one plan, in its random order. No
// board has twice the work of another, so work is measured in nodes of the search.
#include "bench/scaling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <string_view>
#include <utility>

#include "api/pipeline.hpp"
#include "base/cpu_features.hpp"
#include "counting/engine.hpp"
#include "counting/plan.hpp"
#include "nqueens/count.hpp"
#include "nqueens/error.hpp"
#include "nqueens/info.hpp"
#include "nqueens/solve.hpp"
#include "run/executor.hpp"
#include "run/plan_runner.hpp"

namespace nqueens::bench {

namespace {

using Clock = std::chrono::steady_clock;

/// Counts the nodes of its search at next to no cost, and makes no tables, whose cost would not
/// grow with the share of the tasks.
constexpr const char* kWeakEngine = "bitmask";
constexpr const char* kAlgorithm = "windowed";
constexpr double kSecondsPerThread = 0.5;
constexpr std::uint64_t kQueensPerThread = 20'000'000;
constexpr std::uint64_t kMaxDefaultQueens = 1'000'000'000;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Of an even number the mean of the two in the middle.
double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

class Measurement {
 public:
  Measurement(const ScalingOptions& options,
              const std::function<void(const std::vector<ScalingRow>&)>& on_series)
      : options_(options),
        on_series_(on_series),
        instruction_set_(base::parse_instruction_set(options.instruction_set)),
        threads_(options.threads.empty() ? default_thread_numbers(machine().usable_processors)
                                         : options.threads),
        queens_(options.queens.value_or(std::min(
            kMaxDefaultQueens, kQueensPerThread * static_cast<std::uint64_t>(max_threads())))) {
    require_valid();
  }

  std::vector<ScalingRow> run() {
    for (const Pinning pinning : options_.pinnings) {
      strong_count(pinning);
      weak_count(pinning);
      solve("strong", pinning);
      solve("weak", pinning);
    }
    return std::move(rows_);
  }

 private:
  int max_threads() const { return threads_.back(); }

  void require_valid() const {
    for (std::size_t i = 0; i < threads_.size(); ++i) {
      if (threads_[i] >= 1 && threads_[i] <= kMaxThreads &&
          (i == 0 || threads_[i] > threads_[i - 1])) {
        continue;
      }
      throw InvalidArgument(
          fmt::format("numbers of threads not ascending: {}; each 1 to {}, and more than the one "
                      "before",
                      threads_[i], kMaxThreads));
    }
    if (options_.repetitions < 1) {
      throw InvalidArgument(
          fmt::format("repetitions out of range: {}; at least 1", options_.repetitions));
    }
    if (queens_ / static_cast<std::uint64_t>(max_threads()) < kMinQueens) {
      throw InvalidArgument(fmt::format("too few queens: {}; with {} threads at least {}", queens_,
                                        max_threads(),
                                        kMinQueens * static_cast<std::uint64_t>(max_threads())));
    }
  }

  /// The smallest board on which the engine keeps all threads busy for a while.
  int board_size(std::string_view engine_name) const {
    if (options_.board_size) return *options_.board_size;
    const double wanted = kSecondsPerThread * max_threads();
    for (int size = 8; size < kLargestComputedSize; ++size) {
      const Problem problem(size);
      const counting::Engine& engine = api::choose_engine(problem, engine_name);
      if (engine.predicted_seconds(problem, instruction_set_) >= wanted) return size;
    }
    return kLargestComputedSize;
  }

  /// Runs the rows of the series in turn. `measure` fills in the row and returns the seconds.
  template <typename Measure>
  void series(const char* scaling, const char* work, Pinning pinning, const Measure& measure) {
    std::vector<ScalingRow> rows;
    for (const int threads : threads_) {
      rows.push_back({.scaling = scaling,
                      .work = work,
                      .pinning = pinning,
                      .threads = threads,
                      .threads_used = threads});
    }
    for (int repetition = 0; repetition < options_.repetitions; ++repetition) {
      for (ScalingRow& row : rows) {
        if (options_.stop.stop_requested()) throw Stopped("stopped: the scaling is not complete");
        row.seconds.push_back(measure(row));
      }
    }
    rate(rows);
    if (on_series_) on_series_(rows);
    rows_.insert(rows_.end(), rows.begin(), rows.end());
  }

  void strong_count(Pinning pinning) {
    const int size = board_size(options_.engine);
    series("strong", "count", pinning, [&](ScalingRow& row) {
      row.size = static_cast<std::uint64_t>(size);
      CountOptions options;
      options.engine = options_.engine;
      options.instruction_set = options_.instruction_set;
      options.threads = row.threads;
      options.pinning = pinning;
      options.stop = options_.stop;
      const auto begin = Clock::now();
      const CountResult result = count(size, options);
      row.method = result.engine;
      return seconds_since(begin);
    });
  }

  void weak_count(Pinning pinning) {
    const counting::Engine& engine = counting::find_engine(kWeakEngine);
    const int size = board_size(kWeakEngine);
    const Problem problem(size);
    const auto prepared =
        engine.prepare(problem, {.count_nodes = true, .instruction_set = instruction_set_});
    const counting::Plan plan =
        api::make_plan(prepared->decomposition(), std::nullopt, options_.stop);
    series("weak", "count", pinning, [&](ScalingRow& row) {
      row.method = kWeakEngine;
      row.size = static_cast<std::uint64_t>(size);
      run::PlanRunOptions run;
      run.stop = options_.stop;
      run.excluded.assign(plan.tasks().size(), true);
      // The order of work is a random permutation: its first part is a random sample.
      const std::size_t taken = plan.tasks().size() * static_cast<std::size_t>(row.threads) /
                                static_cast<std::size_t>(max_threads());
      for (std::size_t i = 0; i < std::max<std::size_t>(taken, 1); ++i) {
        run.excluded[plan.order()[i]] = false;
      }
      const auto begin = Clock::now();
      run::Executor executor(row.threads, pinning);
      const run::PlanRunResult result = run::run_plan(
          plan, [&] { return prepared->make_worker(plan.depth()); }, executor, run);
      const double seconds = seconds_since(begin);
      if (!result.complete) throw Stopped("stopped: the scaling is not complete");
      row.work_units = static_cast<double>(result.nodes);
      return seconds;
    });
  }

  void solve(const char* scaling, Pinning pinning) {
    const bool is_weak = std::string_view(scaling) == "weak";
    series(scaling, "solve", pinning, [&](ScalingRow& row) {
      row.method = kAlgorithm;
      row.size = queens_;
      if (is_weak) {
        row.size = queens_ / static_cast<std::uint64_t>(max_threads()) *
                   static_cast<std::uint64_t>(row.threads);
        row.work_units = static_cast<double>(row.size);
      }
      SolveOptions options;
      options.algorithm = kAlgorithm;
      options.instruction_set = options_.instruction_set;
      options.threads = row.threads;
      options.pinning = pinning;
      options.seed = row.seconds.size() + 1;
      options.verify = false;
      options.stop = options_.stop;
      const auto begin = Clock::now();
      const SolveResult result = nqueens::solve(row.size, options);
      row.threads_used = result.threads;
      return seconds_since(begin);
    });
  }

  /// The smallest board of the windowed fill.
  static constexpr std::uint64_t kMinQueens = 1000;

  const ScalingOptions& options_;
  const std::function<void(const std::vector<ScalingRow>&)>& on_series_;
  const base::InstructionSet instruction_set_;
  const std::vector<int> threads_;
  const std::uint64_t queens_;
  std::vector<ScalingRow> rows_;
};

}  // namespace

std::vector<int> default_thread_numbers(int processors) {
  std::vector<int> numbers;
  for (int threads = 1; threads < processors; threads *= 2) numbers.push_back(threads);
  numbers.push_back(std::max(processors, 1));
  return numbers;
}

void rate(std::vector<ScalingRow>& series) {
  const auto rate_of = [](const ScalingRow& row) {
    return row.work_units / (row.median_seconds * row.threads);
  };
  for (ScalingRow& row : series) {
    row.median_seconds = median(row.seconds);
    row.efficiency = rate_of(row) / rate_of(series.front());
    row.speedup = row.efficiency * row.threads;
  }
}

std::vector<ScalingRow> measure_scaling(
    const ScalingOptions& options,
    const std::function<void(const std::vector<ScalingRow>&)>& on_series) {
  return Measurement(options, on_series).run();
}

}  // namespace nqueens::bench
