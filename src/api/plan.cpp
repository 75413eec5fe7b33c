// plan_count() and plan_shards(): what a count would do and need, without counting.
#include <algorithm>

#include "api/pipeline.hpp"
#include "nqueens/cluster.hpp"
#include "nqueens/count.hpp"
#include "nqueens/error.hpp"
#include "run/memory.hpp"
#include "run/topology.hpp"

namespace nqueens {

namespace {

RunPlan plan_of(const api::Run& run, int threads) {
  RunPlan plan{api::describe(run, threads)};
  const counting::MemoryNeed need = run.engine->memory();
  plan.plan_bytes = api::plan_bytes(run.plan);
  plan.shared_bytes = need.shared;
  plan.bytes_per_thread = need.per_thread;
  return plan;
}

}  // namespace

std::uint64_t RunPlan::total_bytes() const {
  const std::uint64_t run = counting::MemoryNeed{shared_bytes, bytes_per_thread}.total(threads);
  return run + std::min(plan_bytes, ~run);
}

CountPlan plan_count(const Problem& problem, const CountOptions& options) {
  if (options.resume || !options.journal.empty()) {
    throw InvalidArgument("a plan has no journal: " + options.journal.string() +
                          "; leave the journal out");
  }
  const run::Executor executor(options.threads, options.pinning);
  const std::uint64_t available = run::available_memory();  // before the plan is allocated
  api::RunRequest request;
  request.problem = problem;
  request.engine = options.engine;
  request.instruction_set = options.instruction_set;
  request.depth = options.depth;
  request.plan_size.threads = executor.threads();
  request.allow_uncomputed = true;
  request.stop = options.stop;
  const api::Run run = api::set_up(request);

  CountPlan result{plan_of(run, executor.threads())};
  result.available_bytes = available;
  const counting::WorkTime time = api::predict(*run.engine, run.plan);
  result.predicted_core_seconds = time.seconds(run.plan.total_cost());
  result.predicted_seconds = time.wall_seconds(
      run.plan.total_cost(), std::min(executor.threads(), run::default_threads()));
  return result;
}

ShardPlan plan_shards(const Problem& problem, int shards, const ShardPlanOptions& options) {
  const run::Executor executor(options.threads, Pinning::none);
  api::RunRequest request;
  request.problem = problem;
  request.engine = options.engine;
  request.instruction_set = options.instruction_set;
  request.is_shared = true;
  request.depth = options.depth;
  request.plan_size.shards = shards;
  request.allow_uncomputed = true;
  request.stop = options.stop;
  const api::Run run = api::set_up(request);
  const std::vector<journal::ShardLoad>& loads = run.shards->loads();

  ShardPlan result{plan_of(run, executor.threads())};
  result.shards = shards;
  const auto [fewest, most] = std::minmax_element(
      loads.begin(), loads.end(),
      [](const auto& one, const auto& other) { return one.tasks < other.tasks; });
  result.min_tasks = fewest->tasks;
  result.max_tasks = most->tasks;
  const auto [cheapest, costliest] =
      std::minmax_element(loads.begin(), loads.end(),
                          [](const auto& one, const auto& other) { return one.cost < other.cost; });
  const counting::WorkTime time = api::predict(*run.engine, run.plan);
  result.min_core_seconds = time.seconds(cheapest->cost);
  result.max_core_seconds = time.seconds(costliest->cost);
  result.predicted_core_seconds =
      time.seconds(run.plan.total_cost(), static_cast<std::size_t>(shards));
  result.mean_core_seconds = result.predicted_core_seconds / shards;
  return result;
}

}  // namespace nqueens
