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
#include "placements/find_violation.hpp"
#include "run/executor.hpp"
#include "run/reporter.hpp"
#include "search/complete_board.hpp"
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
                    kAlgorithm, *violation, problem.description(), *result.seed));
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

using Complete = std::function<search::Completion(const search::CompletionOptions&)>;

/// Verifies what `complete` finds; false where there is no placement. What is thrown tells what was
/// done by then.
bool search_tree(const Problem& problem, const SolveOptions& options, const Complete& complete,
                 SolveResult& result) {
  const base::Stopwatch watch;
  result = describe(problem, options);
  TreeProgress progress(problem, options, watch);
  search::Completion found;
  try {
    found = complete(completion_options(options, result, progress.placed()));
  } catch (Error& error) {
    result.statistics.nodes = progress.placed();
    result.statistics.seconds = watch.seconds();
    error.so_far = fields(result);
    throw;
  }
  result.statistics.nodes = found.nodes;
  result.statistics.start_seconds = watch.seconds();
  if (found.columns) {
    result.placement.assign(found.columns->begin(), found.columns->end());
    if (options.verify) verify_placement(problem, result);
  }
  result.statistics.seconds = watch.seconds();
  return found.columns.has_value();
}

}  // namespace

SolveResult search::solve_by_tightest_line(const Board& board, const SolveOptions& options) {
  check_options(options);
  const Problem problem(board);
  SolveResult result;
  const bool found = search_tree(
      problem, options,
      [&](const CompletionOptions& completion) { return complete(problem, completion); }, result);
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
      [&](const search::CompletionOptions& completion) {
        return search::complete_otherwise(problem, solution, completion);
      },
      result);
  if (!found) return std::nullopt;
  return result;
}

}  // namespace nqueens
