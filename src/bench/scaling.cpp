// The series of the scaling measurement: counts, set up as by count(), and calls of solve(). Weak:
// solve() places queens in proportion to threads; counts take a share of one board's tasks, as no
// board has twice the work of another.
#include "bench/scaling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/cpu_features.hpp"
#include "base/stopwatch.hpp"
#include "count/pipeline.hpp"
#include "engine/engine.hpp"
#include "nqueens/board.hpp"
#include "nqueens/count.hpp"
#include "nqueens/error.hpp"
#include "nqueens/solve.hpp"
#include "run/executor.hpp"
#include "run/plan_runner.hpp"

namespace nqueens::bench {

namespace {

constexpr const char* kAlgorithm = "windowed";
constexpr double kSecondsPerThread = 0.5;
constexpr std::uint64_t kQueensPerThread = 20'000'000;
constexpr std::uint64_t kMaxDefaultQueens = 1'000'000'000;
constexpr const char* kStopped = "stopped: the scaling is not complete";

/// For an even number of values, the mean of the two in the middle.
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
        threads_(options.threads.empty() ? default_thread_numbers(run::default_threads())
                                         : options.threads),
        queens_(options.queens.value_or(std::min(
            kMaxDefaultQueens, kQueensPerThread * static_cast<std::uint64_t>(max_threads())))) {
    require_valid();
    board_size_ = options.board_size.value_or(usual_board_size());
  }

  std::vector<ScalingRow> run() {
    for (const bool is_weak : {false, true}) {
      for (const Pinning pinning : options_.pinnings) {
        count(is_weak, pinning);
        solve(is_weak, pinning);
      }
    }
    return std::move(rows_);
  }

 private:
  int max_threads() const { return threads_.back(); }

  void require_valid() const {
    const int most = run::useful_threads(kMaxThreads);
    for (std::size_t i = 0; i < threads_.size(); ++i) {
      if (threads_[i] >= 1 && threads_[i] <= most && (i == 0 || threads_[i] > threads_[i - 1])) {
        continue;
      }
      throw InvalidArgument(
          fmt::format("number of threads out of range: {}; each 1 to {}, the processors here, and "
                      "more than the one before",
                      threads_[i], most));
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

  /// The smallest board that keeps all threads busy for kSecondsPerThread.
  int usual_board_size() const {
    const auto set = base::parse_instruction_set(options_.instruction_set);
    int size = 8;
    for (; size < kLargestComputedSize; ++size) {
      const Problem problem(size);
      const engine::Engine& engine = counting::choose_engine(problem, options_.engine);
      if (engine.predicted_seconds(problem, set) >= kSecondsPerThread * max_threads()) break;
    }
    return size;
  }

  /// Runs the rows of the series in turn. `measure` fills in the row and returns the seconds.
  template <typename Measure>
  void series(bool is_weak, const char* command, Pinning pinning, const Measure& measure) {
    std::vector<ScalingRow> rows;
    for (const int threads : threads_) {
      rows.push_back({.scaling = is_weak ? "weak" : "strong",
                      .command = command,
                      .pinning = pinning,
                      .threads = threads});
    }
    for (int repetition = 0; repetition < options_.repetitions; ++repetition) {
      for (ScalingRow& row : rows) {
        if (options_.stop.stop_requested()) throw Stopped(kStopped);
        row.seconds.push_back(measure(row));
      }
    }
    rate(rows);
    if (on_series_) on_series_(rows);
    rows_.insert(rows_.end(), rows.begin(), rows.end());
  }

  /// Weak: tasks with the row's share of the predicted work. The plan's order is a random
  /// permutation, so its first tasks are a random sample.
  void count(bool is_weak, Pinning pinning) {
    const Board board(board_size_);
    series(is_weak, "count", pinning, [&](ScalingRow& row) {
      const CountOptions options{.engine = options_.engine,
                                 .instruction_set = options_.instruction_set,
                                 .stop = options_.stop};
      const base::Stopwatch watch;
      run::Executor executor(row.threads, pinning);
      counting::Run run = counting::set_up(board, options, {}, executor.threads());
      run::PlanRunOptions tasks = counting::begin(run, executor.threads(), options);
      const auto all = static_cast<double>(run.plan.total_cost());
      const double share = is_weak ? all * row.threads / max_threads() : all;
      double taken = 0;
      tasks.excluded.assign(run.plan.tasks().size(), true);
      for (const std::uint32_t task : run.plan.order()) {
        if (taken >= share) break;
        tasks.excluded[task] = false;
        taken += run.plan.tasks()[task].cost;
      }
      const bool is_complete =
          run::run_plan(run.plan, run.worker_maker(), executor, tasks).complete;
      const double seconds = watch.seconds();
      if (!is_complete) throw Stopped(kStopped);
      row.method = run.engine->engine.name;
      row.size = static_cast<std::uint64_t>(board_size_);
      row.threads_used = executor.threads();
      row.work = taken;
      return seconds;
    });
  }

  void solve(bool is_weak, Pinning pinning) {
    series(is_weak, "solve", pinning, [&](ScalingRow& row) {
      row.method = kAlgorithm;
      row.size = queens_;
      if (is_weak) {
        row.size = queens_ / static_cast<std::uint64_t>(max_threads()) *
                   static_cast<std::uint64_t>(row.threads);
      }
      row.work = static_cast<double>(row.size);
      const SolveOptions options{.algorithm = kAlgorithm,
                                 .threads = row.threads,
                                 .pinning = pinning,
                                 .instruction_set = options_.instruction_set,
                                 .seed = row.seconds.size() + 1,
                                 .verify = false,
                                 .stop = options_.stop};
      const base::Stopwatch watch;
      const SolveResult result = nqueens::solve(row.size, options);
      row.threads_used = result.threads;
      return watch.seconds();
    });
  }

  /// Fewer queens take a thread microseconds, less than it takes to start it.
  static constexpr std::uint64_t kMinQueens = 1000;

  const ScalingOptions& options_;
  const std::function<void(const std::vector<ScalingRow>&)>& on_series_;
  const std::vector<int> threads_;
  const std::uint64_t queens_;
  int board_size_ = 0;
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
    return row.work / (row.median_seconds * row.threads);
  };
  for (ScalingRow& row : series) row.median_seconds = median(row.seconds);
  const double first_rate = rate_of(series.front());
  const double first_work = series.front().work;
  for (ScalingRow& row : series) {
    row.efficiency = rate_of(row) / first_rate;
    row.speedup = row.efficiency * row.threads;
    row.work /= first_work;
  }
}

std::vector<ScalingRow> measure_scaling(
    const ScalingOptions& options,
    const std::function<void(const std::vector<ScalingRow>&)>& on_series) {
  return Measurement(options, on_series).run();
}

Fields fields(const ScalingRow& row) {
  return {{"scaling", row.scaling},
          {"command", row.command},
          {"method", row.method},
          {"board_size", row.size},
          {"pinning", to_string(row.pinning)},
          {"threads", row.threads},
          {"threads_used", row.threads_used},
          {"work", row.work},
          {"seconds", row.seconds},
          {"median_seconds", row.median_seconds},
          {"speedup", row.speedup},
          {"efficiency", row.efficiency}};
}

}  // namespace nqueens::bench
