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

// Assumed, not measured.
constexpr double kMonth = 86400 * 365.25 / 12;
constexpr double kRestartSeconds = 300;
constexpr double kLatencySeconds = 2e-3;
constexpr double kServiceSeconds = 10e-6;

constexpr std::uint64_t kRuns = 5;
constexpr int kFirstBoard = 24;
/// Where speeds are compared: a plan so fine that nothing else matters.
constexpr int kSpeedsBoard = 26;
constexpr int kSpeedsDepth = 12;

struct Nodes {
  std::uint32_t nodes;
  std::uint32_t cores;

  std::uint32_t cores_of_all() const { return nodes * cores; }
};
constexpr Nodes kClusters[] = {{1, 32}, {25, 40}, {1000, 100}};

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

/// The deepest plan up to `depth` that is not too large.
const Plan& plan_at_most(int board_size, int depth) {
  for (;; --depth) {
    try {
      return plan_of(board_size, depth);
    } catch (const InvalidArgument&) {
      if (depth == 0) throw;
    }
  }
}

/// The plan that a count has by default.
Plan default_plan(int board_size) {
  const Problem problem(board_size);
  return api::make_plan(api::choose_engine(problem, "auto").decompose(problem), std::nullopt);
}

/// Predicted core seconds of a board in the coarsest plan: no other has less to do.
double predicted_seconds(int board_size) {
  const Problem problem(board_size);
  return api::choose_engine(problem, "auto")
      .predicted_seconds(problem, base::InstructionSet::avx512);
}

double predicted_seconds(const Plan& plan) {
  return predicted_seconds(plan.problem().board_size()) * plan.relative_work();
}

/// What is measured of one plan.
struct Fitted {
  int depth;
  std::size_t tasks;
  std::size_t samples;
  TaskTimeModel model;
};

/// One board: its plans, and the mean over all measured tasks, so that depths of a simulation do
/// not differ by their samples.
struct Board {
  std::vector<Fitted> plans;
  TaskTimeModel model{.pace = 0};

  double work_seconds(int board_size) const { return model.pace * predicted_seconds(board_size); }
};

using Boards = std::map<int, Board>;

void pool(Board& board) {
  double samples = 0, variance = 0;
  TaskTimeModel& mean = board.model;
  for (const Fitted& one : board.plans) {
    const auto weight = static_cast<double>(one.samples);
    samples += weight;
    mean.pace += weight * one.model.pace;
    mean.cold_part += weight * one.model.cold_part;
    mean.plan_seconds = std::max(mean.plan_seconds, one.model.plan_seconds);
    variance += weight * one.model.spread * one.model.spread;
  }
  mean.pace /= samples;
  mean.cold_part /= samples;
  mean.spread = std::sqrt(variance / samples);
}

