// How long counts of 24 to 28 queens would take on 32, 1,000 and 100,000 cores: simulates static
// shards and leases over the real plans, with task times from a model fitted to measured ones.
// Prints the tables of README.md, means of five runs; the same files and seed give the same tables.
//
//   simulate_cluster [--seed S] FILE...     FILE: tasks/N.csv of `scripts/reproduce tasks`
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <exception>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "api/pipeline.hpp"
#include "bench/simulation/task_sources.hpp"
#include "bench/simulation/task_times.hpp"
#include "counting/colour_join/units.hpp"
#include "nqueens/error.hpp"

namespace {

using namespace nqueens;
using bench::SimulatedCluster;
using bench::SimulationResult;
using bench::TaskTimeModel;
using counting::Plan;

// Taken for granted, not measured here.
constexpr double kMonth = 86400 * 365.25 / 12;
constexpr double kRestartSeconds = 300;
constexpr double kLatencySeconds = 2e-3;
constexpr double kServiceSeconds = 10e-6;

constexpr std::uint64_t kRuns = 5;
constexpr int kFirstBoard = 24;
constexpr int kLastBoard = 28;
/// Where speeds are compared: a plan fine enough that nothing else tells.
constexpr int kSpeedsBoard = 26;
constexpr int kSpeedsDepth = 12;

struct Nodes {
  std::uint32_t nodes;
  std::uint32_t cores;
};
constexpr Nodes kClusters[] = {{1, 32}, {25, 40}, {1000, 100}};

/// What is measured of one plan of a board. Pace and spread of `model` are of all plans of the
/// board together, so that depths differ by what depends on depth and not by their samples.
struct Fitted {
  int depth = 0;
  double tasks = 0;
  double samples = 0;
  double predicted_seconds = 0;  ///< of the whole board
  TaskTimeModel own;
  TaskTimeModel model;
};

/// By board.
using Models = std::map<int, std::vector<Fitted>>;

double core_seconds(int board_size) {
  const Problem problem(board_size);
  return api::choose_engine(problem, "auto")
      .predicted_seconds(problem, base::InstructionSet::avx512);
}

/// Means over the measured tasks of all depths.
void pool(std::vector<Fitted>& plans) {
  double samples = 0, pace = 0, variance = 0;
  for (const Fitted& one : plans) {
    samples += one.samples;
    pace += one.samples * one.own.pace;
    variance += one.samples * one.own.spread * one.own.spread;
  }
  for (Fitted& one : plans) {
    one.model.pace = pace / samples;
    one.model.spread = std::sqrt(variance / samples);
  }
}

Models read_models(const std::vector<std::string>& files) {
  std::map<std::pair<int, int>, std::vector<bench::MeasuredTask>> groups;
  for (const std::string& name : files) {
    std::ifstream file(name, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    if (!file) throw IoError(fmt::format("cannot read {}", name));
    for (const bench::MeasuredTask& task : bench::parse_measured_tasks(text)) {
      groups[{task.board_size, task.depth}].push_back(task);
    }
  }
  Models models;
  for (const auto& [key, tasks] : groups) {
    const TaskTimeModel model = bench::fit_task_times(tasks);
    models[key.first].push_back({key.second, static_cast<double>(tasks.front().plan_tasks),
                                 static_cast<double>(tasks.size()), core_seconds(key.first), model,
                                 model});
  }
  for (auto& [board_size, plans] : models) pool(plans);
  return models;
}

/// The measured plan that is most like one of so many tasks.
const Fitted& nearest(const Models& models, int board_size, std::size_t tasks) {
  const auto found = models.find(board_size);
  if (found == models.end()) {
    throw InvalidArgument(
        fmt::format("no measured tasks of {} queens; run scripts/reproduce tasks "
                    "and name its files",
                    board_size));
  }
  const auto distance = [tasks](const Fitted& one) {
    return std::abs(std::log(one.tasks / static_cast<double>(tasks)));
  };
  return *std::min_element(
      found->second.begin(), found->second.end(),
      [&](const Fitted& a, const Fitted& b) { return distance(a) < distance(b); });
}

/// Core seconds of a board without what tasks make at their start: no plan has less to do.
double least_seconds(const Models& models, int board_size) {
  const Fitted& any = nearest(models, board_size, 1);
  return any.model.pace * any.predicted_seconds;
}

/// Plans of large boards take seconds and a hundred megabytes: the last one is kept.
const Plan& plan_of(int board_size, int depth) {
  static std::optional<Plan> last;
  if (!last || last->problem().board_size() != board_size || last->depth() != depth) {
    last.reset();
    const Problem problem(board_size);
    last.emplace(api::choose_engine(problem, "auto").decompose(problem), depth);
  }
  return *last;
}

/// The deepest plan below `depth` that is not too large.
const Plan& plan_at_most(int board_size, int depth) {
  for (;; --depth) {
    try {
      return plan_of(board_size, depth);
    } catch (const InvalidArgument&) {
      if (depth == 0) throw;
    }
  }
}

int default_depth(int board_size, std::uint32_t shards) {
  const Problem problem(board_size);
  return api::choose_engine(problem, "auto").decompose(problem)->choose_depth(512u * shards);
}

/// Core seconds after which a process has met most lists that it makes once: as many units as
/// there are sets of odd rows.
double warm_after(const Plan& plan, double seconds) {
  double units = 0;
  for (const counting::Task& task : plan.tasks()) {
    units += counting::colour_join::UnitRange::from_code(task.code).count;
  }
  return std::ldexp(seconds / units, plan.problem().board_size() / 2);
}

enum class Way { shard_of_core, shard_of_node, leases };

const char* name_of(Way way) {
  return way == Way::shard_of_core   ? "shard a core"
         : way == Way::shard_of_node ? "shard a node"
                                     : "leases";
}

struct Run {
  Way way = Way::leases;
  Nodes nodes{1, 1};
  double speed_spread = 0;
  bool fails = true;
};

SimulationResult simulate_once(const Models& models, const Plan& plan, const Run& run,
                               std::uint64_t seed) {
  const int board_size = plan.problem().board_size();
  const double seconds = core_seconds(board_size);
  const Fitted& fitted = nearest(models, board_size, plan.tasks().size());
  const std::vector<double> times = draw_task_times(plan, seconds, fitted.model, seed);
  SimulatedCluster cores;
  cores.workers =
      run.way == Way::shard_of_core ? run.nodes.nodes * run.nodes.cores : run.nodes.nodes;
  cores.cores_per_worker = run.way == Way::shard_of_core ? 1 : run.nodes.cores;
  if (run.fails) cores.core_seconds_between_failures = kMonth;
  cores.restart_seconds = kRestartSeconds;
  cores.start_seconds = fitted.model.plan_seconds;
  cores.speed_spread = run.speed_spread;
  cores.cold_part = fitted.model.cold_part;
  cores.warm_after_seconds = warm_after(plan, seconds);
  if (run.way == Way::leases) {
    cores.latency_seconds = kLatencySeconds;
    cores.service_seconds = kServiceSeconds;
    bench::LeaseSource source(plan, static_cast<double>(plan.total_cost()) / seconds,
                              static_cast<int>(cores.cores_per_worker));
    return bench::simulate(times, cores, source, seed);
  }
  const journal::Shards shards(plan.tasks(), static_cast<int>(cores.workers));
  bench::ShardSource source(shards, plan.order());
  return bench::simulate(times, cores, source, seed);
}

/// Means over kRuns runs: when a failure comes is chance.
struct Outcome {
  double wall_seconds = 0;
  double lost_seconds = 0;
  double failures = 0;
  double repeated_tasks = 0;
};

Outcome simulate(const Models& models, const Plan& plan, const Run& run, std::uint64_t seed) {
  Outcome mean;
  for (std::uint64_t i = 0; i < kRuns; ++i) {
    const SimulationResult one = simulate_once(models, plan, run, seed + i);
    mean.wall_seconds += one.wall_seconds / kRuns;
    mean.lost_seconds += one.lost_seconds / kRuns;
    mean.failures += static_cast<double>(one.failures) / kRuns;
    mean.repeated_tasks += static_cast<double>(one.repeated_tasks) / kRuns;
  }
  return mean;
}

std::string duration(double seconds) {
  if (seconds == 0) return "0";
  if (seconds < 1) return fmt::format("{:.2f} s", seconds);
  if (seconds < 600) return fmt::format("{:.{}f} s", seconds, seconds < 10 ? 1 : 0);
  if (seconds < 36000) return fmt::format("{:.1f} min", seconds / 60);
  if (seconds < 864000) return fmt::format("{:.1f} h", seconds / 3600);
  return fmt::format("{:.1f} d", seconds / 86400);
}

std::string grouped(std::uint64_t number) {
  const std::string digits = fmt::format("{}", number);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

std::string outcome(const Models& models, int board_size, const Nodes& nodes,
                    const Outcome& result) {
  const double cores = static_cast<double>(nodes.nodes) * nodes.cores;
  const double efficiency = least_seconds(models, board_size) / (cores * result.wall_seconds);
  return fmt::format("{} | {:.1f} % | {:.1f} | {} | {:.1f}", duration(result.wall_seconds),
                     100 * efficiency, result.failures, duration(result.lost_seconds),
                     result.repeated_tasks);
}

void print_models(const Models& models) {
  fmt::print(
      "| N | depth | tasks | measured | time / predicted | setup of a task, ms | all setups / work "
      "| spread | first in a process | plan, s |\n"
      "| --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |\n");
  for (const auto& [board_size, plans] : models) {
    for (const Fitted& one : plans) {
      fmt::print(
          "| {} | {} | {} | {} | {:.2f} | {:.2f} | {:.0f} % | {:.0f} % | + {:.0f} % | {:.2f} |\n",
          board_size, one.depth, grouped(static_cast<std::uint64_t>(one.tasks)), one.samples,
          one.own.pace, 1e3 * one.own.setup_seconds,
          100 * one.own.setup_seconds * one.tasks / least_seconds(models, board_size),
          100 * one.own.spread, 100 * one.own.cold_part, one.own.plan_seconds);
    }
  }
}

void print_clusters(const Models& models, std::uint64_t seed) {
  fmt::print(
      "| N | cores | at best | by | depth | tasks | wall time | efficiency | failures | lost core "
      "time | tasks done twice |\n"
      "| --: | --: | --: | :-- | --: | --: | --: | --: | --: | --: | --: |\n");
  for (int board_size = kFirstBoard; board_size <= kLastBoard; ++board_size) {
    if (!models.contains(board_size)) continue;
    for (const Nodes& nodes : kClusters) {
      const std::uint32_t cores = nodes.nodes * nodes.cores;
      for (const Way way : {Way::shard_of_core, Way::shard_of_node, Way::leases}) {
        const std::uint32_t shards = way == Way::shard_of_core ? cores : nodes.nodes;
        const int depth = default_depth(board_size, shards);
        const Plan& plan = plan_at_most(board_size, depth);
        const std::string limited = plan.depth() < depth ? fmt::format(" for {}", depth) : "";
        if (plan.tasks().size() < shards) {
          fmt::print("| {} | {} | | {} | {} | {} | fewer tasks than shards | | | | |\n", board_size,
                     grouped(cores), name_of(way), depth, grouped(plan.tasks().size()));
          continue;
        }
        const Outcome result = simulate(models, plan, {way, nodes}, seed);
        fmt::print("| {} | {} | {} | {} | {}{} | {} | {} |\n", board_size, grouped(cores),
                   duration(least_seconds(models, board_size) / cores), name_of(way), plan.depth(),
                   limited, grouped(plan.tasks().size()),
                   outcome(models, board_size, nodes, result));
        std::fflush(stdout);
      }
    }
  }
}

void print_depths(const Models& models, int board_size, const Nodes& nodes, std::uint64_t seed) {
  fmt::print(
      "| N | cores | depth | tasks | efficiency: shard a core | shard a node | leases |\n"
      "| --: | --: | --: | --: | --: | --: | --: |\n");
  const std::uint32_t cores = nodes.nodes * nodes.cores;
  int last = -1;
  for (int depth = 2; depth <= 20; depth += 2) {
    const Plan& plan = plan_at_most(board_size, depth);
    if (plan.depth() == last) break;
    last = plan.depth();
    fmt::print("| {} | {} | {} | {}", board_size, grouped(cores), plan.depth(),
               grouped(plan.tasks().size()));
    for (const Way way : {Way::shard_of_core, Way::shard_of_node, Way::leases}) {
      if (plan.tasks().size() < (way == Way::shard_of_core ? cores : nodes.nodes)) {
        fmt::print(" | -");
        continue;
      }
      const Outcome result = simulate(models, plan, {way, nodes}, seed);
      fmt::print(" | {:.1f} %",
                 100 * least_seconds(models, board_size) / (cores * result.wall_seconds));
    }
    fmt::print(" |\n");
    std::fflush(stdout);
  }
}

void print_speeds(const Models& models, int board_size, const Nodes& nodes, std::uint64_t seed) {
  fmt::print(
      "| N | cores | speeds differ by | efficiency: shard a core | shard a node | leases |\n"
      "| --: | --: | --: | --: | --: | --: |\n");
  const std::uint32_t cores = nodes.nodes * nodes.cores;
  const Plan& plan = plan_at_most(board_size, kSpeedsDepth);
  for (const double spread : {0.0, 0.02, 0.05, 0.1}) {
    fmt::print("| {} | {} | {:.0f} %", board_size, grouped(cores), 100 * spread);
    for (const Way way : {Way::shard_of_core, Way::shard_of_node, Way::leases}) {
      const Outcome result = simulate(models, plan, {way, nodes, spread, false}, seed);
      fmt::print(" | {:.1f} %",
                 100 * least_seconds(models, board_size) / (cores * result.wall_seconds));
    }
    fmt::print(" |\n");
    std::fflush(stdout);
  }
}

void print_all(const Models& models, std::uint64_t seed) {
  fmt::print("### Measured tasks\n\n");
  print_models(models);
  fmt::print("\n### The plan that the command line makes\n\n");
  print_clusters(models, seed);
  fmt::print("\n### Depths\n\n");
  for (int board_size = kFirstBoard; board_size <= kLastBoard; board_size += 2) {
    if (!models.contains(board_size)) continue;
    print_depths(models, board_size, kClusters[1], seed);
    fmt::print("\n");
  }
  fmt::print("### Nodes of different speed\n\n");
  print_speeds(models, kSpeedsBoard, kClusters[1], seed);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    std::uint64_t seed = 1;
    std::vector<std::string> files(argv + 1, argv + argc);
    if (files.size() >= 2 && files[0] == "--seed") {
      const std::string& text = files[1];
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
      if (error != std::errc{} || end != text.data() + text.size()) {
        throw InvalidArgument(fmt::format("seed is not a whole number: '{}'", text));
      }
      files.erase(files.begin(), files.begin() + 2);
    }
    if (files.empty()) throw InvalidArgument("simulate_cluster [--seed S] FILE... expected");
    print_all(read_models(files), seed);
  } catch (const std::exception& error) {
    fmt::print(stderr, "simulate_cluster: {}\n", error.what());
    return 2;
  }
}
