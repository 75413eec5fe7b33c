// Cuts the units of each R_e into tasks: all of them at depth 0, from depth 1 on ranges by
// predicted cost. It is compiled without fused operations: plans are the same on every machine.
#include "engine/colour_join/plan/row_sets.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "engine/colour_join/board/unit.hpp"
#include "engine/recount/recount.hpp"

namespace nqueens::engine {

namespace {

using namespace colour_join;

/// At depth d >= 1 no task is above 1 / 2^(d + 6) of the whole, unless it is a single unit.
constexpr int kFirstShareBits = 6;
constexpr int kMaxDepth = 20;
/// All tasks of depth 0 together cost this. Costs are whole numbers that tell tasks apart and fit
/// 32 bits.
constexpr std::uint64_t kWholeCost = 1'000'000'000;

struct TimedRange {
  UnitRange units;
  double seconds = 0;
};

/// Lists ranges of every R_e: each of at least one unit, and of at most `max_seconds` unless it is
/// a single one.
std::vector<TimedRange> list_ranges(const RowSets& sets, int depth, double max_seconds,
                                    const ListingLimits& limits) {
  std::vector<TimedRange> ranges;
  for (LineSet even_rows = 0; even_rows <= all_lines(sets.board.even()); ++even_rows) {
    check_listing(ranges.size(), depth, limits);
    TimedRange range{{even_rows, 0, 0}, 0};
    sets.units.for_each(even_rows, [&](LineSet unit) {
      const double seconds = sets.costs.unit_seconds(even_rows, unit);
      if (range.units.count > 0 && range.seconds + seconds > max_seconds) {
        check_listing(ranges.size(), depth, limits);
        ranges.push_back(range);
        range = {{even_rows, range.units.first + range.units.count, 0}, 0};
      }
      ++range.units.count;
      range.seconds += seconds;
    });
    if (range.units.count > 0) ranges.push_back(range);
  }
  check_listing(ranges.size(), depth, limits);
  return ranges;
}

/// The ranges of depth 0: each has all units of its R_e.
struct RowSetRanges {
  std::vector<TimedRange> ranges;
  double seconds = 0;
  double start_seconds = 0;
  double longest = 0;
};

/// Returns the longest range of a depth from 1 on, in seconds.
double longest_range(double seconds, int depth) {
  return std::ldexp(seconds, -(depth + kFirstShareBits));
}

class RowSetSolutions final : public SolutionClass {
 public:
  RowSetSolutions(const Problem& problem, const RowSets& sets, const Task& task)
      : board_(sets.board),
        range_(UnitRange::from_code(task.code)),
        kind_(board_.unit_kind(std::popcount(range_.even_rows))),
        task_weight_(task.weight),
        has_(std::size_t{1} << board_.even()),
        squares_(problem) {
    const LineSet all = all_lines(kind_ == UnitKind::even_columns ? board_.even() : board_.odd());
    LineSet in_any = 0;
    LineSet in_all = all;
    for (const LineSet unit : sets.units.of(range_)) {
      has_[unit] = true;
      in_any |= unit;
      in_all &= unit;
    }
    restrict(in_all, all & ~in_any);
  }

  /// Every even row, and every line of the units' kind that is in all units of the task or in none,
  /// has squares of one colour.
  const Problem& squares() const override { return squares_; }

  std::uint32_t weight(const Placement& solution) const override {
    const ParitySets lines = parity_sets(solution);
    const LineSet unit = unit_set(kind_, lines);
    if (lines.even_rows != range_.even_rows || !has_[unit]) return 0;
    return task_weight_ * board_.solution_weight(lines);
  }

 private:
  void restrict(LineSet white, LineSet black) {
    const auto has = [](LineSet set, int line) { return (set >> (line / 2) & 1u) != 0; };
    for (int row = 0; row < squares_.board_size(); ++row) {
      std::uint64_t columns = 0;
      for (int column = 0; column < squares_.board_size(); ++column) {
        const bool is_white = (row + column) % 2 == 0;
        const int line = kind_ == UnitKind::odd_rows ? row : column;
        const bool is_line = line % 2 == (kind_ == UnitKind::even_columns ? 0 : 1);
        if (row % 2 == 0 && has(range_.even_rows, row) != is_white) continue;
        if (is_line && has(is_white ? black : white, line)) continue;
        columns |= std::uint64_t{1} << column;
      }
      squares_.restrict_row(row, columns);
    }
  }

  const QuarteredBoard board_;
  const UnitRange range_;
  const UnitKind kind_;
  const std::uint32_t task_weight_;
  std::vector<bool> has_;  ///< by R_o, C_e or C_o
  Problem squares_;
};

class RowSetDecomposition final : public Decomposition {
 public:
  RowSetDecomposition(const Problem& problem, std::shared_ptr<const RowSets> sets)
      : Decomposition(problem), sets_(std::move(sets)) {}

  std::string_view name() const override { return "row-sets"; }
  /// Version 1 cut ranges by the costs of counting both colours; in version 2 all units were R_o.
  int plan_version() const override { return 3; }
  int max_depth() const override { return kMaxDepth; }
  std::uint64_t coarsest_cost() const override { return kWholeCost; }
  double table_seconds() const override { return sets_->model.list_seconds(); }

