#include "api/shared_plan.hpp"

#include <fmt/format.h>

#include "nqueens/error.hpp"

namespace nqueens::api {

namespace {

/// Threads of a worker that its shard should have enough tasks for: 512 tasks a shard by the
/// largest.
constexpr int kThreadsOfShard = 32;

}  // namespace

const counting::Engine& choose_engine(const Problem& problem, std::string_view name) {
  if (name == "auto") return counting::choose_engine(problem, base::InstructionSet::avx512);
  const counting::Engine& engine = counting::find_engine(name);
  counting::require_countable(engine, problem);
  return engine;
}

counting::Plan make_plan(const Problem& problem, const counting::Engine& engine,
                         std::optional<int> depth, int shards, const std::stop_token& stop) {
  if (shards < 1 || static_cast<std::size_t>(shards) > counting::kMaxTasks) {
    throw InvalidArgument(
        fmt::format("number of shards out of range: {}; 1 to {}", shards, counting::kMaxTasks));
  }
  const counting::Decomposition& decomposition =
      counting::find_decomposition(engine.decompositions().front());
  if (depth) return counting::Plan(problem, decomposition, *depth, stop);
  const int deepest = decomposition.max_depth(problem);
  for (int chosen = decomposition.choose_depth(problem, kThreadsOfShard * shards, stop);;
       ++chosen) {
    counting::Plan plan(problem, decomposition, chosen, stop);
    if (plan.tasks().size() >= static_cast<std::size_t>(shards) || chosen >= deepest) return plan;
  }
}

}  // namespace nqueens::api
