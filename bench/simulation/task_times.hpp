// What tasks really take beside what the plan predicts: reads measured task times, fits a model to
// them and draws the times of a whole plan from it, for the simulation. Never used by a count.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "counting/plan.hpp"

namespace nqueens::bench {

/// One line of what bench/measure_tasks prints.
struct MeasuredTask {
  int board_size = 0;
  int depth = 0;
  std::uint64_t task = 0;    ///< id in its plan
  std::uint64_t code = 0;    ///< of that task
  double stands_for = 1;     ///< tasks of the plan, this one being drawn for them
  double plan_seconds = 0;   ///< that making the plan took
  double first_seconds = 0;  ///< in a new process
  double seconds = 0;        ///< after another task, in a process that has seen the like
};

/// Throws Error naming the line for text that is not of that form.
std::vector<MeasuredTask> parse_measured_tasks(std::string_view text);

/// A task takes pace * predicted * error, where the error is log-normal with mean 1.
struct TaskTimeModel {
  double pace = 1;
  double spread = 0;     ///< standard deviation of the logarithm of the error
  double cold_part = 0;  ///< by which tasks of a new process take longer
  double plan_seconds = 0;
};

/// Fits to tasks of one plan, whose predicted times add up to `core_seconds`. Throws Error for
/// tasks of another plan and InvalidArgument when there is no time to fit to.
TaskTimeModel fit_task_times(const counting::Plan& plan, double core_seconds,
                             std::span<const MeasuredTask> measured);

/// Times of all tasks of a plan, whose predicted times add up to `core_seconds`, by id.
std::vector<double> draw_task_times(const counting::Plan& plan, double core_seconds,
                                    const TaskTimeModel& model, std::uint64_t seed);

}  // namespace nqueens::bench
