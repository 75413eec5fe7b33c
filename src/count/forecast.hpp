// Forecasts by measurement: what a sample of a run's tasks takes on this machine, beside what the
// cost model predicts.
#pragma once

#include <optional>
#include <stop_token>
#include <vector>

#include "base/random.hpp"
#include "count/pipeline.hpp"

namespace nqueens::counting {

/// Draws tasks of a run in proportion to their predicted work. However many are drawn, they are
/// spread evenly over the kinds of tasks, and in each over small and large ones. A task may be
/// drawn more than once. The same sequence on every machine.
class TaskDraw {
 public:
  /// The run must outlive it, and have work.
  explicit TaskDraw(const Run& run);
  const engine::Task& next();
  std::uint64_t total_cost() const { return ends_.back(); }

 private:
  const engine::Plan& plan_;
  std::vector<std::uint32_t> places_;  ///< in the plan, by kind and cost
  std::vector<std::uint64_t> ends_;    ///< sums of costs up to and with each of these
  double mark_;                        ///< of the next draw, a part of the total cost
};

/// Measures for about this many seconds, longer where tasks are long, on the run's engine and on as
/// many of the threads as there are processors and memory for. None if the run is too short, its
/// smallest tasks too long, or memory is lacking. Throws Stopped.
std::optional<TimeForecast> forecast(const Run& run, const engine::WorkTime& predicted, int threads,
                                     double seconds, const std::stop_token& stop);

}  // namespace nqueens::counting
