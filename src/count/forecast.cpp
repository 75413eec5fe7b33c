#include "count/forecast.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <tuple>
#include <utility>

#include "base/numbers.hpp"
#include "base/stopwatch.hpp"
#include "run/executor.hpp"
#include "run/limits.hpp"
#include "run/reporter.hpp"

namespace nqueens::counting {

namespace {

constexpr std::size_t kLeastTasks = 4;
/// Parts of tasks that each thread counts in the time, if the plan's tasks can be cut.
constexpr double kPartsOfThread = 12;
/// The first tasks make tables that later ones share: those that begin in this part of the time are
/// not in the sample. At N = 20 they take 1.2 times as long.
constexpr double kWarmUp = 0.25;
/// Seconds. At N = 18 and 19 samples of 0.03 and 0.15 s, mostly of cold caches, gave 1.4 to 2.3 and
/// 1.1 to 1.4 times the real time.
constexpr double kShortestSample = 0.4;
constexpr double kLongestSample = 8;
constexpr double kShortestRun = 0.1;
constexpr double kFirstSample = 0.1;  ///< of work whose time nothing predicts

/// One task of the sample, whose id is the place in the list of draws.
struct Draw {
  double predicted = 0;
  double began = 0;
  std::optional<double> took{};
};

class Sample {
 public:
  Sample(const Timed& timed, TaskDraw draw, const engine::WorkTime& time, int threads,
         double seconds)
      : timed_(timed), draw_(std::move(draw)), time_(time), threads_(threads), seconds_(seconds) {}

  /// Predicted seconds of the shortest sample.
  double least_seconds() {
    const auto rounds = (kLeastTasks + static_cast<std::size_t>(threads_) - 1) /
                            static_cast<std::size_t>(threads_) +
                        1;
    return static_cast<double>(rounds) * time_.of_cost * part_of(draw_.next()).cost;
  }

  /// Throws Stopped.
  void take(double deadline, const std::stop_token& stop) {
    std::stop_source stopping;
    const std::stop_callback forward(stop, [&] { stopping.request_stop(); });
    run::Executor executor(threads_, Pinning::automatic);
    const run::Reporter watch(
        [&] {
          if (watch_.seconds() > deadline) stopping.request_stop();
        },
        std::chrono::milliseconds(50));
    run::count_tasks(
        timed_.make_worker, executor, [&](const std::stop_token&) { return next(); },
        [&](const run::FinishedTask& finished) { done(finished); }, stopping.get_token());
    if (stop.stop_requested()) throw Stopped("stopped: the sample is not counted");
  }

  TimeForecast forecast(int threads) const {
    const double now = watch_.seconds();
    TimeForecast result{.sample_seconds = now};
    base::RunningMean ratios;
    for (const Draw& draw : draws_) {
      const bool is_warm_up = draw.began < kWarmUp * seconds_ && sampled_ >= kLeastTasks;
      if (is_warm_up && draw.took) continue;
      ratios.add(draw.took.value_or(now - draw.began) / draw.predicted);
      result.is_least = result.is_least || !draw.took;
    }
    result.sample_tasks = ratios.samples;
    result.error = ratios.samples < 2
                       ? 1
                       : ratios.deviation() / std::sqrt(static_cast<double>(ratios.samples));
    const std::uint64_t cost = draw_.total_cost();
    const engine::WorkTime time = time_.as_measured(ratios.mean * time_.of_tasks(cost), cost);
    result.core_seconds = time.seconds(cost);
    result.seconds = time.wall_seconds(cost, threads);
    return result;
  }

 private:
  engine::Task part_of(const engine::Task& task) {
    const double wanted = seconds_ / kPartsOfThread;
    return timed_.plan.decomposition().part_of(task, wanted / (time_.of_cost * task.cost), random_);
  }

  std::optional<engine::Task> next() {
    const std::lock_guard lock(mutex_);
    const double now = watch_.seconds();
    if (now >= seconds_ && sampled_ >= kLeastTasks) return std::nullopt;
    if (now >= kWarmUp * seconds_) ++sampled_;
    const engine::Task& whole = draw_.next();
    engine::Task task = part_of(whole);
    task.id = draws_.size();
    // The engine's costs of a part and of its task both contain a start.
    const double cost =
        timed_.is_recount ? timed_.plan.decomposition().share(task, whole) * whole.cost : task.cost;
    draws_.push_back({.predicted = time_.of_cost * cost, .began = now});
    return task;
  }

