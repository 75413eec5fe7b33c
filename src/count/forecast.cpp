#include "count/forecast.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <ctime>
#include <deque>
#include <mutex>
#include <tuple>
#include <utility>

#include "base/numbers.hpp"
#include "base/stopwatch.hpp"
#include "run/executor.hpp"
#include "run/limits.hpp"
#include "run/periodic_call.hpp"

namespace nqueens::counting {

namespace {

constexpr std::size_t kMinTasks = 4;  ///< error_of() divides by the number less 3
/// Each thread counts parts of this many tasks in the time, if the plan's tasks can be cut.
constexpr double kPartsOfThread = 12;
/// In seconds: at N = 18 and 19 samples of 0.03 and 0.15 s, mostly of cold caches, gave 1.4 to 2.3
/// and 1.1 to 1.4 times the real time.
constexpr double kShortestSample = 0.4;
constexpr double kLongestSample = 60;
constexpr double kLongestRecount = 32;
constexpr double kShortestRun = 0.1;
constexpr double kFirstSample = 0.1;  ///< for work whose time nothing predicts

/// Engines count units together. Parts of one unit each gave 1.12, 1.33 and 1.6 times the time that
/// shards of 24, 25 and 26 queens took; 8 units, like 16, gave 1.09, 0.92 and 1.07.
constexpr std::uint32_t kFewestUnits = 8;
/// The standard error that no sample of seconds shows: counts of 19 to 23 queens took up to 1.05
/// times the forecast.
constexpr double kUnseenError = 0.05;

/// While other programs run, a sample may take this many times as long.
constexpr double kBusy = 3;

struct SampledTask {
  std::uint32_t cost = 0;
  std::vector<engine::Task> parts;
  bool is_done = false;
  double ratio = 0;  ///< of its own time, extended to the whole task, and the predicted one
  double wall_seconds = 0;
  double own_seconds = 0;
};

class Sample {
 public:
  Sample(const PlanWorkers& workers, TaskSampler sampler, const engine::WorkTime& time, int threads,
         double seconds)
      : workers_(workers),
        sampler_(std::move(sampler)),
        time_(time),
        threads_(threads),
        seconds_(seconds) {}

  /// Predicts the seconds of the shortest sample.
  double least_seconds() {
    const auto threads = static_cast<std::size_t>(threads_);
    const auto rounds = 2 * ((kMinTasks + threads - 1) / threads);
    double cost = 0;
    for (const engine::Task& part : parts_of(sampler_.next())) cost += part.cost;
    return static_cast<double>(rounds) * time_.seconds_per_cost * cost;
  }

  /// Ends after `deadline` seconds of all threads' processors. Throws Stopped.
  void take(double deadline, const std::stop_token& stop) {
    std::stop_source stopping;
    const std::stop_callback forward(stop, [&] { stopping.request_stop(); });
    run::Executor executor(threads_, Pinning::automatic);
    const double began = process_seconds();
    const run::PeriodicCall watch(
        [&] {
          const bool is_late = process_seconds() - began > deadline * threads_;
          if (is_late || watch_.seconds() > kBusy * deadline) stopping.request_stop();
        },
        std::chrono::milliseconds(50));
    // Every task is counted twice, since the first time it makes what all tasks share: 1.1.0, which
    // counted once, gave 1.4 to 2.2 times the real time at N = 19.
    std::vector<std::unique_ptr<engine::Worker>> workers(static_cast<std::size_t>(threads_));
    for (const bool is_first : {true, false}) {
      std::atomic<std::size_t> counted{0};
      executor.run([&](int thread) {
        auto& worker = workers[static_cast<std::size_t>(thread)];
        if (!worker) worker = workers_.make_worker();
        while (!stopping.stop_requested()) {
          SampledTask* const sampled = is_first ? next() : again(counted++);
          if (sampled == nullptr) break;
          const SampledTask now = count(*worker, *sampled, stopping.get_token());
          if (now.is_done || is_first) *sampled = now;
        }
      });
    }
    if (stop.stop_requested()) throw Stopped("stopped: the sample is not counted");
  }

