// estimate(): counts small boards. For others all threads draw samples of populations of partial
// placements until the interval, the time or the number of samples is reached.
#include "nqueens/estimate.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <mutex>

#include "base/numbers.hpp"
#include "base/random.hpp"
#include "base/stopwatch.hpp"
#include "engine/engine.hpp"
#include "estimate/population.hpp"
#include "mrv/walk.hpp"
#include "nqueens/count.hpp"
#include "nqueens/error.hpp"
#include "run/executor.hpp"
#include "run/limits.hpp"
#include "run/ordered_output.hpp"
#include "run/periodic_call.hpp"

namespace nqueens {

namespace {

constexpr double kDefaultSeconds = 10;  ///< of an estimate that nothing else ends
/// Boards of up to this many predicted core seconds are counted; after this part of the time limit
/// the count is given up.
constexpr double kCountedSeconds = 0.2;
constexpr double kCountedFraction = 0.5;
/// The MRV search predicts its length from a few descents only, so it is given up after this many
/// queens, and looks at the time after each batch. Queens are the limit, not seconds: otherwise
/// threads and machine load would decide on the estimate.
constexpr std::uint64_t kMaxCountedQueens = 30'000'000;
constexpr std::uint64_t kQueensPerPoll = 1 << 15;
/// Partial placements in a population: small populations fit the second-level cache. They grow
/// fourfold while the standard deviation of a few pilot samples exceeds this part of their mean:
/// the mean of samples that differ more is far from normal, and the interval is too short.
constexpr std::size_t kMinPopulation = 256;
constexpr std::size_t kMaxPopulation = 16384;
constexpr std::uint64_t kPilotSamples = 16;
constexpr double kMaxDeviation = 0.35;
/// The part of the time limit after which populations grow no more.
constexpr double kPilotFraction = 0.2;
constexpr std::uint64_t kMinSamplesForError = 40;  ///< with fewer an error may seem small by chance
/// If only an error is to be reached, an estimate without a solution would never end.
constexpr std::uint64_t kMaxSamplesWithoutSolution = 400;

/// Two-sided 95 % quantile of Student's t, within 1 % from 9 degrees of freedom on (Abramowitz and
/// Stegun 26.7.5).
double student_quantile(double degrees) {
  const double z = 1.959963984540054;
  const double z3 = z * z * z;
  const double z5 = z3 * z * z;
  return z + (z3 + z) / (4 * degrees) + (5 * z5 + 16 * z3 + 3 * z) / (96 * degrees * degrees);
}

struct Sums : base::RunningMean {
  /// The scale is logarithmic: samples are never negative, and their mean is skewed to the right.
  std::optional<Interval> interval() const {
    if (samples < kMinSamples || mean == 0) return std::nullopt;
    const auto n = static_cast<double>(samples);
    const double factor = std::exp(student_quantile(n - 1) * deviation() / std::sqrt(n));
    return Interval{mean / factor, mean * factor};
  }
  bool reaches(double error) const {
    if (samples < kMinSamplesForError) return false;
    if (mean == 0) return samples >= kMaxSamplesWithoutSolution;
    const std::optional<Interval> known = interval();
    return known && known->high - known->low <= 2 * error * mean;
  }
};

void check_options(const EstimateOptions& options) {
  if (options.time_limit && !(*options.time_limit > 0)) {
    throw InvalidArgument("the time limit must be above 0 seconds");
  }
  if (options.error && !(*options.error > 0 && *options.error < 1)) {
    throw InvalidArgument("the error must be above 0 and below 1: a part of the estimate");
  }
  if (options.samples && *options.samples < kMinSamples) {
    throw InvalidArgument(fmt::format("too few samples for an interval: {}; take {} or more",
                                      *options.samples, kMinSamples));
  }
}

/// Requests a stop when another token does, or this many seconds after construction.
class TimedStop {
 public:
  TimedStop(const std::stop_token& other, double seconds)
      : follow_(other, [this] { source_.request_stop(); }),
        limit_(
            [this, seconds] {
              if (watch_.seconds() > seconds) source_.request_stop();
            },
            std::chrono::milliseconds(20)) {}

  std::stop_token token() const { return source_.get_token(); }

 private:
  const base::Stopwatch watch_;
  std::stop_source source_;
  const std::stop_callback<std::function<void()>> follow_;
  const run::PeriodicCall limit_;
};

class Estimation {
 public:
  Estimation(const Board& board, const EstimateOptions& options)
      : problem_(board), options_(options), executor_(options.threads, options.pinning) {
    check_options(options);
    if (!options_.time_limit && !options_.error && !options_.samples) {
      options_.time_limit = kDefaultSeconds;
    }
    result_.board = board;
    result_.threads = executor_.threads();
    result_.seed = options.seed ? *options.seed : base::seed_of_system();
  }

  Estimate run() {
    base::timed(result_, result_.seconds, [this] {
      if (count()) return;
      require_memory();
      sample();
    });
    return result_;
  }

 private:
  /// Counts the board; returns false if it is too large.
  bool count() {
    const base::InstructionSet best = base::best_instruction_set();
    const engine::Engine& engine = *engine::fastest_engine(problem_, best);
    if (engine.predicted_seconds(problem_, best) > kCountedSeconds) return false;
    const TimedStop stop(options_.stop,
                         options_.time_limit ? kCountedFraction * *options_.time_limit : HUGE_VAL);
    const std::optional<double> solutions =
        engine.name == "mrv" ? count_by_walk(stop.token()) : count_by_tasks(stop.token());
    if (options_.stop.stop_requested()) throw_stopped();
    if (solutions) set_exact(*solutions);
    return solutions.has_value();
  }

