// Measures what no command of nqueens tells. Its first word says what:
//
// tasks N DEPTH[:SAMPLE]...  For the simulation of clusters: runs SAMPLE tasks of the plan of each
//   depth, drawn in proportion to cost (count/forecast.hpp); without SAMPLE it runs none and lists
//   every task. Prints CSV in the plan's order of work. One thread runs the sample twice:
//   `first_seconds` includes what a process does once, `seconds` only what each task does at its
//   start. The sum of stands_for * seconds is the time of the whole plan.
// serial N  What keeps a count from being faster on many threads: what one thread does alone before
//   the first task and after the last, what is done under a lock for the tasks, and the seconds of
//   each, in the plan's order of work. Prints JSON.
// steps ENGINE N  Prints the number of solutions and that of the steps of a whole board: of
//   `bitmask` the queens that are tried, of `colour-join` the pairs that are found.
// units N BATCHES UNITS [SEED [QUEENS]]  For the cost model of the colour join: times batches of
//   units of each class, all R_e with the same number of queens (QUEENS if given). A batch has
//   UNITS units in a row of one R_e, drawn by its number of units. A line of CSV has the mean
//   seconds of a unit and its mean size by the model, for the counted colour (factors included) and
//   the summed one. On stderr: core seconds of the board by the model. BATCHES may be 0.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <exception>
#include <iterator>
#include <limits>
#include <numeric>
#include <random>
#include <span>
#include <string_view>
#include <vector>

#include "base/numbers.hpp"
#include "base/stopwatch.hpp"
#include "count/forecast.hpp"
#include "engine/colour_join/join.hpp"
#include "engine/colour_join/kernels/colour_kernels.hpp"
#include "engine/colour_join/model/model.hpp"
#include "engine/colour_join/placements/second_placements.hpp"
#include "engine/colour_join/plan/plan_costs.hpp"
#include "engine/engine.hpp"
#include "nqueens/error.hpp"
#include "run/executor.hpp"

namespace {

using namespace nqueens;
using Words = std::vector<std::string_view>;

/// Parses the whole word as a number. Throws InvalidArgument.
template <typename Number>
Number parsed(std::string_view word) {
  if (const auto number = base::parse_number<Number>(word)) return *number;
  throw InvalidArgument(fmt::format("not a number: '{}'", word));
}

/// Measures processor time, since other programs may be using the machine.
double seconds_of(engine::Worker& worker, const engine::Task& task, engine::Tally& tally) {
  const std::clock_t began = std::clock();
  worker.count(task, {}, tally);
  return static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
}

/// Returns how many tasks each task of the plan stands for; 0 if it is not drawn.
std::vector<double> draw(const counting::Run& run, std::size_t sample) {
  const auto& tasks = run.plan.tasks();
  if (sample >= tasks.size()) return std::vector<double>(tasks.size(), 1.0);
  std::vector<double> stands_for(tasks.size(), 0);
  const double step = static_cast<double>(run.plan.total_cost()) / static_cast<double>(sample);
  counting::TaskSampler sampler(run);
  for (std::size_t i = 0; i < sample; ++i) {
    const engine::Task& task = sampler.next();
    stands_for[task.id] += step / task.cost;
  }
  return stands_for;
}

/// `text` is DEPTH or DEPTH:SAMPLE.
void print_tasks(int board_size, std::string_view text) {
  const std::size_t colon = std::min(text.find(':'), text.size());
  const bool is_run = colon < text.size();
  const int depth = parsed<int>(text.substr(0, colon));
  const std::size_t sample = is_run ? parsed<std::size_t>(text.substr(colon + 1))
                                    : std::numeric_limits<std::size_t>::max();
  const counting::Run run =
      counting::set_up(Board(board_size), {.allow_uncomputed = true, .depth = depth});
  const engine::Plan& plan = run.plan;
  const double second = counting::predict(*run.engine, plan).seconds_per_cost;
  const std::vector<double> stands_for = draw(run, sample);
  std::vector<std::uint32_t> drawn;
  std::copy_if(plan.order().begin(), plan.order().end(), std::back_inserter(drawn),
               [&](std::uint32_t index) { return stands_for[index] > 0; });
  const auto worker = run.worker_maker()();
  const auto seconds = [&](std::uint32_t index) {
    engine::Tally tally;
    return seconds_of(*worker, plan.tasks()[index], tally);
  };
  std::vector<double> first;
  if (is_run) std::transform(drawn.begin(), drawn.end(), std::back_inserter(first), seconds);
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    const engine::Task& task = plan.tasks()[drawn[i]];
    const std::string times =
        is_run ? fmt::format("{:.6f},{:.6f}", first[i], seconds(drawn[i])) : ",";
    fmt::print("{},{},{},{},{:.6g},{:.9g},{}\n", board_size, depth, plan.tasks().size(), task.id,
               stands_for[drawn[i]], second * task.cost, times);
  }
}

void measure_tasks(const Words& words) {
  fmt::print("board,depth,tasks,task,stands_for,predicted_seconds,first_seconds,seconds\n");
  for (std::size_t i = 1; i < words.size(); ++i) print_tasks(parsed<int>(words[0]), words[i]);
}

class IdleWorker final : public engine::Worker {
  bool count(const engine::Task&, const std::stop_token&, engine::Tally&) override { return true; }
};

/// Most of the time passes under the lock of the sum and the progress.
double seconds_of_handing_out(const engine::Plan& plan) {
  run::Executor executor(1, Pinning::none);
  const base::Stopwatch watch;
  run::run_plan(plan, [] { return std::make_unique<IdleWorker>(); }, executor, {});
  return watch.seconds();
}

