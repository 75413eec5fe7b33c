#include "search/complete_board.hpp"

#include "nqueens/error.hpp"
#include "tightest_line/walk.hpp"

namespace nqueens::search {

namespace {

/// Queens placed between two polls.
constexpr std::uint64_t kNodesPerPoll = 100'000;

}  // namespace

Completion complete(const Problem& problem, const CompletionOptions& options) {
  using tightest_line::Walk;
  Walk walk(problem, options.seed);
  Completion result;
  for (;;) {
    if (options.stop.stop_requested()) {
      throw Stopped("stopped before a completion was found, or shown that there is none");
    }
    std::uint64_t budget = kNodesPerPoll;
    const Walk::Step step = walk.next(budget);
    result.nodes += kNodesPerPoll - budget;
    if (step == Walk::Step::spent) continue;
    if (step == Walk::Step::found) {
      result.columns.emplace(walk.columns().begin(), walk.columns().end());
    }
    return result;
  }
}

}  // namespace nqueens::search