  /// Returns nullopt when stopped, or after too many queens.
  std::optional<double> count_by_walk(const std::stop_token& stop) const {
    mrv::Walk walk(problem_);
    std::uint64_t solutions = 0;
    for (std::uint64_t queens = 0; queens < kMaxCountedQueens; queens += kQueensPerPoll) {
      if (stop.stop_requested()) return {};
      std::uint64_t budget = kQueensPerPoll;
      if (walk.count(budget, solutions) == mrv::Walk::Step::exhausted) {
        return static_cast<double>(solutions);
      }
    }
    return {};
  }

  /// Returns nullopt when stopped.
  std::optional<double> count_by_tasks(const std::stop_token& stop) const try {
    const CountOptions options{
        .threads = options_.threads, .pinning = options_.pinning, .stop = stop};
    return static_cast<double>(nqueens::count(result_.board, options).solutions);
  } catch (const Stopped&) {
    return {};
  }

  [[noreturn]] static void throw_stopped() {
    throw Stopped("stopped before the estimate was complete");
  }

  /// The population of every thread may grow to its largest.
  void require_memory() const {
    const std::uint64_t bytes = estimating::Population::memory_bytes(kMaxPopulation);
    const auto threads = static_cast<std::uint64_t>(executor_.threads());
    const std::uint64_t fit = threads > 1 ? run::available_memory() / bytes : 0;
    run::require_memory(threads * bytes, "an estimate on " + base::plural(threads, "thread"),
                        fit > 0 ? fmt::format("{} threads fit", fit) : "free memory");
  }

  void set_exact(double value) {
    result_.value = value;
    result_.is_exact = true;
    result_.interval = {value, value};
  }

  void sample() {
    const double begin = watch_.seconds();
    std::size_t population = kMinPopulation;
    while (true) {
      sample(population, result_.seed + population, kPilotSamples, {});
      if (exact_) return set_exact(*exact_);
      if (population == kMaxPopulation || (sums_.mean > 0 && sums_.deviation() < kMaxDeviation) ||
          (options_.time_limit &&
           watch_.seconds() - begin > kPilotFraction * *options_.time_limit)) {
        break;
      }
      population *= 4;
    }
    // The pilot samples chose the population, so they do not count.
    const run::PeriodicCall reporter(
        options_.on_progress ? [this] { report(); } : std::function<void()>{},
        options_.progress_interval);
    sample(population, result_.seed + population + 1,
           options_.samples.value_or(std::numeric_limits<std::uint64_t>::max()), options_.error);
    if (options_.stop.stop_requested()) throw_stopped();
    if (sums_.samples < kMinSamples) {
      throw Stopped(
          fmt::format("the time limit left time for {} of at least {} samples; give more time",
                      sums_.samples, kMinSamples));
    }
    result_.value = sums_.mean;
    result_.interval = sums_.interval();
    result_.samples = sums_.samples;
    result_.population = population;
  }

  /// Adds up `most` samples, or fewer if the error is reached, a sample is exact, or the time is
  /// over. Samples are added in the order of their numbers, so that threads do not decide where the
  /// run ends.
  void sample(std::size_t capacity, std::uint64_t seed, std::uint64_t most,
              std::optional<double> error) {
    {
      const std::lock_guard lock(mutex_);
      sums_ = {};
    }
    run::OrderedOutput<double> samples([&](double value) {
      const std::lock_guard lock(mutex_);
      sums_.add(value);
      return sums_.samples < most && !(error && sums_.reaches(*error));
    });
    executor_.run([&](int) {
      try {
        estimating::Population population(problem_, capacity);
        const auto is_over = [this] { return this->is_over(); };
        while (const auto number = samples.begin([&] { return !is_over(); })) {
          base::Random random = base::random_stream(seed, *number);
          const auto one = population.sample(random, is_over);
          if (!one) return;
          if (one->is_exact) {
            const std::lock_guard lock(mutex_);
            exact_ = one->solutions;
            samples.close();
            return;
          }
          samples.add(*number, one->solutions, 0);
          samples.end(*number);
        }
      } catch (...) {
        if (samples.close()) throw;
      }
    });
  }

  bool is_over() const {
    return options_.stop.stop_requested() ||
           (options_.time_limit && watch_.seconds() > *options_.time_limit);
  }

  void report() const {
    const Sums sums = [this] {
      const std::lock_guard lock(mutex_);
      return sums_;
    }();
    options_.on_progress({sums.samples, sums.mean, sums.interval(), watch_.seconds()});
  }

  const Problem problem_;
  EstimateOptions options_;
  const base::Stopwatch watch_;
  run::Executor executor_;
  mutable std::mutex mutex_;  // guards the next two while threads draw samples
  Sums sums_;
  std::optional<double> exact_;
  Estimate result_;
};

}  // namespace

double Estimate::error() const {
  if (!interval || value == 0) return 0;
  return (interval->high - interval->low) / (2 * value);
}

Estimate estimate(const Board& board, const EstimateOptions& options) {
  return Estimation(board, options).run();
}

}  // namespace nqueens