  TimeForecast forecast(int threads) const {
    TimeForecast result{.sample_seconds = watch_.seconds()};
    base::RunningMean ratios;
    double own_seconds = 0;
    double wall_seconds = 0;
    for (const SampledTask& sampled : sampled_) {
      own_seconds += sampled.own_seconds;
      wall_seconds += sampled.wall_seconds;
      if (sampled.ratio == 0) continue;
      ratios.add(sampled.ratio);
      result.is_least = result.is_least || !sampled.is_done;
    }
    result.sample_tasks = ratios.samples;
    if (wall_seconds > 0) result.processor_share = std::min(1.0, own_seconds / wall_seconds);
    // Other programs take caches and memory bandwidth too.
    result.error = std::hypot(error_of(ratios), kUnseenError, (1 - result.processor_share) / 2);
    const std::uint64_t cost = sampler_.total_cost();
    const engine::WorkTime time = time_.as_measured(ratios.mean * time_.task_seconds(cost), cost);
    result.core_seconds = time.seconds(cost);
    result.seconds = time.wall_seconds(cost, threads);
    return result;
  }

 private:
  static double process_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

  static double error_of(const base::RunningMean& ratios) {
    if (ratios.samples < kMinTasks) return 1;
    const auto number = static_cast<double>(ratios.samples);
    return ratios.deviation() / std::sqrt(number) * std::sqrt((number - 1) / (number - 3));
  }

  std::vector<engine::Task> parts_of(const engine::Task& task) {
    const double wanted = seconds_ / 2 / kPartsOfThread / 2;
    return workers_.plan.decomposition().parts_of(
        task, wanted / (time_.seconds_per_cost * task.cost), workers_.fewest_units, random_);
  }

  SampledTask* next() {
    const std::lock_guard lock(mutex_);
    if (watch_.seconds() >= seconds_ / 2 && sampled_.size() >= kMinTasks) return nullptr;
    const engine::Task& task = sampler_.next();
    return &sampled_.emplace_back(SampledTask{task.cost, parts_of(task)});
  }

  SampledTask* again(std::size_t number) {
    return number < sampled_.size() ? &sampled_[number] : nullptr;
  }

  SampledTask count(engine::Worker& worker, SampledTask sampled,
                    const std::stop_token& stop) const {
    const base::Stopwatch wall;
    const double began = base::thread_seconds();
    double first = 0;  // seconds of the first part
    double cost = 0;   // of the parts so far
    sampled.is_done = true;
    for (const engine::Task& part : sampled.parts) {
      engine::Tally tally;
      sampled.is_done = sampled.is_done && worker.count(part, stop, tally);
      sampled.wall_seconds = wall.seconds();
      sampled.own_seconds =
          workers_.is_on_device ? sampled.wall_seconds : base::thread_seconds() - began;
      cost += part.cost;
      if (!sampled.is_done) break;
      if (first == 0) first = sampled.own_seconds;
    }
    double seconds = sampled.own_seconds;  // those of as much as `cost` says
    if (sampled.is_done && sampled.parts.size() == 2) {
      // The rest of the task takes as long as the second part, which needs no start.
      const double second = (seconds - first) / sampled.parts.back().cost;
      seconds = first + second * (sampled.cost - sampled.parts.front().cost);
      cost = sampled.cost;
    }
    sampled.ratio = seconds / (time_.seconds_per_cost * cost);
    return sampled;
  }

