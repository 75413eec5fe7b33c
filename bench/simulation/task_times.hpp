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
  std::uint64_t plan_tasks = 0;
  double stands_for = 1;  ///< tasks of the plan, this one being drawn for them
  double predicted_seconds = 0;
  double plan_seconds = 0;   ///< that making the plan took
  double first_seconds = 0;  ///< in a new process
  double seconds = 0;        ///< after another task, in a process that has seen the like
  double again_seconds = 0;  ///< right after itself: without what a task makes at its start
};

/// Throws Error naming the line for text that is not of that form.
std::vector<MeasuredTask> parse_measured_tasks(std::string_view text);

/// A task takes (pace * predicted + setup) * error, where the error is log-normal with mean 1.
struct TaskTimeModel {
  double pace = 1;
  double setup_seconds = 0;  ///< of every task, however small
  double spread = 0;         ///< standard deviation of the logarithm of the error
  double cold_part = 0;      ///< by which tasks of a new process take longer
  double plan_seconds = 0;

  /// For all tasks together, before errors.
  double seconds(double predicted, double tasks) const {
    return pace * predicted + setup_seconds * tasks;
  }
};

/// Fits to tasks of one plan. Throws InvalidArgument when there is none with a predicted time.
TaskTimeModel fit_task_times(std::span<const MeasuredTask> measured);

/// Times of all tasks of a plan, whose predicted times add up to `core_seconds`, by id.
std::vector<double> draw_task_times(const counting::Plan& plan, double core_seconds,
                                    const TaskTimeModel& model, std::uint64_t seed);

}  // namespace nqueens::bench
