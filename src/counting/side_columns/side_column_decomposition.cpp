// Prefixes of side columns under the border rule of engine/simd_symmetry.hpp. The weight of a
// solution hangs on queens that no prefix knows, so tasks have weight 1 and solutions have weights.
#include "counting/side_columns/side_column_decomposition.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "counting/side_columns/simd_prefix.hpp"
#include "counting/side_columns/simd_symmetry.hpp"
#include "nqueens/error.hpp"

namespace nqueens::counting {

namespace {

using counting::SideQueens;
using counting::Task;

/// Tasks of one plan, as estimated here, beyond which memory and journal would outweigh what more
/// would gain.
constexpr double kMostTasks = 1.5e6;
/// Work that a task should not exceed while there may be more tasks: what a kill can lose, in
/// seconds of one core.
constexpr double kTaskSeconds = 0.2;
/// Below this work a task costs too much to start: the kernels fill and drain their levels in some
/// ten microseconds.
constexpr double kLeastTaskSeconds = 5e-4;
/// Tasks per thread that even out their sizes, and those that have to do where more would make the
/// work larger.
constexpr double kTasksPerThread = 64;
constexpr double kLeastTasksPerThread = 12;

class Enumeration {
 public:
  Enumeration(int depth, const std::stop_token& stop) : depth_(depth), stop_(stop) {}

  std::vector<Task> run(int board_size) {
    extend(SideQueens(board_size));
    return std::move(tasks_);
  }

 private:
  void extend(const SideQueens& queens) {
    if (queens.placed() == depth_) {
      check_listing(tasks_.size(), depth_, stop_);
      tasks_.push_back({tasks_.size(), queens.code(), 1, predicted_cost(queens)});
      return;
    }
    for (std::uint32_t open = queens.open_rows(); open != 0; open &= open - 1) {
      extend(queens.with(std::countr_zero(open)));
    }
  }

  /// Placements of the next two side columns, plus one.
  static std::uint32_t predicted_cost(const SideQueens& queens) {
    if (queens.placed() + 2 > queens.board_size()) return 1;
    int placements = 0;
    for (std::uint32_t open = queens.open_rows(); open != 0; open &= open - 1) {
      placements += std::popcount(queens.with(std::countr_zero(open)).open_rows());
    }
    return static_cast<std::uint32_t>(placements) + 1;
  }

  const int depth_;
  const std::stop_token& stop_;
  std::vector<Task> tasks_;
};

class SideColumnDecomposition final : public Decomposition {
 public:
  std::string_view name() const override { return "side-columns"; }
  std::string_view summary() const override {
    return "queens of the first side columns, one of eight images";
  }

  int max_depth(const Problem& problem) const override {
    return std::min(problem.board_size(), counting::kMaxSidePrefix);
  }

  int choose_depth(const Problem& problem, int threads, const std::stop_token&) const override {
    const int size = problem.board_size();
    // One core counts a board of 18 in about 1.5 s with the best instructions; a step of N is a
    // factor of about 8.
    const double seconds = 1.5 * std::pow(8.0, size - 18);
    const int most = max_depth(problem);
    int depth = 0;
    double tasks = 1;
    for (;;) {
      // The first two columns, and the others until the rest fits a lane, are placed anyway. Each
      // more makes the tree larger and the tasks too small for full lanes: one costs 5 % at N = 18
      // and 15 % at 16, two 10 % and 60 %.
      const bool costs = depth >= 2 && depth >= size - counting::kMaxRest;
      const double enough = std::min((costs ? kLeastTasksPerThread : kTasksPerThread) * threads,
                                     seconds / kLeastTaskSeconds);
      const double wanted = std::max(seconds / kTaskSeconds, enough);
      if (depth >= most || tasks >= wanted) return depth;
      // Measured sizes of plans: n / 2, n^2 / 4, then less than n in each column.
      const double wider = depth < 2 ? size / 2.0 : size - 5.2 - 1.5 * (depth - 2);
      tasks *= std::max(1.0, wider);
      if (tasks > kMostTasks) return depth;
      ++depth;
    }
  }

  std::vector<Task> tasks(const Problem& problem, int depth,
                          const std::stop_token& stop) const override {
    return Enumeration(depth, stop).run(problem.board_size());
  }

  Problem restricted(const Problem& problem, const Task& task, int depth) const override {
    bool valid = false;
    const SideQueens queens = SideQueens::decoded(problem.board_size(), task.code, depth, valid);
    std::uint32_t columns = 0;
    for (int index = 0; index < queens.placed(); ++index) columns |= 1u << queens.column(index);
    Problem result = problem;
    for (int row = 0; row < problem.board_size(); ++row) {
      std::uint32_t allowed = problem.allowed(row) & ~columns;
      for (int index = 0; index < queens.placed(); ++index) {
        if (queens.row(index) == row) allowed = 1u << queens.column(index);
      }
      result.restrict_row(row, valid ? allowed : 0);
    }
    return result;
  }

  std::uint32_t solution_weight(const Problem& problem, const Task& task, int /*depth*/,
                                const Placement& solution) const override {
    const int size = problem.board_size();
    if (size == 0) return task.weight;
    counting::BorderQueens border;
    for (int row = 0; row < size; ++row) {
      const auto column = static_cast<int>(solution[static_cast<std::size_t>(row)]);
      if (column == 0) border.left_row = row;
      if (column == size - 1) border.right_row = row;
    }
    border.top_column = static_cast<int>(solution.front());
    border.bottom_column = static_cast<int>(solution.back());
    return task.weight * counting::border_weight(size, border);
  }

  bool uniform_weight() const override { return false; }

  /// By border_weight(): 8 with a queen in the corner. Without one, 8 is halved for a tie of left
  /// and right, which the first two queens decide, and for a tie of left with top or bottom.
  std::uint32_t tally_divisor(const Problem& problem, const Task& task, int depth) const override {
    const int size = problem.board_size();
    if (size < 2 || depth == 0) return size < 2 ? 1 : 2;
    bool valid = false;
    const SideQueens queens = SideQueens::decoded(size, task.code, depth, valid);
    const int left = queens.row(0);
    if (left == 0) return 8;
    return depth > 1 && queens.row(1) != left && queens.row(1) != size - 1 - left ? 4 : 2;
  }

  /// The queens of the task take their columns; the others permute those that are left.
  WideCount max_tally(const Problem& problem, const Task&, int depth) const override {
    return 8 * factorial(problem.board_size() - depth);
  }
};

}  // namespace

const Decomposition& side_column_decomposition() {
  static const SideColumnDecomposition decomposition;
  return decomposition;
}

}  // namespace nqueens::counting