  /// Divides the predicted cost of each row set by that of the longest range, without listing any.
  int default_depth(const std::stop_token& stop) const override {
    const RowSetRanges& whole = whole_ranges(stop);
    return deepest_depth(kMaxDepth, whole.seconds + whole.start_seconds, [&](int depth) {
      const double longest = depth == 0 ? whole.seconds : longest_range(whole.seconds, depth);
      DepthEstimate estimate{0, 0, std::min(longest, whole.longest)};
      for (const TimedRange& range : whole.ranges) {
        const double ranges = longest > 0 ? std::ceil(range.seconds / longest) : 1;
        const double tasks = std::clamp(ranges, 1.0, static_cast<double>(range.units.count));
        estimate.tasks += tasks;
        estimate.added_seconds += (tasks - 1) * sets_->costs.start_seconds(range.units.even_rows);
      }
      return std::optional(estimate);
    });
  }

  std::vector<Task> tasks(int depth, const ListingLimits& limits) const override {
    const RowSetRanges& whole = whole_ranges(limits.stop);
    const std::vector<TimedRange> ranges =
        depth == 0 ? whole.ranges
                   : list_ranges(*sets_, depth, longest_range(whole.seconds, depth), limits);
    std::vector<Task> tasks;
    tasks.reserve(ranges.size());
    for (const TimedRange& range : ranges) {
      const double seconds = range.seconds + sets_->costs.start_seconds(range.units.even_rows);
      tasks.push_back({tasks.size(), range.units.code(), 1, cost_of(seconds, whole)});
    }
    return tasks;
  }

  /// A stratum is |R_e|.
  int stratum_of(const Task& task) const override {
    return std::popcount(UnitRange::from_code(task.code).even_rows);
  }
  std::vector<Task> parts_of(const Task& task, double fraction, std::uint32_t fewest,
                             base::Random& random) const override {
    if (fraction >= 0.5) return {task};
    TimedRange range{UnitRange::from_code(task.code)};
    const std::uint32_t all = range.units.count;
    range.units.count = std::max(fewest, static_cast<std::uint32_t>(fraction * all));
    if (2 * range.units.count > all) return {task};
    range.units.first += random.below(all - 2 * range.units.count + 1);
    double seconds = sets_->costs.start_seconds(range.units.even_rows);
    std::vector<Task> parts;
    for (int which = 0; which < 2; ++which) {
      for (const LineSet unit : sets_->units.of(range.units)) {
        seconds += sets_->costs.unit_seconds(range.units.even_rows, unit);
      }
      parts.push_back(
          {task.id, range.units.code(), task.weight, cost_of(seconds, whole_ranges({}))});
      range.units.first += range.units.count;
      seconds = 0;
    }
    return parts;
  }

  std::unique_ptr<SolutionClass> solutions_of(const Task& task, int /*depth*/) const override {
    return std::make_unique<RowSetSolutions>(problem(), *sets_, task);
  }
  bool has_uniform_weights() const override { return false; }
  /// On plain boards row_weight() is even, except on odd boards if R_e is its own mirror image;
  /// column weights may be 1.
  std::uint32_t tally_divisor(const Task& task, int /*depth*/) const override {
    const QuarteredBoard& board = sets_->board;
    const LineSet even_rows = UnitRange::from_code(task.code).even_rows;
    const bool own_image = even_rows == reversed(even_rows, board.even());
    const bool is_odd_board = board.even() != board.odd();
    return board.is_restricted() || board.board_size() == 0 || (is_odd_board && own_image) ? 1 : 2;
  }

  /// R_e and R_o of a unit fix which rows share the even columns and which the odd ones, so their
  /// queens permute ceil(N / 2) columns and floor(N / 2) columns. R_e and C_e, or C_o, fix the
  /// columns of R_e, or of the other even rows. No weight is above 8, and none above 4 on
  /// restricted boards.
  WideCount max_tally(const Task& task, int /*depth*/) const override {
    const QuarteredBoard& board = sets_->board;
    const UnitRange range = UnitRange::from_code(task.code);
    const int queens = std::popcount(range.even_rows);
    const UnitKind kind = board.unit_kind(queens);
    const int some = kind == UnitKind::odd_rows       ? board.even()
                     : kind == UnitKind::even_columns ? queens
                                                      : board.even() - queens;
    return WideCount{board.is_restricted() ? 4u : 8u} * range.count * factorial(some) *
           factorial(board.board_size() - some);
  }

  Recounter recounter() const override {
    return {"colour-listing", recount_by_colour_listing(problem())};
  }

 private:
  static std::uint32_t cost_of(double seconds, const RowSetRanges& whole) {
    const double all = whole.seconds + whole.start_seconds;
    const double scale = all > 0 ? kWholeCost / all : 0;
    return 1 + static_cast<std::uint32_t>(seconds * scale);
  }

  /// Lists them once, unless stopped: on the largest boards that takes a second.
  const RowSetRanges& whole_ranges(const std::stop_token& stop) const {
    const std::lock_guard lock(mutex_);
    if (whole_) return *whole_;
    RowSetRanges whole{list_ranges(*sets_, 0, HUGE_VAL, stop)};
    for (const TimedRange& range : whole.ranges) {
      whole.seconds += range.seconds;
      whole.start_seconds += sets_->costs.start_seconds(range.units.even_rows);
      whole.longest = std::max(whole.longest, range.seconds);
    }
    return whole_.emplace(std::move(whole));
  }

  const std::shared_ptr<const RowSets> sets_;
  mutable std::mutex mutex_;
  mutable std::optional<RowSetRanges> whole_;
};

}  // namespace

std::shared_ptr<const Decomposition> row_set_decomposition(const Problem& problem,
                                                           std::shared_ptr<const RowSets> sets) {
  return std::make_shared<RowSetDecomposition>(problem, std::move(sets));
}

std::shared_ptr<const Decomposition> row_set_decomposition(const Problem& problem) {
  return row_set_decomposition(problem, std::make_shared<RowSets>(problem));
}

}  // namespace nqueens::engine
