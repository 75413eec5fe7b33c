// A task is a row set R_e and a run of its units R_o (units.hpp). At depth 0 it has
// all of them; at depth d a run ends before its predicted cost passes 1 / 2^(d + 6) of the whole,
// so that only single units are larger. Which solutions a task holds, and with what weight, is in
// row_set_class.hpp. Compiled without fused operations: plans are the same on every machine.
#include "counting/colour_join/row_set_decomposition.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

#include "counting/audit/colour_listing.hpp"
#include "counting/colour_join/model.hpp"
#include "counting/colour_join/row_set_class.hpp"
#include "counting/colour_join/units.hpp"

namespace nqueens::counting {

namespace {

using colour_join::Board;
using colour_join::LineSet;
using colour_join::Model;
using colour_join::UnitRange;
using colour_join::Units;

/// Depth d >= 1: no task above 1 / 2^(d + 6) of the whole.
constexpr int kFirstShareBits = 6;
constexpr int kMaxDepth = 20;
/// Longest task that is planned for, in seconds of one core. What a kill loses is at most one task
/// of each thread.
constexpr double kTaskSeconds = 120;
/// How many tasks every thread should have if all were as long as the longest. 16 leave 4 to 6
/// percent of 16 to 128 threads idle at the end (simulated, tasks off by a fifth), 64 one to two;
/// but a finer plan lists first placements of one R_e more often: depth 1 takes 7 % longer than
/// depth 0 at N = 16, all setups are 13 % of the work at N = 20 and depth 5, 14 % at 22 and 8, 7 %
/// at 24 and 9 (bench/simulation/README.md).
constexpr double kTasksPerThread = 16;
/// A plan by default has no more tasks: with its order and its journal it would take long to make.
constexpr double kMostPlannedTasks = 1.5e6;

/// The part of a task, as a run of units of one R_e with their predicted cost.
struct Run {
  UnitRange units;
  double cost = 0;
};

/// Runs of every R_e: of one unit at least, and of cost at most `most`.
std::vector<Run> list_runs(const Board& board, const Model& model, int depth, double most,
                           const std::stop_token& stop) {
  const Units all_units(board);
  std::vector<Run> runs;
  for (LineSet even_rows = 0; even_rows <= colour_join::all_lines(board.even()); ++even_rows) {
    check_listing(runs.size(), depth, stop);
    const std::vector<LineSet> units = all_units.of(even_rows);
    if (units.empty()) continue;
    Run run{{even_rows, 0, 0}, 0};
    for (std::uint32_t i = 0; i < units.size(); ++i) {
      const double cost = model.unit_seconds(even_rows, units[i]);
      if (run.units.count > 0 && run.cost + cost > most) {
        check_listing(runs.size(), depth, stop);
        runs.push_back(run);
        run = {{even_rows, i, 0}, 0};
      }
      ++run.units.count;
      run.cost += cost;
    }
    runs.push_back(run);
  }
  return runs;
}

double total_cost(const std::vector<Run>& runs) {
  double sum = 0;
  for (const Run& run : runs) sum += run.cost;
  return sum;
}

/// Solutions of one task are asked about one after the other: its class is kept.
const RowSetClass& class_of(const Problem& problem, const Task& task) {
  static thread_local std::optional<RowSetClass> last;
  if (!last || !last->is_of(problem.board_size(), task)) {
    last.emplace(problem.board_size(), task);
  }
  return *last;
}

class RowSetDecomposition final : public Decomposition {
 public:
  std::string_view name() const override { return "row-sets"; }
  std::string_view summary() const override {
    return "which even rows have their queens on even columns";
  }
  int max_depth(const Problem&) const override { return kMaxDepth; }

  int choose_depth(const Problem& problem, int threads,
                   const std::stop_token& stop) const override {
    const Board board(problem.board_size());
    const std::vector<Run> runs = list_runs(board, Model(board), 0, HUGE_VAL, stop);
    const double total = total_cost(runs);
    double largest = 0;
    for (const Run& run : runs) largest = std::max(largest, run.cost);
    const double most = std::min(kTaskSeconds, total / (kTasksPerThread * threads));
    if (largest <= most) return 0;
    int depth = 1;
    // A step of depth doubles the tasks at most.
    const auto tasks_of = [&](int d) {
      return static_cast<double>(runs.size()) + std::ldexp(1.0, d + kFirstShareBits);
    };
    while (depth < kMaxDepth && std::ldexp(total, -(depth + kFirstShareBits)) > most &&
           tasks_of(depth + 1) <= kMostPlannedTasks) {
      ++depth;
    }
    return depth;
  }

  std::vector<Task> tasks(const Problem& problem, int depth,
                          const std::stop_token& stop) const override {
    const Board board(problem.board_size());
    const Model model(board);
    std::vector<Run> runs = list_runs(board, model, 0, HUGE_VAL, stop);
    const double total = total_cost(runs);
    if (depth > 0) {
      runs = list_runs(board, model, depth, std::ldexp(total, -(depth + kFirstShareBits)), stop);
    }
    // Costs as whole numbers that tell tasks apart; their sum stays far below 64 bits.
    const double scale = total > 0 ? 1e9 / total : 0;
    std::vector<Task> tasks;
    tasks.reserve(runs.size());
    for (const Run& run : runs) {
      tasks.push_back(
          {tasks.size(), run.units.code(), 1, 1 + static_cast<std::uint32_t>(run.cost * scale)});
    }
    return tasks;
  }

  Problem restricted(const Problem& problem, const Task& task, int) const override {
    return class_of(problem, task).restricted(problem);
  }

  bool uniform_weight() const override { return false; }
  std::uint32_t solution_weight(const Problem& problem, const Task& task, int,
                                const Placement& solution) const override {
    return class_of(problem, task).weight(solution) * task.weight;
  }

  /// row_weight() is even, but on odd boards where R_e is its own mirror image; column weights may
  /// be 1.
  std::uint32_t tally_divisor(const Problem& problem, const Task& task, int) const override {
    const Board board(problem.board_size());
    const LineSet even_rows = UnitRange::from_code(task.code).even_rows;
    const bool own_image = even_rows == colour_join::reversed(even_rows, board.even());
    return board.board_size() == 0 || (board.even() != board.odd() && own_image) ? 1 : 2;
  }

  /// R_e and a unit's R_o fix which rows share the even columns and which the odd ones, so their
  /// queens permute ceil(N / 2) columns and floor(N / 2) columns. No weight is above 8.
  WideCount max_tally(const Problem& problem, const Task& task, int) const override {
    const Board board(problem.board_size());
    return WideCount{8} * UnitRange::from_code(task.code).count * factorial(board.even()) *
           factorial(board.odd());
  }

  Recounter recounter(const Problem& problem) const override {
    if (!problem.is_plain()) return {};
    return {"colour-listing", counting::make_colour_listing(problem.board_size())};
  }
};

}  // namespace

const Decomposition& row_set_decomposition() {
  static const RowSetDecomposition decomposition;
  return decomposition;
}

}  // namespace nqueens::counting
