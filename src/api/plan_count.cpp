// plan_count(): what a count would do and take, without counting.
#include <algorithm>

#include "api/count_setup.hpp"
#include "nqueens/error.hpp"
#include "run/executor.hpp"
#include "run/memory.hpp"

namespace nqueens {

std::uint64_t CountPlan::total_bytes() const {
  return api::total_bytes({shared_bytes, bytes_per_thread}, threads, plan_bytes);
}

CountPlan plan_count(const Problem& problem, const CountOptions& options) {
  if (options.resume || !options.journal.empty()) {
    throw InvalidArgument("a plan has no journal: " + options.journal.string() +
                          "; leave the journal out");
  }
  const base::InstructionSet most = base::parse_instruction_set(options.instruction_set);
  const counting::Engine& engine = api::choose_engine(problem, options, most);
  const run::Executor executor(options.threads, options.pinning);
  CountPlan result;
  result.available_bytes = run::available_memory();  // before the plan takes its part
  const counting::Plan plan = api::make_plan(problem, engine, options, executor.threads());
  const counting::MemoryNeed need =
      engine.memory(problem, {.depth = plan.depth(), .instruction_set = most});

  result.board_size = problem.board_size();
  result.engine = engine.name();
  result.instruction_set = base::to_string(engine.instruction_set(most));
  result.decomposition = plan.decomposition().name();
  result.depth = plan.depth();
  result.plan_id = plan.id_text();
  result.tasks = plan.tasks().size();
  result.threads = executor.threads();
  result.plan_bytes = api::plan_bytes(plan);
  result.shared_bytes = need.shared;
  result.bytes_per_thread = need.per_thread;
  result.predicted_core_seconds = engine.predicted_seconds(problem, most);
  result.predicted_seconds =
      result.predicted_core_seconds / std::min(executor.threads(), run::default_threads());
  return result;
}

}  // namespace nqueens
