// How long single tasks of a plan take, beside what the plan predicts: raw figures for the
// simulation of many cores (bench/simulation/README.md). One thread runs every task of a sample,
// then each twice in a row: `first_seconds` includes what a process makes once, `seconds` what a
// task makes at its start, `again_seconds` neither.
//
//   measure_tasks N DEPTH:SAMPLE...     SAMPLE tasks of the plan of each depth, or "all"
//
// Prints CSV. A sample is drawn in proportion to cost, evenly along the tasks in order of cost.
// `stands_for` is one over the chance that a task is drawn, so the sum of stands_for * seconds is
// the time of the whole plan.
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <exception>
#include <numeric>
#include <string_view>
#include <vector>

#include "api/pipeline.hpp"
#include "base/random.hpp"
#include "counting/engine.hpp"
#include "nqueens/error.hpp"
#include "parsed.hpp"

namespace {

using nqueens::counting::Plan;

struct Drawn {
  std::uint32_t task;
  double stands_for;
};

/// Tasks of the sample in the plan's order of work, which keeps tasks of one row set apart.
std::vector<Drawn> draw(const Plan& plan, std::size_t sample) {
  const auto& tasks = plan.tasks();
  std::vector<double> stands_for(tasks.size(), 0);
  if (sample >= tasks.size()) {
    std::fill(stands_for.begin(), stands_for.end(), 1.0);
  } else {
    std::vector<std::uint32_t> by_cost(tasks.size());
    std::iota(by_cost.begin(), by_cost.end(), 0u);
    std::stable_sort(by_cost.begin(), by_cost.end(), [&](std::uint32_t a, std::uint32_t b) {
      return tasks[a].cost < tasks[b].cost;
    });
    const double step = static_cast<double>(plan.total_cost()) / static_cast<double>(sample);
    nqueens::base::Random random(plan.id());
    double mark = step * (static_cast<double>(random.below(1 << 20)) + 0.5) / (1 << 20);
    double passed = 0;
    for (const std::uint32_t index : by_cost) {
      passed += tasks[index].cost;
      for (; mark < passed; mark += step) stands_for[index] += step / tasks[index].cost;
    }
  }
  std::vector<Drawn> drawn;
  for (const std::uint32_t index : plan.order()) {
    if (stands_for[index] > 0) drawn.push_back({index, stands_for[index]});
  }
  return drawn;
}

/// Of the processor, not of the clock on the wall: others may be using the machine.
double seconds_since(std::clock_t began) {
  return static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
}

double seconds_of(nqueens::counting::Worker& worker, const nqueens::counting::Task& task) {
  const std::clock_t began = std::clock();
  nqueens::counting::Tally tally;
  worker.count(task, {}, tally);
  return seconds_since(began);
}

void measure(int board_size, int depth, std::size_t sample) {
  using namespace nqueens;
  if (sample < 1) throw InvalidArgument("sample out of range: 0; 1 or more, or all");
  const Problem problem(board_size);
  const counting::Engine& engine = api::choose_engine(problem, "auto");
  const std::clock_t began = std::clock();
  const auto prepared = engine.prepare(problem);
  const Plan plan(prepared->decomposition(), depth);
  const double plan_seconds = seconds_since(began);
  const double whole =
      plan.relative_work() * engine.predicted_seconds(problem, base::best_instruction_set());
  const auto worker = prepared->make_worker(depth);
  const std::vector<Drawn> drawn = draw(plan, sample);
  std::vector<double> first;
  for (const Drawn& one : drawn) {
    first.push_back(seconds_of(*worker, plan.tasks()[one.task]));
  }
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    const counting::Task& task = plan.tasks()[drawn[i].task];
    const double share = task.cost / static_cast<double>(plan.total_cost());
    const double usual = seconds_of(*worker, task);
    const double again = seconds_of(*worker, task);
    fmt::print("{},{},{},{},{:x},{:.6g},{:.6g},{:.3f},{:.6f},{:.6f},{:.6f}\n", board_size, depth,
               plan.tasks().size(), task.id, task.code, drawn[i].stands_for, share * whole,
               plan_seconds, first[i], usual, again);
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc < 3) throw nqueens::InvalidArgument("measure_tasks N DEPTH:SAMPLE... expected");
    const int board_size = parsed<int>(argv[1], "board size");
    fmt::print(
        "board,depth,tasks,task,code,stands_for,predicted_seconds,plan_seconds,first_seconds,"
        "seconds,again_seconds\n");
    for (int i = 2; i < argc; ++i) {
      const std::string_view text = argv[i];
      const std::size_t colon = text.find(':');
      const std::string_view sample = colon == text.npos ? "all" : text.substr(colon + 1);
      measure(board_size, parsed<int>(text.substr(0, colon), "depth"),
              sample == "all" ? ~std::size_t{0} : parsed<std::size_t>(sample, "sample"));
    }
  } catch (const std::exception& error) {
    fmt::print(stderr, "measure_tasks: {}\n", error.what());
    return 2;
  }
}
