#include "bench/self_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/numbers.hpp"
#include "engine/engine.hpp"
#include "engine/plan.hpp"
#include "nqueens/count.hpp"
#include "nqueens/error.hpp"
#include "nqueens/info.hpp"
#include "nqueens/placement.hpp"
#include "nqueens/solve.hpp"
#include "nqueens/verify.hpp"
#include "run/executor.hpp"
#include "run/plan_runner.hpp"

namespace nqueens::bench {

namespace {

/// Returns the largest board that an engine counts here, in about half a second.
int largest_board(std::string_view engine) {
  return engine == "reference" ? 12 : 15;
}

/// Chooses boards for an algorithm: the smallest with a solution, the one with the rarest solutions
/// (6), a usual one and a large one; only small ones if it has a practical size.
std::vector<std::uint64_t> algorithm_boards(const AlgorithmInfo& algorithm) {
  if (algorithm.practical_size != 0)
    return {4, 6, 8, std::min<std::uint64_t>(algorithm.practical_size, 16)};
  const bool is_slow = algorithm.name == "min-conflicts" || algorithm.name == "first-choice";
  return {4, 6, 1000, is_slow ? 100'000u : 1'000'000u};
}

SelfCheckRow check_engine(const engine::Engine& engine, const Problem& problem,
                          base::InstructionSet most, run::Executor& executor,
                          const std::stop_token& stop) {
  const auto prepared = engine.prepare(problem, {.count_nodes = true, .instruction_set = most});
  // The depth is fixed, since the signature must not depend on the number of threads.
  const int depth = std::min(2, prepared->decomposition->max_depth());
  const engine::Plan plan(prepared->decomposition, depth);
  const run::PlanRunResult run =
      run::run_plan(plan, [&] { return prepared->make_worker(depth); }, executor, {.stop = stop});
  if (!run.complete) throw Stopped("stopped: the self-check is not complete");
  return {.subject = fmt::format("engine {}", engine.name),
          .board_size = static_cast<std::uint64_t>(problem.board_size()),
          .outcome = fmt::format("{} solutions, {} nodes", to_string(run.solutions), run.nodes),
          .instruction_set = std::string(base::to_string(engine.instruction_set(most))),
          .correct = run.solutions == known_solutions(problem.board_size()),
          .seconds = run.progress.seconds};
}

std::string placement_sum(const Placement& placement) {
  static_assert(std::endian::native == std::endian::little);  // the same sum on every machine
  const std::string_view bytes(reinterpret_cast<const char*>(placement.data()),
                               placement.size() * sizeof(Column));
  return base::to_hex(base::checksum(bytes));
}

SelfCheckRow check_algorithm(const AlgorithmInfo& algorithm, std::uint64_t board_size,
                             const std::stop_token& stop) {
  SolveOptions options;
  options.algorithm = algorithm.name;
  options.threads = 1;
  if (algorithm.is_random) options.seed = 1;
  options.verify = false;  // checked below, by other code than the algorithm's own check
  options.stop = stop;
  const SolveResult result = solve(board_size, options);
  return {.subject = fmt::format("algorithm {}", algorithm.name),
          .board_size = board_size,
          .outcome = fmt::format("placement {}, {} moves", placement_sum(result.placement),
                                 result.statistics.moves),
          .correct = result.placement.size() == board_size && is_solution(result.placement),
          .seconds = result.statistics.seconds};
}

}  // namespace

SelfCheckResult self_check(const std::function<void(const SelfCheckRow&)>& on_row,
                           std::stop_token stop, std::string_view instruction_set) {
  const base::InstructionSet most = base::parse_instruction_set(instruction_set);
  SelfCheckResult result;
  result.correct = true;
  const auto add = [&](SelfCheckRow row) {
    result.correct = result.correct && row.correct;
    if (on_row) on_row(row);
    result.rows.push_back(std::move(row));
  };

  run::Executor executor(1, Pinning::none);
  for (const engine::Engine& engine : engine::processor_engines()) {
    for (int n = 0; n <= largest_board(engine.name); ++n) {
      const Problem problem(n);
      if (!engine.refusal(problem).empty()) continue;
      add(check_engine(engine, problem, most, executor, stop));
    }
  }
  for (const AlgorithmInfo& algorithm : algorithms()) {
    for (const std::uint64_t n : algorithm_boards(algorithm))
      add(check_algorithm(algorithm, n, stop));
  }
  result.signature = signature_of(result.rows);
  return result;
}

std::string signature_of(const std::vector<SelfCheckRow>& rows) {
  std::string text;
  for (const SelfCheckRow& row : rows) {
    text += fmt::format("{} {} {}\n", row.subject, row.board_size, row.outcome);
  }
  return base::to_hex(base::checksum(text));
}

Fields fields(const SelfCheckRow& row) {
  return {{"subject", row.subject}, {"board_size", row.board_size},
          {"outcome", row.outcome}, {"instruction_set", row.instruction_set},
          {"correct", row.correct}, {"seconds", row.seconds}};
}

Fields fields(const SelfCheckResult& result) {
  return {{"signature", result.signature}, {"correct", result.correct}, {"rows", result.rows}};
}

}  // namespace nqueens::bench
