// Restricted boards of up to 64 rows by the MRV search: one solution on several threads, another
// solution, and solve() of such boards.
#include "solve/complete_board.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <utility>

#include "base/cpu_features.hpp"
#include "base/random.hpp"
#include "base/stopwatch.hpp"
#include "mrv/walk.hpp"
#include "nqueens/error.hpp"
#include "run/executor.hpp"
#include "run/periodic_call.hpp"
#include "verify/verify.hpp"

namespace nqueens {

namespace solving {

namespace {

using mrv::Cell;
using mrv::Walk;

/// A walk polls after this many queens, some 30 microseconds: another thread may be waiting.
constexpr std::uint64_t kNodesPerPoll = 2048;
constexpr std::uint64_t kGuessNodesPerPoll = kNodesPerPoll / 16;  ///< a sixteenth of the time

/// Makes random starts that are given up soon. Where there are many solutions, most starts find one
/// at once, even if the walk is caught in a part of the tree without any: on plain boards of 60
/// queens five starts in six need at most 100 queens, the walk in ascending order 73 million. The
/// starts take 1, 1, 2, 1, 1, 2, 4, ... polls (Luby, Sinclair, Zuckerman, 1993).
class Guesses {
 public:
  Guesses(const Problem& problem, std::uint64_t seed, base::InstructionSet max)
      : walk_(problem, seed, max) {}

  /// Tells whether a solution is found: columns().
  bool next(std::uint64_t& budget) {
    if (polls_left_ == 0) {
      walk_.start();
      polls_left_ = length_;
      if ((number_ & -number_) == length_) {
        ++number_;
        length_ = 1;
      } else {
        length_ *= 2;
      }
    }
    --polls_left_;
    return walk_.next(budget) == Walk::Step::found;
  }
  std::span<const std::uint8_t> columns() const { return walk_.columns(); }

 private:
  Walk walk_;
  std::uint64_t polls_left_ = 0;
  std::uint64_t number_ = 1;
  std::uint64_t length_ = 1;
};

/// Passes branches of the tree, which working threads cut off, to waiting ones. All threads wait
/// only when no branch is left.
class Branches {
 public:
  /// Gives the root to the thread that asks first.
  Branches() { give({}); }

  bool are_wanted() const { return wanted_.load(std::memory_order_relaxed) > 0; }

  void give(std::vector<Cell> branch) {
    {
      const std::lock_guard lock(mutex_);
      branches_.push_back(std::move(branch));
      --wanted_;
    }
    changed_.notify_one();
  }

  /// Waits for a branch; returns none when the tree is done or after end().
  std::optional<std::vector<Cell>> take() {
    std::unique_lock lock(mutex_);
    ++wanted_;
    changed_.wait(lock, [&] { return ended_ || !branches_.empty() || at_work_ == 0; });
    if (ended_ || branches_.empty()) return {};
    ++at_work_;
    std::vector<Cell> branch = std::move(branches_.back());
    branches_.pop_back();
    return branch;
  }

  /// Tells that the calling thread has searched the branch that take() returned.
  void finish() {
    const std::lock_guard lock(mutex_);
    if (--at_work_ == 0) changed_.notify_all();
  }