Boards read_boards(const std::vector<std::string>& files) {
  std::map<std::pair<int, int>, std::vector<bench::MeasuredTask>> groups;
  for (const std::string& name : files) {
    std::ifstream file(name, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    if (!file) throw IoError(fmt::format("cannot read {}", name));
    for (const bench::MeasuredTask& task : bench::parse_measured_tasks(text)) {
      groups[{task.board_size, task.depth}].push_back(task);
    }
  }
  Boards boards;
  for (const auto& [key, tasks] : groups) {
    const auto& [board_size, depth] = key;
    const Plan& plan = plan_of(board_size, depth);
    boards[board_size].plans.push_back(
        {depth, plan.tasks().size(), tasks.size(),
         bench::fit_task_times(plan, predicted_seconds(plan), tasks)});
  }
  for (auto& [board_size, board] : boards) pool(board);
  return boards;
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
constexpr Way kWays[] = {Way::shard_of_core, Way::shard_of_node, Way::leases};

struct Run {
  Way way = Way::leases;
  Nodes nodes{1, 1};
  double speed_spread = 0;
  bool fails = true;

  /// Processes, each with a shard or leases.
  std::uint32_t workers() const {
    return way == Way::shard_of_core ? nodes.cores_of_all() : nodes.nodes;
  }
};

SimulationResult simulate_once(const TaskTimeModel& model, const Plan& plan, const Run& run,
                               std::uint64_t seed) {
  const double seconds = predicted_seconds(plan);
  const std::vector<double> times = draw_task_times(plan, seconds, model, seed);
  SimulatedCluster cluster;
  cluster.workers = run.workers();
  cluster.cores_per_worker = run.way == Way::shard_of_core ? 1 : run.nodes.cores;
  if (run.fails) cluster.core_seconds_between_failures = kMonth;
  cluster.restart_seconds = kRestartSeconds;
  cluster.start_seconds = model.plan_seconds;
  cluster.speed_spread = run.speed_spread;
  cluster.cold_part = model.cold_part;
  cluster.warm_after_seconds = warm_after(plan, seconds);
  if (run.way == Way::leases) {
    cluster.latency_seconds = kLatencySeconds;
    cluster.service_seconds = kServiceSeconds;
    bench::LeaseSource source(plan, static_cast<double>(plan.total_cost()) / seconds,
                              static_cast<int>(cluster.cores_per_worker));
    return bench::simulate(times, cluster, source, seed);
  }
  const journal::Shards shards(plan.tasks(), static_cast<int>(cluster.workers));
  bench::ShardSource source(shards, plan.order());
  return bench::simulate(times, cluster, source, seed);
}

/// Means over kRuns runs: when a failure comes is chance.
struct Outcome {
  double wall_seconds = 0;
  double lost_seconds = 0;
  double failures = 0;
  double efficiency = 0;
};

Outcome simulate(const Board& board, const Plan& plan, const Run& run, std::uint64_t seed) {
  Outcome mean;
  for (std::uint64_t i = 0; i < kRuns; ++i) {
    const SimulationResult one = simulate_once(board.model, plan, run, seed + i);
    mean.wall_seconds += one.wall_seconds / kRuns;
    mean.lost_seconds += one.lost_seconds / kRuns;
    mean.failures += static_cast<double>(one.failures) / kRuns;
  }
  mean.efficiency = board.work_seconds(plan.problem().board_size()) /
                    (run.nodes.cores_of_all() * mean.wall_seconds);
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

void print_measured(const Boards& boards) {
  fmt::print(
      "### Measured tasks\n\n"
      "| N | depth | tasks | measured | time / predicted | spread | first in a process | plan, s "
      "|\n"
      "| --: | --: | --: | --: | --: | --: | --: | --: |\n");
  for (const auto& [board_size, board] : boards) {
    for (const Fitted& one : board.plans) {
      fmt::print("| {} | {} | {} | {} | {:.2f} | {:.0f} % | + {:.0f} % | {:.2f} |\n", board_size,
                 one.depth, grouped(one.tasks), one.samples, one.model.pace, 100 * one.model.spread,
                 100 * one.model.cold_part, one.model.plan_seconds);
    }
  }
}

void print_clusters(const Boards& boards, std::uint64_t seed) {
  fmt::print(
      "\n### Wall time and efficiency\n\n"
      "| N | cores | at best | shard a core: depth, time | shard a node: depth, time | leases: "
      "time | failures | lost core time |\n"
      "| --: | --: | --: | --: | --: | --: | --: | --: |\n");
  for (auto found = boards.lower_bound(kFirstBoard); found != boards.end(); ++found) {
    const auto& [board_size, board] = *found;
    for (const Nodes& nodes : kClusters) {
      fmt::print("| {} | {} | {}", board_size, grouped(nodes.cores_of_all()),
                 duration(board.work_seconds(board_size) / nodes.cores_of_all()));
      Outcome result;
      for (const Way way : kWays) {
        const Run run{way, nodes};
        const Plan plan = default_plan(board_size);
        result = simulate(board, plan, run, seed);
        fmt::print(" | {}{}, {:.0f} %", way == Way::leases ? "" : fmt::format("{}: ", plan.depth()),
                   duration(result.wall_seconds), 100 * result.efficiency);
      }
      fmt::print(" | {:.1f} | {} |\n", result.failures, duration(result.lost_seconds));
      std::fflush(stdout);
    }
  }
}

void print_depths(const Boards& boards, std::uint64_t seed) {
  fmt::print(
      "\n### Into how many tasks\n\n"
      "| N | depth | tasks | shard a core | shard a node | leases |\n"
      "| --: | --: | --: | --: | --: | --: |\n");
  for (const int board_size : {24, 26, 28}) {
    if (!boards.contains(board_size)) continue;
    for (int depth = 4; depth <= 16; depth += 2) {
      const Plan& plan = plan_at_most(board_size, depth);
      fmt::print("| {} | {} | {}", board_size, plan.depth(), grouped(plan.tasks().size()));
      for (const Way way : kWays) {
        fmt::print(
            " | {:.0f} %",
            100 * simulate(boards.at(board_size), plan, {way, kClusters[1]}, seed).efficiency);
      }
      fmt::print(" |\n");
      std::fflush(stdout);
    }
  }
}

void print_speeds(const Boards& boards, std::uint64_t seed) {
  const auto found = boards.find(kSpeedsBoard);
  if (found == boards.end()) return;
  fmt::print(
      "\n### Nodes of different speed\n\n"
      "| speeds differ by | shard a core | shard a node | leases |\n"
      "| --: | --: | --: | --: |\n");
  const Plan& plan = plan_at_most(kSpeedsBoard, kSpeedsDepth);
  for (const double spread : {0.0, 0.02, 0.05, 0.1}) {
    fmt::print("| {:.0f} %", 100 * spread);
    for (const Way way : kWays) {
      const Run run{way, kClusters[1], spread, false};
      fmt::print(" | {:.0f} %", 100 * simulate(found->second, plan, run, seed).efficiency);
    }
    fmt::print(" |\n");
    std::fflush(stdout);
  }
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
    const Boards boards = read_boards(files);
    print_measured(boards);
    print_clusters(boards, seed);
    print_depths(boards, seed);
    print_speeds(boards, seed);
  } catch (const std::exception& error) {
    fmt::print(stderr, "simulate_cluster: {}\n", error.what());
    return 2;
  }
}
