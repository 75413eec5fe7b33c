// A task is a row set R_e and a run of its units R_o (units.hpp). At depth 0 it has all of them; at
// depth d a run ends before its predicted cost passes 1 / 2^(d + 6) of the whole, so that only
// single units are larger. Compiled without fused operations: plans are the same on every machine.
#include "counting/colour_join/row_set_decomposition.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <mutex>
#include <optional>
#include <utility>

#include "counting/audit/recount.hpp"

namespace nqueens::counting {

namespace {

using colour_join::all_lines;
using colour_join::Board;
using colour_join::LineSet;
using colour_join::UnitRange;

/// Depth d >= 1: no task above 1 / 2^(d + 6) of the whole.
constexpr int kFirstShareBits = 6;
constexpr int kMaxDepth = 20;
/// Of all tasks of depth 0: costs are whole numbers that tell tasks apart, one task's fits 32 bits.
constexpr std::uint64_t kWholeCost = 1'000'000'000;

/// A task with the predicted seconds of its units.
struct Run {
  UnitRange units;
  double seconds = 0;
};

/// Runs of every R_e: of one unit at least, and of no more than `max_seconds`.
std::vector<Run> list_runs(const RowSets& sets, int depth, double max_seconds,
                           const ListingLimits& limits) {
  std::vector<Run> runs;
  for (LineSet even_rows = 0; even_rows <= all_lines(sets.board.even()); ++even_rows) {
    check_listing(runs.size(), depth, limits);
    Run run{{even_rows, 0, 0}, 0};
    sets.units.for_each(even_rows, [&](LineSet odd_rows) {
      const double seconds = sets.model.unit_seconds(even_rows, odd_rows);
      if (run.units.count > 0 && run.seconds + seconds > max_seconds) {
        check_listing(runs.size(), depth, limits);
        runs.push_back(run);
        run = {{even_rows, run.units.first + run.units.count, 0}, 0};
      }
      ++run.units.count;
      run.seconds += seconds;
    });
    if (run.units.count > 0) runs.push_back(run);
  }
  check_listing(runs.size(), depth, limits);
  return runs;
}

/// Those of depth 0, each of all units of its R_e.
struct RowSetRuns {
  std::vector<Run> runs;
  double seconds = 0;
  double start_seconds = 0;
  double longest = 0;
};

/// Of depth 1 and more.
double longest_run(double seconds, int depth) {
  return std::ldexp(seconds, -(depth + kFirstShareBits));
}

class RowSetSolutions final : public SolutionClass {
 public:
  RowSetSolutions(const Problem& problem, const RowSets& sets, const Task& task)
      : board_(sets.board),
        range_(UnitRange::from_code(task.code)),
        task_weight_(task.weight),
        has_(std::size_t{1} << board_.odd()),
        squares_(problem) {
    LineSet in_all = all_lines(board_.odd());
    LineSet in_none = in_all;
    for (const LineSet odd_rows : sets.units.of(range_)) {
      has_[odd_rows] = true;
      in_all &= odd_rows;
      in_none &= ~odd_rows;
    }
    restrict_rows(in_all, in_none);
  }

  /// Every even row, and every odd row that is in all R_o of the task or in none, has columns of
  /// one parity.
  const Problem& squares() const override { return squares_; }

  std::uint32_t weight(const Placement& solution) const override {
    const colour_join::ParitySets lines = colour_join::parity_sets(solution);
    if (lines.even_rows != range_.even_rows || !has_[lines.odd_rows]) return 0;
    return task_weight_ * board_.solution_weight(lines);
  }

 private:
  void restrict_rows(LineSet in_all, LineSet in_none) {
    constexpr std::uint64_t kEvenColumns = 0x5555555555555555;
    const std::uint64_t even_columns = squares_.full_row() & kEvenColumns;
    const std::uint64_t odd_columns = squares_.full_row() & ~kEvenColumns;
    const auto has = [](LineSet set, int row) { return (set >> (row / 2) & 1u) != 0; };
    for (int row = 0; row < squares_.board_size(); ++row) {
      if (row % 2 == 0) {
        squares_.restrict_row(row, has(range_.even_rows, row) ? even_columns : odd_columns);
      } else if (has(in_all, row)) {
        squares_.restrict_row(row, odd_columns);
      } else if (has(in_none, row)) {
        squares_.restrict_row(row, even_columns);
      }
    }
  }

  const Board board_;
  const UnitRange range_;
  const std::uint32_t task_weight_;
  std::vector<bool> has_;  ///< by R_o
  Problem squares_;
};

class RowSetDecomposition final : public Decomposition {
 public:
  RowSetDecomposition(const Problem& problem, std::shared_ptr<const RowSets> sets)
      : Decomposition(problem), sets_(std::move(sets)) {}

