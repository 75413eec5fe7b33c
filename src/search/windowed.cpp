// The start is random in this sense: the order of visits is a random permutation, balanced over the
// diagonals; within a visit a row takes the first free column from a random byte of columns on. The
// placement depends on the seed alone, not on the number of threads, nor on the instruction set: a
// visit has random numbers of its own, and visits that meet are made in order.
#include "search/windowed.hpp"

#include <algorithm>
#include <atomic>
#include <optional>

#include "base/arrays.hpp"
#include "run/executor.hpp"
#include "search/line_counters.hpp"
#include "search/line_storage.hpp"
#include "search/start_and_repair.hpp"
#include "search/swap_repair.hpp"
#include "search/window_kernels.hpp"
#include "search/window_plan.hpp"
#include "search/window_schedule.hpp"
#include "search/window_visit.hpp"

namespace nqueens::search {

namespace {

using Diagonals = DiagonalCounters<SparseStorage>;

/// Kernels want the number of the last row to be 7 modulo 8: the lines are those of a board a
/// little larger.
std::uint64_t with_whole_groups(std::uint64_t board_size) {
  return (board_size + 7) / 8 * 8;
}

static_assert(SparseStorage::kWordsBehind * sizeof(std::uint64_t) >= kBytesBehindLines);

std::uint64_t column_words(std::uint64_t board_size) {
  return (board_size + 63) / 64 + SparseStorage::kWordsBehind;
}

class WindowedSearch final : public StartAndRepair {
 public:
  WindowedSearch(std::uint64_t board_size, const SearchTools& tools)
      : StartAndRepair(board_size, tools),
        diagonals_(with_whole_groups(board_size)),
        column_bits_(column_words(board_size)),
        plan_(board_size, WindowSizes::for_board(board_size)) {}

 private:
  bool clear_counts(const StopSignal& stop) override {
    return diagonals_.clear(stop) && clear(column_bits_.data(), column_bits_.size(), stop);
  }

  bool fill(base::Random& random, const StopSignal& stop, SolveStatistics& statistics) override {
    rows_left_.clear();
    columns_.resize(size_);  // without writing to it
    if (!plan_.shuffle(random, stop)) return false;
    const std::uint64_t seed = random.next();
    std::vector<RowLeft> left;
    if (!make_visits(seed, stop, left, statistics)) return false;
    // In the order of visits, whoever made them.
    std::stable_sort(left.begin(), left.end(),
                     [](const RowLeft& a, const RowLeft& b) { return a.visit < b.visit; });
    for (const RowLeft& one : left) {
      columns_[one.row] = one.column;
      pairs_ += diagonals_.place(one.row, one.column);
      rows_left_.push_back(one.row);
    }
    return true;
  }

  bool make_visits(std::uint64_t seed, const StopSignal& stop, std::vector<RowLeft>& left,
                   SolveStatistics& statistics) {
    run::Executor* const executor = tools_.executor;
    const int threads =
        VisitSchedule::useful_threads(plan_, executor == nullptr ? 1 : executor->threads());
    VisitSchedule schedule(plan_, size_, threads);
    std::mutex results;
    std::atomic<bool> stopped{false};
    const auto work = [&](int /*worker*/) {
      try {
        VisitFiller filler({diagonals_, column_bits_.data(), columns_},
                           window_kernels_for(tools_.instruction_set));
        while (const auto taken = schedule.take()) {
          const auto number = static_cast<std::uint32_t>(*taken);
          const Visit& visit = plan_.visits()[number];
          if (stop.requested()) {
            stopped = true;
            schedule.close();
            break;
          }
          filler.fill(plan_.windows()[visit.window], visit, number, random_of_visit(seed, number));
          schedule.finish(number);
          tools_.count_rows(visit.rows);
        }
        const std::lock_guard lock(results);
        left.insert(left.end(), filler.rows_left().begin(), filler.rows_left().end());
        statistics.probes += filler.probes();
      } catch (...) {
        schedule.close();  // the others must not wait for this visit
        throw;
      }
    };
    if (threads == 1) {
      work(0);
    } else {
      executor->run(work, threads);
    }
    return !stopped;
  }

  static base::Random random_of_visit(std::uint64_t seed, std::uint32_t number) {
    return base::Random(base::Random(seed + number).next());
  }

  bool repair(base::Random& random, const StopSignal& stop, SolveStatistics& statistics) override {
    return repair_by_swaps({diagonals_, columns_, rows_left_, pairs_}, random, stop, statistics);
  }

  Diagonals diagonals_;
  base::PageArray<std::uint64_t> column_bits_;
  WindowPlan plan_;
  std::vector<Column> rows_left_;
};

std::uint64_t memory_bytes(std::uint64_t board_size) {
  return board_size * sizeof(Column) + Diagonals::memory_bytes(with_whole_groups(board_size)) +
         column_words(board_size) * sizeof(std::uint64_t) +
         WindowPlan::memory_bytes(board_size, WindowSizes::for_board(board_size));
}

}  // namespace

const Solver& windowed_solver() {
  static constexpr Solver solver = {
      .name = "windowed",
      .summary = "random start window by window, in the cache and on all threads, then swaps",
      .memory_bytes = memory_bytes,
      .make_search = make_search<WindowedSearch>,
      .instruction_set =
          [](base::InstructionSet most) { return window_kernels_for(most).instruction_set; },
      .threads_share_board = true,
      .most_threads = VisitSchedule::kMostThreads};
  return solver;
}

}  // namespace nqueens::search
