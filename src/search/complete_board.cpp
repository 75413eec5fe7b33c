#include "search/complete_board.hpp"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <utility>

#include "nqueens/error.hpp"
#include "run/executor.hpp"
#include "tightest_line/walk.hpp"

namespace nqueens::search {

namespace {

using tightest_line::Cell;
using tightest_line::Walk;

/// Queens placed between two polls, 30 microseconds or so: another thread may be waiting.
constexpr std::uint64_t kNodesPerPoll = 2'000;

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

}  // namespace

Completion complete(const Problem& problem, const CompletionOptions& options) {
  run::Executor executor(options.threads, options.pinning);
  Branches branches;
  const std::stop_callback stop(options.stop, [&] { branches.end(); });
  std::mutex mutex;
  Completion result;

  executor.run([&](int worker) {
    std::optional<std::uint64_t> seed = options.seed;
    if (seed) *seed += static_cast<std::uint64_t>(worker);
    Walk walk(problem, seed, options.instruction_set);
    std::uint64_t nodes = 0;
    while (const auto queens = branches.take()) {
      walk.start(*queens);
      Walk::Step step = Walk::Step::spent;
      while (step == Walk::Step::spent && !branches.have_ended()) {
        std::uint64_t budget = kNodesPerPoll;
        step = walk.next(budget);
        nodes += kNodesPerPoll - budget;
        if (!branches.are_wanted()) continue;
        if (auto branch = walk.split()) branches.give(*std::move(branch));
      }
      if (step == Walk::Step::found) {
        const std::lock_guard lock(mutex);
        if (!result.columns) result.columns.emplace(walk.columns().begin(), walk.columns().end());
        branches.end();
      }
      branches.finish();
    }
    const std::lock_guard lock(mutex);
    result.nodes += nodes;
  });
  if (!result.columns && branches.have_ended()) {
    throw Stopped("stopped before a completion was found, or shown that there is none");
  }
  return result;
}

}  // namespace nqueens::search
