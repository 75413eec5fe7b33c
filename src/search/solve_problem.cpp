// solve() of a problem: one completion, another one, or none, by complete(); all are verified.
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
#include "nqueens/verify.hpp"
#include "run/reporter.hpp"
#include "run/topology.hpp"
#include "search/complete_board.hpp"
#include "search/other_completion.hpp"
#include "search/solver.hpp"
#include "tightest_line/kernels.hpp"

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
  if (!options.place.empty() || !options.block.empty()) {
    throw InvalidArgument(
        "given queens and blocked squares of a problem are its own; leave place and block empty");
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
  const int default_threads = options.seed ? 1 : run::default_threads();
  result.threads = options.threads == 0 ? default_threads : options.threads;
  result.seed = options.seed ? *options.seed : base::seed_of_system();
  return result;
}

search::CompletionOptions completion_options(const SolveOptions& options, const SolveResult& result,
                                             std::atomic<std::uint64_t>& placed) {
  search::CompletionOptions completion;
  completion.threads = result.threads;
  completion.pinning = options.pinning;
  completion.seed = result.seed;
  completion.instruction_set = base::parse_instruction_set(options.instruction_set);
  completion.stop = options.stop;
  completion.placed = &placed;
  return completion;
}

void verify_placement(const Problem& problem, SolveResult& result) {
  const base::Stopwatch watch;
  if (const std::optional<std::string> violation = find_violation(problem, result.placement)) {
    throw Error(
        fmt::format("internal error: {} returned a wrong placement: {}; please report it with the "
                    "problem {} and the seed {}",
                    kAlgorithm, *violation, problem.description(), result.seed));
  }
  result.verified = true;
  result.statistics.verify_seconds = watch.seconds();
}

/// Reports how many queens a search has placed, as long as it lives.
class TreeProgress {
 public:
  TreeProgress(const Problem& problem, const SolveOptions& options, const base::Stopwatch& watch)
      : reporter_(report_of(problem, options, watch), options.progress_interval) {}

  std::atomic<std::uint64_t>& placed() { return placed_; }

 private:
  std::function<void()> report_of(const Problem& problem, const SolveOptions& options,
                                  const base::Stopwatch& watch) {
    if (!options.on_progress) return {};
    return [this, &options, &watch, rows = problem.rows()] {
      SolveProgress now;
      now.phase = SolveProgress::Phase::tree;
      now.board_size = static_cast<std::uint64_t>(rows);
      now.nodes = placed_;
      now.seconds = watch.seconds();
      options.on_progress(now);
    };
  }

  std::atomic<std::uint64_t> placed_{0};
  const run::Reporter reporter_;
};

/// False when there is no placement.
bool finish(const Problem& problem, const SolveOptions& options, const base::Stopwatch& watch,
            const search::Completion& completion, SolveResult& result) {
  result.statistics.nodes = completion.nodes;
  result.statistics.start_seconds = watch.seconds();
  if (!completion.columns) return false;
  result.placement.assign(completion.columns->begin(), completion.columns->end());
  if (options.verify) verify_placement(problem, result);
  result.statistics.seconds = watch.seconds();
  return true;
}

}  // namespace

SolveResult solve(const Problem& problem, const SolveOptions& options) {
  if (problem.is_plain() && problem.rows() > 0) {
    return solve(static_cast<std::uint64_t>(problem.board_size()), options);
  }
  const base::Stopwatch watch;
  check_options(options);
  SolveResult result = describe(problem, options);
  TreeProgress progress(problem, options, watch);
  const search::Completion found =
      search::complete(problem, completion_options(options, result, progress.placed()));
  if (!finish(problem, options, watch, found, result)) {
    throw NoSolution(result.given == 0 ? "no solution exists" : "no completion exists");
  }
  return result;
}

std::optional<SolveResult> solve_other(const Problem& problem, std::span<const Column> solution,
                                       const SolveOptions& options) {
  const base::Stopwatch watch;
  check_options(options);
  if (const std::optional<std::string> violation = find_violation(problem, solution)) {
    throw InvalidPlacement(fmt::format("not a solution of the problem: {}", *violation));
  }
  SolveResult result = describe(problem, options);
  TreeProgress progress(problem, options, watch);
  const search::Completion found = search::complete_otherwise(
      problem, solution, completion_options(options, result, progress.placed()));
  if (!finish(problem, options, watch, found, result)) return std::nullopt;
  return result;
}

}  // namespace nqueens
