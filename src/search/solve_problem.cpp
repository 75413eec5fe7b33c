// solve() of a restricted board of up to 64 rows: one completion, another one, or none, by
// complete(); all are verified.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/cpu_features.hpp"
#include "base/random.hpp"
#include "base/stopwatch.hpp"
#include "nqueens/error.hpp"
#include "nqueens/solve.hpp"
#include "run/executor.hpp"
#include "run/reporter.hpp"
#include "search/complete_board.hpp"
#include "search/solver.hpp"
#include "tightest_line/kernels.hpp"
#include "verify/find_violation.hpp"

namespace nqueens {

namespace {

constexpr std::string_view kAlgorithm = "tightest-line";

void check_options(const SolveOptions& options) {
  if (options.algorithm != "auto" && options.algorithm != kAlgorithm) {
    throw InvalidArgument(
        fmt::format("algorithm does not apply to a restricted board: {}; leave it out, "
                    "{} is used",
                    options.algorithm, kAlgorithm));
  }
  if (options.max_steps != 0 || options.max_restarts != 0) {
    throw InvalidArgument(
        fmt::format("{} does not apply to a restricted board: {} has neither steps nor restarts",
                    options.max_steps != 0 ? "step limit" : "limit of restarts", kAlgorithm));
  }
}

/// Everything of the result but the placement.
SolveResult describe(const Problem& problem, const SolveOptions& options) {
  SolveResult result;
  const std::vector<int> given = given_columns(problem);
  result.given = given.size() - static_cast<std::size_t>(std::ranges::count(given, -1));
  result.algorithm = kAlgorithm;
  result.instruction_set =
      base::to_string(tightest_line::walk_kernels()
                          .best(base::parse_instruction_set(options.instruction_set))
                          .instruction_set);
  const bool takes_one = options.threads == 0 && options.seed;
  result.threads = takes_one ? 1 : run::useful_threads(options.threads);
  result.seed = options.seed ? *options.seed : base::seed_of_system();
  return result;
}

void verify_placement(const Problem& problem, SolveResult& result) {
  const base::Stopwatch watch;
  if (const std::optional<std::string> violation = find_violation(problem, result.placement)) {
    throw Error(
        fmt::format("internal error: {} returned a wrong placement: {}; please report it with the "
                    "problem {} and the seed {}",
                    kAlgorithm, *violation, problem.description(), *result.seed));
  }
  result.verified = true;
  result.statistics.verify_seconds = watch.seconds();
}

using Complete =
    std::function<search::Completion(const SolveOptions&, std::atomic<std::uint64_t>* placed)>;

/// Verifies what `complete` finds; false where there is no placement. What is thrown tells what was
/// done by then.
bool search_tree(const Problem& problem, const SolveOptions& options, const Complete& complete,
                 SolveResult& result) {
  result = describe(problem, options);
  const base::Stopwatch watch;
  std::atomic<std::uint64_t> placed{0};
  std::function<void()> report;
  if (options.on_progress) {
    report = [&] {
      options.on_progress({.phase = SolveProgress::Phase::tree,
                           .board_size = static_cast<std::uint64_t>(problem.rows()),
                           .nodes = placed,
                           .seconds = watch.seconds()});
    };
  }
  const run::Reporter reporter(report, options.progress_interval);
  bool is_found = false;
  base::timed(result, result.statistics.seconds, [&] {
    search::Completion found;
    try {
      SolveOptions chosen = options;
      chosen.threads = result.threads;
      chosen.seed = result.seed;
      found = complete(chosen, &placed);
    } catch (...) {
      result.statistics.nodes = placed;
      throw;
    }
    result.statistics.nodes = found.nodes;
    result.statistics.start_seconds = watch.seconds();
    is_found = found.columns.has_value();
    if (!is_found) return;
    result.placement.assign(found.columns->begin(), found.columns->end());
    if (options.verify) verify_placement(problem, result);
  });
  return is_found;
}

}  // namespace

SolveResult search::solve_by_tightest_line(const Board& board, const SolveOptions& options) {
  check_options(options);
  const Problem problem(board);
  SolveResult result;
  const bool found = search_tree(
      problem, options,
      [&](const auto& chosen, auto* placed) { return complete(problem, chosen, placed); }, result);
  if (found) return result;
  NoSolution none(result.given == 0 ? "no solution exists" : "no completion exists");
  none.so_far = fields(result);
  throw none;
}

std::optional<SolveResult> solve_other(const Board& board, std::span<const Column> solution,
                                       const SolveOptions& options) {
  check_options(options);
  const Problem problem(board);
  if (const std::optional<std::string> violation = find_violation(problem, solution)) {
    throw InvalidPlacement(fmt::format("not a solution of the problem: {}", *violation));
  }
  SolveResult result;
  const bool found = search_tree(
      problem, options,
      [&](const auto& chosen, auto* placed) {
        return search::complete_otherwise(problem, solution, chosen, placed);
      },
      result);
  if (!found) return std::nullopt;
  return result;
}

}  // namespace nqueens
