// Counts a problem task by task on one thread, with any engine and depth.
#pragma once

#include "engine/engine.hpp"
#include "engine/plan.hpp"
#include "nqueens/error.hpp"
#include "nqueens/wide.hpp"

namespace nqueens::tests {

struct EngineCount {
  WideCount solutions = 0;
  std::uint64_t nodes = 0;           ///< below the prefixes, as the engine counts them
  std::uint64_t weighted_nodes = 0;  ///< the same, each task's times its weight
};

inline EngineCount count_with(const engine::Engine& engine, const Problem& problem, int depth,
                              bool count_nodes = true,
                              base::InstructionSet instruction_set = base::best_instruction_set()) {
  const auto prepared =
      engine.prepare(problem, {.count_nodes = count_nodes, .instruction_set = instruction_set});
  const engine::Plan plan(prepared->decomposition, depth);
  const auto worker = prepared->make_worker(depth);
  EngineCount sum;
  for (const engine::Task& task : plan.tasks()) {
    engine::Tally tally;
    if (!worker->count(task, {}, tally)) throw Error("stopped although nobody asked for it");
    sum.solutions += tally.solutions();
    sum.nodes += tally.nodes();
    sum.weighted_nodes += tally.nodes() * task.weight;
  }
  return sum;
}

inline std::uint64_t solutions_of(engine::Worker& worker, const engine::Task& task) {
  engine::Tally tally;
  if (!worker.count(task, {}, tally)) throw Error("stopped although nobody asked for it");
  return tally.solutions();
}

}  // namespace nqueens::tests