  void done(const run::FinishedTask& finished) {
    const std::lock_guard lock(mutex_);
    draws_[finished.task.id].took = finished.took.count();
  }

  const Timed timed_;
  TaskDraw draw_;
  const engine::WorkTime time_;
  const int threads_;
  const double seconds_;
  base::Random random_{1};
  const base::Stopwatch watch_;
  std::mutex mutex_;
  std::vector<Draw> draws_;
  std::size_t sampled_ = 0;  ///< draws after the warm-up
};

/// The most threads, at most `wanted`, that memory allows.
int threads_that_fit(const engine::MemoryNeed& need, int wanted) {
  const std::uint64_t available = run::available_memory();
  while (wanted > 0 && need.total(wanted) > available) --wanted;
  return wanted;
}

}  // namespace

TaskDraw::TaskDraw(const engine::Plan& plan, const std::function<bool(std::uint64_t task)>& has)
    : plan_(plan) {
  const auto& tasks = plan_.tasks();
  const engine::Decomposition& cut = plan_.decomposition();
  // By kind, cost and place.
  std::vector<std::tuple<int, std::uint32_t, std::uint32_t>> order;
  for (std::uint32_t place = 0; place < tasks.size(); ++place) {
    const engine::Task& task = tasks[place];
    if (has(task.id)) order.emplace_back(cut.kind_of(task), task.cost, place);
  }
  std::sort(order.begin(), order.end());
  std::uint64_t sum = 0;
  for (const auto& [kind, cost, place] : order) {
    places_.push_back(place);
    ends_.push_back(sum += cost);
  }
  mark_ = base::Random(plan_.id()).unit();
}

double TaskDraw::spread() const {
  double squares = 0;
  for (const std::uint32_t place : places_) squares += std::pow(plan_.tasks()[place].cost, 2);
  const auto total = static_cast<double>(total_cost());
  return std::max(1.0, squares / total * static_cast<double>(places_.size()) / total);
}

const engine::Task& TaskDraw::next() {
  const auto cost = static_cast<std::uint64_t>(mark_ * static_cast<double>(ends_.back()));
  const auto found = std::upper_bound(ends_.begin(), ends_.end() - 1, cost);
  // Steps of the golden ratio: each mark falls into one of the largest gaps between those before.
  constexpr double kGolden = 0.6180339887498949;
  mark_ += mark_ + kGolden < 1 ? kGolden : kGolden - 1;
  return plan_.tasks()[places_[static_cast<std::size_t>(found - ends_.begin())]];
}

std::optional<TimeForecast> forecast(const Run& run, const engine::WorkTime& predicted, int threads,
                                     double seconds, const std::stop_token& stop) {
  const int used = threads_that_fit(run.engine->memory(), run::useful_threads(threads));
  if (used == 0 || predicted.of_cost == 0) return std::nullopt;
  TaskDraw draw(run);
  const double whole = predicted.wall_seconds(draw.total_cost(), used);
  if (whole < kShortestRun) return std::nullopt;
  seconds = std::min(seconds, std::max(kShortestSample, whole / 4));
  Sample sample({run.plan, run.worker_maker()}, std::move(draw), predicted, used, seconds);
  const double least = sample.least_seconds();
  if (least > kLongestSample) return std::nullopt;
  // Tasks of restricted boards may take any time.
  sample.take(4 * std::max(seconds, least), stop);
  return sample.forecast(threads);
}

TimeForecast forecast(const Timed& recount, const TaskDraw& draw, int threads, double seconds,
                      const std::stop_token& stop) {
  const int used = run::useful_threads(threads);
  const auto measure = [&](double of_cost, double time) {
    Sample sample(recount, draw, {.of_cost = of_cost}, used, time);
    sample.take(4 * kLongestSample, stop);
    return sample.forecast(used);
  };
  const TimeForecast first = measure(1, kFirstSample);  // cost is so high that parts are smallest
  if (first.is_least || first.sample_seconds > seconds) return first;
  return measure(first.core_seconds / static_cast<double>(draw.total_cost()),
                 std::min(seconds, std::max(kShortestSample, first.seconds / 4)));
}

}  // namespace nqueens::counting