  std::string_view name() const override { return "row-sets"; }
  /// 1: by the costs of two counted colours.
  int plan_version() const override { return 2; }
  int max_depth() const override { return kMaxDepth; }
  std::uint64_t coarsest_cost() const override { return kWholeCost; }
  double start_seconds() const override { return sets_->model.list_seconds(); }

  /// By how often the predicted cost of each row set passes that of the longest run: runs are not
  /// listed for it.
  int default_depth(const std::stop_token& stop) const override {
    const RowSetRuns& whole = whole_runs(stop);
    return deepest_depth(kMaxDepth, whole.seconds + whole.start_seconds, [&](int depth) {
      const double longest = depth == 0 ? whole.seconds : longest_run(whole.seconds, depth);
      Cut cut{0, 0, std::min(longest, whole.longest)};
      for (const Run& run : whole.runs) {
        const double runs = longest > 0 ? std::ceil(run.seconds / longest) : 1;
        const double tasks = std::clamp(runs, 1.0, static_cast<double>(run.units.count));
        cut.tasks += tasks;
        cut.added_seconds += (tasks - 1) * sets_->model.start_seconds(run.units.even_rows);
      }
      return std::optional(cut);
    });
  }

  std::vector<Task> tasks(int depth, const ListingLimits& limits) const override {
    const RowSetRuns& whole = whole_runs(limits.stop);
    const std::vector<Run> runs =
        depth == 0 ? whole.runs
                   : list_runs(*sets_, depth, longest_run(whole.seconds, depth), limits);
    const double all = whole.seconds + whole.start_seconds;
    const double scale = all > 0 ? kWholeCost / all : 0;
    std::vector<Task> tasks;
    tasks.reserve(runs.size());
    for (const Run& run : runs) {
      const double seconds = run.seconds + sets_->model.start_seconds(run.units.even_rows);
      tasks.push_back(
          {tasks.size(), run.units.code(), 1, 1 + static_cast<std::uint32_t>(seconds * scale)});
    }
    return tasks;
  }

  std::unique_ptr<SolutionClass> solutions_of(const Task& task, int /*depth*/) const override {
    return std::make_unique<RowSetSolutions>(problem(), *sets_, task);
  }
  bool has_uniform_weights() const override { return false; }
  /// On plain boards row_weight() is even, but on odd boards where R_e is its own mirror image;
  /// column weights may be 1.
  std::uint32_t tally_divisor(const Task& task, int /*depth*/) const override {
    const Board& board = sets_->board;
    const LineSet even_rows = UnitRange::from_code(task.code).even_rows;
    const bool own_image = even_rows == colour_join::reversed(even_rows, board.even());
    const bool is_odd_board = board.even() != board.odd();
    return board.is_restricted() || board.board_size() == 0 || (is_odd_board && own_image) ? 1 : 2;
  }

  /// R_e and a unit's R_o fix which rows share the even columns and which the odd ones, so their
  /// queens permute ceil(N / 2) columns and floor(N / 2) columns. No weight is above 8, and none
  /// above 4 on restricted boards.
  WideCount max_tally(const Task& task, int /*depth*/) const override {
    const Board& board = sets_->board;
    return WideCount{board.is_restricted() ? 4u : 8u} * UnitRange::from_code(task.code).count *
           factorial(board.even()) * factorial(board.odd());
  }

  Recounter recounter() const override { return {"colour-listing", colour_listing(problem())}; }

 private:
  /// Listed once, unless stopped: on the largest boards that takes a second.
  const RowSetRuns& whole_runs(const std::stop_token& stop) const {
    const std::lock_guard lock(mutex_);
    if (whole_) return *whole_;
    RowSetRuns whole{list_runs(*sets_, 0, HUGE_VAL, stop)};
    for (const Run& run : whole.runs) {
      whole.seconds += run.seconds;
      whole.start_seconds += sets_->model.start_seconds(run.units.even_rows);
      whole.longest = std::max(whole.longest, run.seconds);
    }
    return whole_.emplace(std::move(whole));
  }

  const std::shared_ptr<const RowSets> sets_;
  mutable std::mutex mutex_;
  mutable std::optional<RowSetRuns> whole_;
};

}  // namespace

std::shared_ptr<const Decomposition> row_set_decomposition(const Problem& problem,
                                                           std::shared_ptr<const RowSets> sets) {
  return std::make_shared<RowSetDecomposition>(problem, std::move(sets));
}

std::shared_ptr<const Decomposition> row_set_decomposition(const Problem& problem) {
  return row_set_decomposition(problem, std::make_shared<RowSets>(problem));
}

}  // namespace nqueens::counting
