// Forecasts by measurement: what a sample of a run's tasks takes on this machine, beside what the
// cost model predicts, or of the tasks that an audit recounts.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include "base/random.hpp"
#include "count/count_run.hpp"

namespace nqueens::counting {

/// Draws tasks of a run in proportion to their predicted work. However many are drawn, they are
/// spread evenly over the strata of tasks, and in each over small and large ones. A task may be
/// drawn more than once. The sequence is the same on every machine.
class TaskSampler {
 public:
  /// The run must outlive it, and have work.
  explicit TaskSampler(const Run& run)
      : TaskSampler(run.plan, [&](std::uint64_t task) { return run.includes(task); }) {}
  /// Draws from the tasks that `has` accepts, at least one. The plan must outlive it.
  TaskSampler(const engine::Plan& plan, const std::function<bool(std::uint64_t task)>& has);
  const engine::Task& next();
  std::uint64_t total_cost() const { return ends_.back(); }
  /// Divides the mean square of the costs by the square of their mean: 1 if all are equal.
  double spread() const;

 private:
  const engine::Plan& plan_;
  std::vector<std::uint32_t> places_;  ///< in the plan, by stratum and cost
  std::vector<std::uint64_t> ends_;    ///< sums of costs up to and with each of these
  double mark_;                        ///< where the next draw is: a part of the total cost
};

/// Measures for about this many seconds, longer where tasks are long, on the run's engine and on as
/// many of the threads as there are processors and memory for. Returns none if the run is too
/// short, its smallest tasks are too long, or memory is lacking. Throws Stopped.
std::optional<TimeForecast> forecast(const Run& run, const engine::WorkTime& predicted, int threads,
                                     double seconds, const std::stop_token& stop);

/// Who counts the tasks of a plan.
struct PlanWorkers {
  const engine::Plan& plan;
  engine::WorkerMaker make_worker;
  bool is_on_device = false;       ///< then the time of the calling thread says nothing
  std::uint32_t fewest_units = 1;  ///< that a part of a task has
};

/// Forecasts a recount of the tasks of `sampler`, whose time nothing predicts: a first sample of
/// the smallest parts tells how long the parts of the second one may be.
TimeForecast forecast(const PlanWorkers& recount, const TaskSampler& sampler, int threads,
                      double seconds, const std::stop_token& stop);

}  // namespace nqueens::counting
