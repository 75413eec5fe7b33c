#include "solve/search.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/arrays.hpp"
#include "base/stopwatch.hpp"
#include "nqueens/error.hpp"

namespace nqueens::solving {

Search::Search(std::uint64_t board_size, const SearchTools& tools)
    : size_(board_size), tools_(tools) {
  if (tools_.output != nullptr) return;
  columns_.reserve(size_);
  base::advise_huge_pages(columns_.data(), size_ * sizeof(Column));
}

bool Search::make_start(base::Random& random, const std::stop_token& stop,
                        SolveStatistics& statistics, std::span<const Column> columns) {
  statistics = {};
  if (tools_.progress != nullptr) {
    tools_.progress->rows = 0;
    tools_.progress->is_repairing = false;
    tools_.progress->is_putting = false;
    tools_.progress->rows_out = 0;
    ++tools_.progress->starts;
  }
  const base::Stopwatch start_watch;
  pairs_ = 0;
  columns_.clear();
  const bool started = (!std::exchange(used_, true) || clear_counts(stop)) &&
                       (columns.empty() ? fill(random, stop, statistics) : fill_as(columns, stop));
  statistics.start_seconds = start_watch.seconds();
  if (!started) return false;
  statistics.initial_conflicts = pairs_;
  if (tools_.progress != nullptr) tools_.progress->is_repairing = true;
  const base::Stopwatch repair_watch;
  const bool solved = repair(random, stop, statistics);
  statistics.repair_seconds = repair_watch.seconds();
  if (!solved) return false;
  const base::Stopwatch output_watch;
  const bool is_out = put_rest(stop);
  statistics.output_seconds = output_watch.seconds();
  return is_out;
}

void require_solvable(std::uint64_t board_size) {
  if (board_size != 2 && board_size != 3) return;
  throw NoSolution(fmt::format(
      "no solution exists: N = {}; every board but those of 2 and 3 has one", board_size));
}

void add(SolveStatistics& sum, const SolveStatistics& more) {
  sum.initial_conflicts += more.initial_conflicts;
  sum.probes += more.probes;
  sum.evaluations += more.evaluations;
  sum.moves += more.moves;
  sum.exchanges += more.exchanges;
  sum.restarts += more.restarts;
  sum.nodes += more.nodes;
  sum.start_seconds += more.start_seconds;
  sum.repair_seconds += more.repair_seconds;
  sum.output_seconds += more.output_seconds;
}

Starts::Starts(const SearchMaker& search, std::uint64_t board_size, std::uint64_t seed,
               std::uint64_t limit, const std::stop_token& stop)
    : search_(search), board_size_(board_size), seed_(seed), limit_(limit), follow_(stop, [this] {
        source_.request_stop();
      }) {}

void Starts::make(const SearchTools& tools, const Found& found) try {
  const std::stop_token stop = source_.get_token();
  SolveStatistics statistics;
  std::unique_ptr<Search> search;
  while (!stop.stop_requested()) {
    const std::uint64_t number = next_.fetch_add(1);
    if (number >= limit_) return;
    if (!search) search = search_.make(board_size_, tools);
    base::Random random = base::random_stream(seed_, number);
    const bool is_solved = search->make_start(
        random, stop, statistics, number == 0 ? tools.start : std::span<const Column>());
    statistics.restarts = is_solved || stop.stop_requested() ? 0 : 1;
    {
      const std::lock_guard lock(mutex_);
      add(totals_, statistics);
    }
    if (!is_solved) continue;
    if (!found(search->take_placement())) source_.request_stop();
    search.reset();
  }
} catch (...) {
  source_.request_stop();
  throw;
}

}  // namespace nqueens::solving
