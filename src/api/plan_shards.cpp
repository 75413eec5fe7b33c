// plan_shards(): how a count would be cut over machines and what that would take, without counting.
#include <algorithm>

#include "api/count_setup.hpp"
#include "api/shared_plan.hpp"
#include "journal/shards.hpp"
#include "nqueens/cluster.hpp"
#include "run/executor.hpp"

namespace nqueens {

std::uint64_t ShardPlan::total_bytes() const {
  return api::total_bytes({shared_bytes, bytes_per_thread}, threads, plan_bytes);
}

ShardPlan plan_shards(const Problem& problem, int shards, const ShardPlanOptions& options) {
  const base::InstructionSet most = base::parse_instruction_set(options.instruction_set);
  const counting::Engine& engine = api::choose_engine(problem, options.engine);
  const run::Executor executor(options.threads, Pinning::none);
  const counting::Plan plan = api::make_plan(problem, engine, options.depth, shards, options.stop);
  const journal::Shards dealt(plan.tasks(), shards);
  const counting::MemoryNeed need =
      engine.memory(problem, {.depth = plan.depth(), .instruction_set = most});

  ShardPlan result;
  result.board_size = problem.board_size();
  result.engine = engine.name();
  result.instruction_set = base::to_string(engine.instruction_set(most));
  result.decomposition = plan.decomposition().name();
  result.depth = plan.depth();
  result.plan_id = plan.id_text();
  result.tasks = plan.tasks().size();
  result.shards = shards;

  const auto& loads = dealt.loads();
  const auto [fewest, most_tasks] = std::minmax_element(
      loads.begin(), loads.end(),
      [](const auto& one, const auto& other) { return one.tasks < other.tasks; });
  const auto [cheapest, costliest] =
      std::minmax_element(loads.begin(), loads.end(),
                          [](const auto& one, const auto& other) { return one.cost < other.cost; });
  result.least_tasks = fewest->tasks;
  result.most_tasks = most_tasks->tasks;
  result.predicted_core_seconds = engine.predicted_seconds(problem, most);
  const double seconds_per_cost =
      result.predicted_core_seconds /
      static_cast<double>(std::max<std::uint64_t>(1, plan.total_cost()));
  result.least_core_seconds = static_cast<double>(cheapest->cost) * seconds_per_cost;
  result.mean_core_seconds = result.predicted_core_seconds / shards;
  result.most_core_seconds = static_cast<double>(costliest->cost) * seconds_per_cost;

  result.threads = executor.threads();
  result.plan_bytes = api::plan_bytes(plan);
  result.shared_bytes = need.shared;
  result.bytes_per_thread = need.per_thread;
  return result;
}

}  // namespace nqueens
