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

/// `base` of a whole number: 10 unless given.
template <typename Number, typename... Base>
void read(std::string_view& line, int number, Number& value, Base... base) {
  const std::string_view field = cut(line, ',');
  const char* const last = field.data() + field.size();
  const auto [end, error] = std::from_chars(field.data(), last, value, base...);
  if (error != std::errc{} || end != last) {
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
    cut(line, ',');  // the number of tasks, which the plan tells
    read(line, number, task.task);
    read(line, number, task.code, 16);
    read(line, number, task.stands_for);
    cut(line, ',');  // the prediction of the program that measured: the present one is used
    read(line, number, task.plan_seconds);
    read(line, number, task.first_seconds);
    read(line, number, task.seconds);
    measured.push_back(task);
  }
  return measured;
}

TaskTimeModel fit_task_times(const counting::Plan& plan, double core_seconds,
                             std::span<const MeasuredTask> measured) {
  const double second = core_seconds / static_cast<double>(plan.total_cost());
  double predicted = 0, first = 0, usual = 0, logarithms = 0, squares = 0;
  TaskTimeModel model;
  for (const MeasuredTask& one : measured) {
    if (one.task >= plan.tasks().size() || plan.tasks()[one.task].code != one.code) {
      throw Error(
          fmt::format("measured task of another plan: {} of {} queens at depth {}; measure "
                      "again: scripts/reproduce tasks",
                      one.task, one.board_size, one.depth));
    }
    const double expected = plan.tasks()[one.task].cost * second;
    const double weight = one.stands_for * expected;  // each counts by the time that it stands for
    predicted += weight;
    first += one.stands_for * one.first_seconds;
    usual += one.stands_for * one.seconds;
    if (one.seconds > 0) {
      const double error = std::log(one.seconds / expected);
      logarithms += weight * error;
      squares += weight * error * error;
    }
    model.plan_seconds = std::max(model.plan_seconds, one.plan_seconds);
  }
  if (!(usual > 0)) {
    throw InvalidArgument(
        fmt::format("no model can be fitted to {} measured tasks; some with times are needed",
                    measured.size()));
  }
  model.pace = usual / predicted;
  model.cold_part = std::max(0.0, first / usual - 1);
  const double mean = logarithms / predicted;
  model.spread = std::sqrt(std::max(0.0, squares / predicted - mean * mean));
  return model;
}

std::vector<double> draw_task_times(const counting::Plan& plan, double core_seconds,
                                    const TaskTimeModel& model, std::uint64_t seed) {
  base::Random random(seed);
  const double second = core_seconds / static_cast<double>(plan.total_cost());
  std::vector<double> times;
  times.reserve(plan.tasks().size());
  for (const counting::Task& task : plan.tasks()) {
    times.push_back(model.pace * task.cost * second * log_normal(random, model.spread));
  }
  return times;
}

}  // namespace nqueens::bench
