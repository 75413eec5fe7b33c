#include "search/complete_board.hpp"

#include <atomic>
#include <bit>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "nqueens/error.hpp"
#include "run/executor.hpp"
#include "tightest_line/walk.hpp"

namespace nqueens::search {

namespace {

using tightest_line::Cell;
using tightest_line::Walk;

/// Queens placed between two polls, 30 microseconds or so: another thread may be waiting.
constexpr std::uint64_t kNodesPerPoll = 2048;
/// And for guesses: a sixteenth of the time.
constexpr std::uint64_t kGuessNodesPerPoll = kNodesPerPoll / 16;

/// Random starts, broken off soon and made again. Most find a solution at once where there are
/// many, however long the walk is caught in a part of the tree without any: of plain boards of 60
/// queens five in six within 100 queens, the walk in ascending order after 73 million. The starts
/// take 1, 1, 2, 1, 1, 2, 4, ... polls (Luby, Sinclair, Zuckerman, 1993).
class Guesses {
 public:
  Guesses(const Problem& problem, std::uint64_t seed, base::InstructionSet max)
      : walk_(problem, seed, max) {}

  /// True when a solution is found: columns().
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

/// Branches of the tree that a thread has cut off for one that waits. All threads wait only when
/// none has any left.
class Branches {
 public:
  /// The root, for the thread that asks first.
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

  /// Waits for a branch; none when the tree is done, or end() was called.
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

  /// What take() returned has been searched.
  void finish() {
    const std::lock_guard lock(mutex_);
    if (--at_work_ == 0) changed_.notify_all();
  }

  void end() {
    ended_ = true;
    // A thread that has just found nothing to take must be waiting before it is woken.
    const std::lock_guard lock(mutex_);
    changed_.notify_all();
  }
  bool have_ended() const { return ended_.load(std::memory_order_relaxed); }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::vector<Cell>> branches_;
  int at_work_ = 0;             ///< threads that search a branch, and may cut off others
  std::atomic<int> wanted_{0};  ///< threads that wait less branches that lie ready
  std::atomic<bool> ended_{false};
};

/// Of the rows of the mask, which is not 0, that with the fewest allowed squares.
int tightest_row(const Problem& problem, std::uint64_t rows) {
  int best = std::countr_zero(rows);
  for (; rows != 0; rows &= rows - 1) {
    const int row = std::countr_zero(rows);
    if (std::popcount(problem.allowed(row)) < std::popcount(problem.allowed(best))) best = row;
  }
  return best;
}

}  // namespace

Completion complete(const Problem& problem, const SolveOptions& options,
                    std::atomic<std::uint64_t>* placed) {
  run::Executor executor(options.threads, options.pinning);
  const base::InstructionSet instruction_set = base::parse_instruction_set(options.instruction_set);
  Branches branches;
  const std::stop_callback stop(options.stop, [&] { branches.end(); });
  std::mutex mutex;
  Completion result;

  const auto search = [&](int worker) {
    std::optional<std::uint64_t> seed = options.seed;
    if (seed) *seed += static_cast<std::uint64_t>(worker);
    Walk walk(problem, seed, instruction_set);
    Guesses guesses(problem, ~seed.value_or(static_cast<std::uint64_t>(worker)), instruction_set);
    std::uint64_t nodes = 0;
    const auto keep = [&](std::span<const std::uint8_t> columns) {
      const std::lock_guard lock(mutex);
      if (!result.columns) result.columns.emplace(columns.begin(), columns.end());
      branches.end();
    };
    while (const auto queens = branches.take()) {
      walk.start(*queens);
      while (!branches.have_ended()) {
        std::uint64_t budget = kNodesPerPoll;
        const Walk::Step step = walk.next(budget);
        nodes += kNodesPerPoll - budget;
        if (step == Walk::Step::found) keep(walk.columns());
        if (step != Walk::Step::spent) break;
        if (placed != nullptr) *placed += kNodesPerPoll;
        budget = kGuessNodesPerPoll;
        if (guesses.next(budget)) keep(guesses.columns());
        nodes += kGuessNodesPerPoll - budget;
        if (!branches.are_wanted()) continue;
        if (auto branch = walk.split()) {
          branches.give(*std::move(branch));
          ++nodes;  // the walk that starts there does not count the branch's last queen
        }
      }
      branches.finish();
    }
    const std::lock_guard lock(mutex);
    result.nodes += nodes;
  };
  executor.run([&](int worker) {
    try {
      search(worker);
    } catch (...) {
      branches.end();  // others may be waiting for this one
      throw;
    }
  });
  if (!result.columns && branches.have_ended()) {
    throw Stopped("stopped before a completion was found, or shown that there is none");
  }
  return result;
}

// Another solution differs in some row. Row after row is looked at: first those solutions that
// differ in it, then all others have its queen. The row with the fewest free squares comes first,
// so that all searches together are about one search by the tightest line.
Completion complete_otherwise(const Problem& problem, std::span<const Column> solution,
                              const SolveOptions& options, std::atomic<std::uint64_t>* placed) {
  Completion result;
  Problem same = problem;  // with the queens of the rows that were looked at
  std::uint64_t open = 0;
  for (int row = 0; row < problem.rows(); ++row) open |= std::uint64_t{1} << row;
  while (open != 0) {
    const int row = tightest_row(same, open);
    const Square square{static_cast<std::uint64_t>(row), solution[static_cast<std::size_t>(row)]};
    Problem different = same;
    different.block(square);
    if (different.allowed(row) != 0) {
      Completion found = complete(different, options, placed);
      result.nodes += found.nodes;
      if (found.columns) {
        result.columns = std::move(found.columns);
        return result;
      }
    }
    open &= ~(std::uint64_t{1} << row);
    same.require(square);
    for (std::uint64_t rest = open; rest != 0; rest &= rest - 1) {
      const int other = std::countr_zero(rest);
      same.restrict_row(other, ~same.attacked(row, static_cast<int>(square.column), other));
    }
  }
  return result;
}

}  // namespace nqueens::search