  void end() {
    ended_ = true;
    // A thread that has just found nothing must be waiting before it is notified.
    const std::lock_guard lock(mutex_);
    changed_.notify_all();
  }
  bool have_ended() const { return ended_.load(std::memory_order_relaxed); }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::vector<Cell>> branches_;
  int at_work_ = 0;             ///< threads that search a branch
  std::atomic<int> wanted_{0};  ///< waiting threads minus ready branches
  std::atomic<bool> ended_{false};
};

/// Returns the row of the set with the fewest allowed squares. Precondition: rows != 0.
int tightest_row(const Problem& problem, std::uint64_t rows) {
  int best = std::countr_zero(rows);
  for (; rows != 0; rows &= rows - 1) {
    const int row = std::countr_zero(rows);
    if (std::popcount(problem.allowed(row)) < std::popcount(problem.allowed(best))) best = row;
  }
  return best;
}

}  // namespace

std::optional<Columns> complete(const Problem& problem, const SolveOptions& options,
                                std::atomic<std::uint64_t>* placed) {
  run::Executor executor(options.threads, options.pinning);
  const base::InstructionSet instruction_set = base::parse_instruction_set(options.instruction_set);
  Branches branches;
  const std::stop_callback stop(options.stop, [&] { branches.end(); });
  std::mutex mutex;
  std::optional<Columns> result;

  const auto count = [placed](std::uint64_t queens) {
    if (placed != nullptr) *placed += queens;
  };
  const auto search = [&](int worker) {
    std::optional<std::uint64_t> seed = options.seed;
    if (seed) *seed += static_cast<std::uint64_t>(worker);
    Walk walk(problem, seed, instruction_set);
    Guesses guesses(problem, ~seed.value_or(static_cast<std::uint64_t>(worker)), instruction_set);
    const auto keep = [&](std::span<const std::uint8_t> columns) {
      const std::lock_guard lock(mutex);
      if (!result) result.emplace(columns.begin(), columns.end());
      branches.end();
    };
    while (const auto queens = branches.take()) {
      walk.start(*queens);
      while (!branches.have_ended()) {
        std::uint64_t budget = kNodesPerPoll;
        const Walk::Step step = walk.next(budget);
        count(kNodesPerPoll - budget);
        if (step == Walk::Step::found) keep(walk.columns());
        if (step != Walk::Step::spent) break;
        budget = kGuessNodesPerPoll;
        if (guesses.next(budget)) keep(guesses.columns());
        count(kGuessNodesPerPoll - budget);
        if (!branches.are_wanted()) continue;
        if (auto branch = walk.split()) {
          branches.give(*std::move(branch));
          count(1);  // the last queen of the branch, which its walk does not count
        }
      }
      branches.finish();
    }
  };
  executor.run([&](int worker) {
    try {
      search(worker);
    } catch (...) {
      branches.end();  // others may be waiting for this one
      throw;
    }
  });
  if (!result && branches.have_ended()) {
    throw Stopped("stopped before a completion was found, or shown that there is none");
  }
  return result;
}

// Another solution differs in some row. For each row in turn, a solution is sought that differs in
// it; then its queen is fixed. Taking the row with the fewest free squares first keeps all these
// searches together about as short as one MRV search.
std::optional<Columns> complete_otherwise(const Problem& problem, std::span<const Column> solution,
                                          const SolveOptions& options,
                                          std::atomic<std::uint64_t>* placed) {
  Problem same = problem;  // with the queens of the finished rows
  std::uint64_t open = 0;
  for (int row = 0; row < problem.rows(); ++row) open |= std::uint64_t{1} << row;
  while (open != 0) {
    const int row = tightest_row(same, open);
    const Square square{static_cast<std::uint64_t>(row), solution[static_cast<std::size_t>(row)]};
    Problem different = same;
    different.block(square);
    if (different.allowed(row) != 0) {
      if (auto found = complete(different, options, placed)) return found;
    }
    open &= ~(std::uint64_t{1} << row);
    same.require(square);
    for (std::uint64_t rest = open; rest != 0; rest &= rest - 1) {
      const int other = std::countr_zero(rest);
      same.restrict_row(other, ~same.attacked(row, static_cast<int>(square.column), other));
    }
  }
  return std::nullopt;
}

}  // namespace solving

namespace {

using solving::kMrv;

base::InstructionSet instruction_set(base::InstructionSet max) {
  return mrv::walk_kernels().best(max).instruction_set;
}

void check_options(const SolveOptions& options) {
  if (options.algorithm != "auto" && options.algorithm != kMrv) {
    throw InvalidArgument(
        fmt::format("algorithm {} does not apply to this board; leave it out, {} is used",
                    options.algorithm, kMrv));
  }
  if (options.max_moves != 0 || options.max_starts != 0 || !options.start.empty()) {
    throw InvalidArgument(
        fmt::format("{} does not apply: algorithm {} has neither moves nor starts; leave it out",
                    options.max_moves != 0    ? "a limit of moves"
                    : options.max_starts != 0 ? "a limit of starts"
                                              : "a given start",
                    kMrv));
  }
}

SolveResult describe(const Problem& problem, const SolveOptions& options) {
  SolveResult result;
  const std::vector<int> given = given_columns(problem);
  result.given = given.size() - static_cast<std::size_t>(std::ranges::count(given, -1));
  result.algorithm = kMrv;
  result.instruction_set =
      base::to_string(instruction_set(base::parse_instruction_set(options.instruction_set)));
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
                    kMrv, *violation, problem.description(), *result.seed));
  }
  result.verified = true;
  result.statistics.verify_seconds = watch.seconds();
}

/// Looks for a solution, other than `solution` if given, and verifies it; returns false where there
/// is none. `result` tells what was done also when this throws.
bool search_tree(const Problem& problem, std::optional<std::span<const Column>> solution,
                 const SolveOptions& options, SolveResult& result) {
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
  const run::PeriodicCall reporter(report, options.progress_interval);
  SolveOptions chosen = options;
  chosen.threads = result.threads;
  chosen.seed = result.seed;
  std::optional<solving::Columns> found;
  base::timed(result, result.statistics.seconds, [&] {
    const base::Stopwatch search;
    try {
      found = solution ? solving::complete_otherwise(problem, *solution, chosen, &placed)
                       : solving::complete(problem, chosen, &placed);
    } catch (...) {
      result.statistics.nodes = placed;
      throw;
    }
    result.statistics.nodes = placed;
    result.statistics.start_seconds = search.seconds();
    if (!found) return;
    result.placement.assign(found->begin(), found->end());
    if (options.verify) verify_placement(problem, result);
  });
  return found.has_value();
}

}  // namespace

AlgorithmInfo solving::mrv_info() {
  return {.name = std::string(kMrv),
          .summary = "backtracking, the row or column with fewest free squares first",
          .instruction_sets = base::names_of_used(instruction_set),
          .practical_size = kMaxProblemSize,
          .takes_given = true,
          .is_random = true};
}

SolveResult solving::solve_by_mrv(const Board& board, const SolveOptions& options) {
  check_options(options);
  SolveResult result;
  if (search_tree(Problem(board), std::nullopt, options, result)) return result;
  std::string what = result.given == 0 ? "no solution exists" : "no completion exists";
  if (board.rows() > board.columns()) {
    what += fmt::format(": a queen in each of {} rows needs as many columns, not {}", board.rows(),
                        board.columns());
  }
  NoSolution none(what);
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
  if (!search_tree(problem, solution, options, result)) return std::nullopt;
  return result;
}

}  // namespace nqueens