  const PlanWorkers workers_;
  TaskSampler sampler_;
  const engine::WorkTime time_;
  const int threads_;
  const double seconds_;
  base::Random random_{1};
  const base::Stopwatch watch_;
  std::mutex mutex_;
  std::deque<SampledTask> sampled_;
};

/// Returns the most threads, at most `wanted`, that memory allows.
int threads_that_fit(const engine::MemoryNeed& need, int wanted) {
  const std::uint64_t available = run::available_memory();
  while (wanted > 0 && need.total(wanted) > available) --wanted;
  return wanted;
}

}  // namespace

TaskSampler::TaskSampler(const engine::Plan& plan,
                         const std::function<bool(std::uint64_t task)>& has)
    : plan_(plan) {
  const auto& tasks = plan_.tasks();
  const engine::Decomposition& decomposition = plan_.decomposition();
  // They are sorted by stratum, cost and place.
  std::vector<std::tuple<int, std::uint32_t, std::uint32_t>> order;
  for (std::uint32_t place = 0; place < tasks.size(); ++place) {
    const engine::Task& task = tasks[place];
    if (has(task.id)) order.emplace_back(decomposition.stratum_of(task), task.cost, place);
  }
  std::sort(order.begin(), order.end());
  std::uint64_t sum = 0;
  for (const auto& [stratum, cost, place] : order) {
    places_.push_back(place);
    ends_.push_back(sum += cost);
  }
  mark_ = base::Random(plan_.id()).unit();
}

double TaskSampler::spread() const {
  double squares = 0;
  for (const std::uint32_t place : places_) squares += std::pow(plan_.tasks()[place].cost, 2);
  const auto total = static_cast<double>(total_cost());
  return std::max(1.0, squares / total * static_cast<double>(places_.size()) / total);
}

const engine::Task& TaskSampler::next() {
  const auto cost = static_cast<std::uint64_t>(mark_ * static_cast<double>(ends_.back()));
  const auto found = std::upper_bound(ends_.begin(), ends_.end() - 1, cost);
  // By steps of the golden ratio each mark falls into one of the largest gaps between those before.
  constexpr double kGolden = 0.6180339887498949;
  mark_ += mark_ + kGolden < 1 ? kGolden : kGolden - 1;
  return plan_.tasks()[places_[static_cast<std::size_t>(found - ends_.begin())]];
}

std::optional<TimeForecast> forecast(const Run& run, const engine::WorkTime& predicted, int threads,
                                     double seconds, const std::stop_token& stop) {
  const int used = threads_that_fit(run.engine->memory, run::useful_threads(threads));
  if (used == 0 || predicted.seconds_per_cost == 0) return std::nullopt;
  TaskSampler sampler(run);
  const double whole = predicted.wall_seconds(sampler.total_cost(), used);
  if (whole < kShortestRun) return std::nullopt;
  seconds = std::min(seconds, std::max(kShortestSample, whole / 4));
  const bool is_on_device = run.engine->engine.needs_device();
  Sample sample({run.plan, run.worker_maker(), is_on_device, kFewestUnits}, std::move(sampler),
                predicted, used, seconds);
  const double least = sample.least_seconds();
  if (least > kLongestSample) return std::nullopt;
  // Tasks of restricted boards may take any time.
  sample.take(4 * std::max(seconds, least), stop);
  return sample.forecast(threads);
}

TimeForecast forecast(const PlanWorkers& recount, const TaskSampler& sampler, int threads,
                      double seconds, const std::stop_token& stop) {
  const int used = run::useful_threads(threads);
  const auto measure = [&](double seconds_per_cost, double time) {
    Sample sample(recount, sampler, {.seconds_per_cost = seconds_per_cost}, used, time);
    sample.take(kLongestRecount, stop);
    return sample.forecast(used);
  };
  const TimeForecast first = measure(1, kFirstSample);  // cost is so high that parts are smallest
  if (first.is_least || first.sample_seconds > seconds) return first;
  return measure(first.core_seconds / static_cast<double>(sampler.total_cost()),
                 std::min(seconds, std::max(kShortestSample, first.seconds / 4)));
}

}  // namespace nqueens::counting
