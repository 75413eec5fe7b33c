#include "bench/simulation/task_times.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>

#include "base/random.hpp"
#include "bench/simulation/variates.hpp"
#include "nqueens/error.hpp"

namespace nqueens::bench {

namespace {

constexpr std::string_view kHeading =
    "board,depth,tasks,task,code,stands_for,predicted_seconds,plan_seconds,first_seconds,seconds,"
    "again_seconds";

/// Takes the text up to the separator off the front.
std::string_view cut(std::string_view& text, char separator) {
  const std::size_t end = std::min(text.find(separator), text.size());
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return part;
}

template <typename Number>
void read(std::string_view& line, int number, Number& value) {
  const std::string_view field = cut(line, ',');
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
  if (error != std::errc{} || end != field.data() + field.size()) {
    throw Error(fmt::format("measured task times, line {}: not a number: '{}'; make the file again",
                            number, field));
  }
}

}  // namespace

std::vector<MeasuredTask> parse_measured_tasks(std::string_view text) {
  const std::string_view heading = cut(text, '\n');
  if (heading != kHeading) {
    throw Error(fmt::format("measured task times begin with '{}'; '{}' is expected",
                            heading.substr(0, 80), kHeading));
  }
  std::vector<MeasuredTask> measured;
  for (int number = 2; !text.empty(); ++number) {
    std::string_view line = cut(text, '\n');
    MeasuredTask task;
    read(line, number, task.board_size);
    read(line, number, task.depth);
    read(line, number, task.plan_tasks);
    cut(line, ',');  // the task id is not needed
    cut(line, ',');
    read(line, number, task.stands_for);
    read(line, number, task.predicted_seconds);
    read(line, number, task.plan_seconds);
    read(line, number, task.first_seconds);
    read(line, number, task.seconds);
    read(line, number, task.again_seconds);
    measured.push_back(task);
  }
  return measured;
}

TaskTimeModel fit_task_times(std::span<const MeasuredTask> measured) {
  double tasks = 0, predicted = 0, first = 0, usual = 0, again = 0;
  TaskTimeModel model;
  for (const MeasuredTask& task : measured) {
    tasks += task.stands_for;
    predicted += task.stands_for * task.predicted_seconds;
    first += task.stands_for * task.first_seconds;
    usual += task.stands_for * task.seconds;
    again += task.stands_for * task.again_seconds;
    model.plan_seconds = std::max(model.plan_seconds, task.plan_seconds);
  }
  if (!(predicted > 0) || !(again > 0)) {
    throw InvalidArgument(
        fmt::format("no model can be fitted to {} measured tasks; some with times are needed",
                    measured.size()));
  }
  model.pace = again / predicted;
  model.setup_seconds = std::max(0.0, (usual - again) / tasks);
  model.cold_part = std::max(0.0, first / usual - 1);

  // Each counts by the time that it stands for.
  double weight = 0, sum = 0, squares = 0;
  for (const MeasuredTask& task : measured) {
    if (!(task.seconds > 0)) continue;
    const double expected = model.seconds(task.predicted_seconds, 1);
    const double error = std::log(task.seconds / expected);
    const double share = task.stands_for * expected;
    weight += share;
    sum += share * error;
    squares += share * error * error;
  }
  if (weight > 0) {
    const double mean = sum / weight;
    model.spread = std::sqrt(std::max(0.0, squares / weight - mean * mean));
  }
  return model;
}

std::vector<double> draw_task_times(const counting::Plan& plan, double core_seconds,
                                    const TaskTimeModel& model, std::uint64_t seed) {
  base::Random random(seed);
  const double second = core_seconds / static_cast<double>(plan.total_cost());
  std::vector<double> times;
  times.reserve(plan.tasks().size());
  for (const counting::Task& task : plan.tasks()) {
    times.push_back(model.seconds(task.cost * second, 1) * log_normal(random, model.spread));
  }
  return times;
}

}  // namespace nqueens::bench