void measure_serial(const Words& words) {
  const base::Stopwatch before;
  counting::Run run = counting::set_up(Board(parsed<int>(words[0])), {});
  counting::begin(run, 1, {});
  const double start = before.seconds();
  const auto worker = run.worker_maker()();
  std::vector<double> tasks;
  WideCount solutions = 0;
  for (const std::uint32_t place : run.plan.order()) {
    engine::Tally tally;
    tasks.push_back(seconds_of(*worker, run.plan.tasks()[place], tally));
    solutions += tally.solutions();
  }
  const base::Stopwatch after;
  const CountResult result = counting::count_result(run, 1, 0, solutions);
  const double end = after.seconds();
  fmt::print(R"({{"solutions": "{}", "start": {:.6f}, "end": {:.6f}, "locked": {:.6f}, )",
             to_string(result.solutions), start, end, seconds_of_handing_out(run.plan));
  fmt::print("\"seconds\": [{:.6f}]}}\n", fmt::join(tasks, ", "));
}

void measure_steps(const Words& words) {
  const engine::Engine& engine = engine::find_engine(words[0]);
  const Problem problem(parsed<int>(words[1]));
  engine::require_countable(engine, problem);
  const auto prepared = engine.prepare(problem, {.count_nodes = true});
  const engine::Plan plan(prepared->decomposition, 0);
  run::Executor executor(1, Pinning::none);
  const run::PlanRunResult result =
      run::run_plan(plan, [&] { return prepared->make_worker(0); }, executor, {});
  fmt::print("{} {}\n", to_string(result.solutions), result.nodes);
}

void measure_units(const Words& words) {
  using namespace engine::colour_join;
  const auto batches = parsed<std::uint16_t>(words[1]);
  const std::size_t length = parsed<std::uint16_t>(words[2]);
  const Problem problem(parsed<int>(words[0]));
  engine::require_countable(engine::find_engine("colour-join"), problem);
  const QuarteredBoard board(problem);
  const Units units(board);
  const BoardEstimate estimate(board);
  const Model model(board, estimate);
  const PlanCosts costs(board, estimate);
  const SharedLists lists(board, model.limits().max_shared_bytes);
  double board_seconds = model.list_seconds();
  fmt::print("n,queens,class_units,units,counted,summed,counted_size,summed_size\n");
  const auto seed = words.size() > 3 ? parsed<std::uint16_t>(words[3]) : std::uint16_t{1};
  const int only = words.size() > 4 ? parsed<std::uint16_t>(words[4]) : -1;  // else all classes
  for (int queens = 0; queens <= board.even(); ++queens) {
    if (only >= 0 && queens != only) continue;
    std::vector<LineSet> sets;
    std::vector<double> counts;
    for (LineSet even_rows = 0; even_rows <= all_lines(board.even()); ++even_rows) {
      if (std::popcount(even_rows) != queens) continue;
      const std::vector<LineSet> all = units.of(even_rows);
      if (all.empty()) continue;
      sets.push_back(even_rows);
      counts.push_back(static_cast<double>(all.size()));
      board_seconds += costs.start_seconds(even_rows);
      for (const LineSet unit : all) board_seconds += costs.unit_seconds(even_rows, unit);
    }
    if (sets.empty()) continue;
    std::mt19937_64 random(seed);
    std::discrete_distribution<std::size_t> draw(counts.begin(), counts.end());
    // The first batch makes the shared lists, so it is not printed.
    for (int batch = -1; batch < batches && batches > 0; ++batch) {
      const LineSet even_rows = sets[draw(random)];
      const std::vector<LineSet> all = units.of(even_rows);
      const std::size_t count = std::min(batch < 0 ? 1 : length, all.size());
      const auto run = std::span(all).subspan(random() % (all.size() - count + 1), count);
      Join join(model, units, kernels().best(base::best_instruction_set()), lists, false);
      UnitSeconds seconds;
      join.measure(&seconds);
      join.count(even_rows, run, {}, [](LineSet, const UnitCount&) {});
      if (batch < 0) continue;
      UnitWork sizes;
      for (const LineSet unit : run) {
        const UnitWork of_unit = costs.unit_size(even_rows, unit);
        sizes.counted += of_unit.counted;
        sizes.summed += of_unit.summed;
      }
      const auto n = static_cast<double>(count);
      fmt::print("{},{},{},{},{:.4g},{:.4g},{:.4g},{:.4g}\n", board.board_size(), queens,
                 std::accumulate(counts.begin(), counts.end(), 0.0), count,
                 (seconds.counted + seconds.factors) / n, seconds.summed / n, sizes.counted / n,
                 sizes.summed / n);
      std::fflush(stdout);
    }
  }
  fmt::print(stderr, "{:.4g} core seconds by the model\n", board_seconds);
}

struct Measurement {
  std::string_view name;
  std::size_t least_words;
  void (*measure)(const Words& words);
};
constexpr Measurement kMeasurements[] = {{"tasks", 2, measure_tasks},
                                         {"serial", 1, measure_serial},
                                         {"steps", 2, measure_steps},
                                         {"units", 3, measure_units}};

}  // namespace

int main(int argc, char** argv) {
  try {
    const Words words(argv + std::min(argc, 2), argv + argc);
    for (const auto& [name, least_words, measure] : kMeasurements) {
      if (argc < 2 || argv[1] != name || words.size() < least_words) continue;
      measure(words);
      return 0;
    }
    throw InvalidArgument("the head of bench/measure.cpp says what to give");
  } catch (const std::exception& error) {
    fmt::print(stderr, "measure: {}\n", error.what());
    return 2;
  }
}
