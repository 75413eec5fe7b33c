// Tasks of plans with predicted times, and measured times of a sample, for the simulation of
// clusters (bench/simulation.md).
//
// measure_tasks N DEPTH[:SAMPLE]... runs SAMPLE tasks of the plan of each depth, or "all"; without
// SAMPLE it runs none and lists every task.
//
// Prints CSV in the plan's order of work. One thread runs every task of the sample, then every one
// again: `first_seconds` includes what a process does once, `seconds` only what each task does at
// its start. The sample is drawn in proportion to cost (count/forecast.hpp). `stands_for` is one
// over the probability that the task is drawn, so the sum of stands_for * seconds is the time of
// the whole plan.
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <exception>
#include <iterator>
#include <string_view>
#include <vector>

#include "count/forecast.hpp"
#include "nqueens/error.hpp"
#include "parsed.hpp"

namespace {

/// How many tasks each task of the plan stands for; 0 if it is not drawn.
std::vector<double> draw(const nqueens::counting::Run& run, std::size_t sample) {
  const auto& tasks = run.plan.tasks();
  if (sample >= tasks.size()) return std::vector<double>(tasks.size(), 1.0);
  std::vector<double> stands_for(tasks.size(), 0);
  const double step = static_cast<double>(run.plan.total_cost()) / static_cast<double>(sample);
  nqueens::counting::TaskDraw drawn(run);
  for (std::size_t i = 0; i < sample; ++i) {
    const nqueens::engine::Task& task = drawn.next();
    stands_for[task.id] += step / task.cost;
  }
  return stands_for;
}

/// Processor time, since other programs may be using the machine.
double seconds_of(nqueens::engine::Worker& worker, const nqueens::engine::Task& task) {
  const std::clock_t began = std::clock();
  nqueens::engine::Tally tally;
  worker.count(task, {}, tally);
  return static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
}

void print(int board_size, int depth, std::string_view sample) {
  using namespace nqueens;
  const bool is_run = !sample.empty();
  const auto number =
      !is_run || sample == "all" ? ~std::size_t{0} : parsed<std::size_t>(sample, "sample");
  if (number < 1) throw InvalidArgument("sample out of range: 0; 1 or more, or all");
  const counting::Run run =
      counting::set_up(Board(board_size), {.allow_uncomputed = true, .depth = depth});
  const engine::Plan& plan = run.plan;
  const double second = counting::predict(*run.engine, plan).of_cost;
  const std::vector<double> stands_for = draw(run, number);
  std::vector<std::uint32_t> drawn;
  std::copy_if(plan.order().begin(), plan.order().end(), std::back_inserter(drawn),
               [&](std::uint32_t index) { return stands_for[index] > 0; });
  const auto worker = run.worker_maker()();
  std::vector<double> first;
  for (const std::uint32_t index : drawn) {
    if (is_run) first.push_back(seconds_of(*worker, plan.tasks()[index]));
  }
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    const engine::Task& task = plan.tasks()[drawn[i]];
    const std::string times =
        is_run ? fmt::format("{:.6f},{:.6f}", first[i], seconds_of(*worker, task)) : ",";
    fmt::print("{},{},{},{},{:.6g},{:.9g},{}\n", board_size, depth, plan.tasks().size(), task.id,
               stands_for[drawn[i]], second * task.cost, times);
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc < 3) throw nqueens::InvalidArgument("measure_tasks N DEPTH[:SAMPLE]... expected");
    const int board_size = parsed<int>(argv[1], "board size");
    fmt::print("board,depth,tasks,task,stands_for,predicted_seconds,first_seconds,seconds\n");
    for (int i = 2; i < argc; ++i) {
      const std::string_view text = argv[i];
      const std::size_t colon = std::min(text.find(':'), text.size());
      print(board_size, parsed<int>(text.substr(0, colon), "depth"),
            text.substr(std::min(colon + 1, text.size())));
    }
  } catch (const std::exception& error) {
    fmt::print(stderr, "measure_tasks: {}\n", error.what());
    return 2;
  }
}
