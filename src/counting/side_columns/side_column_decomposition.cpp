// Prefixes of side columns under the border rule of simd_prefix.hpp. The weight of a solution
// depends on queens that no prefix has, so tasks have weight 1 and solutions have weights.
#include <algorithm>
#include <bit>
#include <utility>

#include "counting/side_columns/simd.hpp"
#include "counting/side_columns/simd_prefix.hpp"
#include "nqueens/error.hpp"

namespace nqueens::counting {

namespace {

/// Of a board of 18 with AVX-512.
constexpr double kSecondsAt18 = 1.5;
/// Core seconds that a task takes to begin: kernels fill and drain their levels. At N = 17 depth 3
/// has 630 tasks more than depth 2 and takes 4 ms longer.
constexpr double kStartSeconds = 5e-6;
/// Part of the work that each side column adds which would not be placed anyway: N = 18, where two
/// add 10 percent. On smaller boards it is more: 15 percent for the first at N = 16.
constexpr double kAddedByColumn = 0.05;

class Enumeration {
 public:
  Enumeration(int depth, const ListingLimits& limits) : depth_(depth), limits_(limits) {}

  std::vector<Task> run(int board_size) {
    extend(SideQueens(board_size));
    check_listing(tasks_.size(), depth_, limits_);
    return std::move(tasks_);
  }

 private:
  void extend(const SideQueens& queens) {
    check_listing(tasks_.size(), depth_, limits_);
    if (queens.placed() == depth_) {
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
  const ListingLimits& limits_;
  std::vector<Task> tasks_;
};

class SideColumnSolutions final : public SolutionClass {
 public:
  SideColumnSolutions(const Problem& problem, const Task& task, int depth)
      : squares_(problem), task_weight_(task.weight) {
    bool valid = false;
    const SideQueens queens = SideQueens::decoded(problem.board_size(), task.code, depth, valid);
    std::uint64_t columns = 0;
    for (int index = 0; index < queens.placed(); ++index)
      columns |= std::uint64_t{1} << queens.column(index);
    for (int row = 0; row < problem.board_size(); ++row) {
      std::uint64_t allowed = problem.allowed(row) & ~columns;
      for (int index = 0; index < queens.placed(); ++index) {
        if (queens.row(index) == row) allowed = std::uint64_t{1} << queens.column(index);
      }
      squares_.restrict_row(row, valid ? allowed : 0);
    }
  }

  const Problem& squares() const override { return squares_; }

  std::uint32_t weight(const Placement& solution) const override {
    const int size = squares_.board_size();
    if (size == 0) return task_weight_;
    BorderQueens border;
    for (int row = 0; row < size; ++row) {
      const auto column = static_cast<int>(solution[static_cast<std::size_t>(row)]);
      if (column == 0) border.left_row = row;
      if (column == size - 1) border.right_row = row;
    }
    border.top_column = static_cast<int>(solution.front());
    border.bottom_column = static_cast<int>(solution.back());
    return task_weight_ * border_weight(size, border);
  }

 private:
  Problem squares_;
  const std::uint32_t task_weight_;
};

class SideColumnDecomposition final : public Decomposition {
 public:
  using Decomposition::Decomposition;

  std::string_view name() const override { return "side-columns"; }
  int max_depth() const override { return std::min(problem().board_size(), kMaxSidePrefix); }

  int default_depth(const std::stop_token&) const override {
    const int size = problem().board_size();
    const double seconds = grown_eightfold(kSecondsAt18, size - 18);
    // The first two columns, and the others until the rest fits a lane, are placed anyway.
    const int free_columns = std::max(2, size - kMaxRest);
    double tasks = 1;
    const auto cut_at = [&](int depth) {
      // Measured sizes of plans: n / 2, n^2 / 4, then less than n in each column.
      if (depth > 0) {
        tasks *= std::max(1.0, depth <= 2 ? 0.5 * size : size - 5.2 - 1.5 * (depth - 3));
      }
      const double added = (tasks - 1) * kStartSeconds +
                           kAddedByColumn * std::max(0, depth - free_columns) * seconds;
      return std::optional(Cut{tasks, added, seconds / tasks});
    };
    return deepest_depth(max_depth(), seconds, cut_at);
  }

  std::vector<Task> tasks(int depth, const ListingLimits& limits) const override {
    return Enumeration(depth, limits).run(problem().board_size());
  }

  std::unique_ptr<SolutionClass> solutions_of(const Task& task, int depth) const override {
    return std::make_unique<SideColumnSolutions>(problem(), task, depth);
  }
  bool has_uniform_weights() const override { return false; }

  /// By border_weight(): 8 with a queen in the corner. Without one, 8 is halved for a tie of left
  /// and right, which the first two queens decide, and for a tie of left with top or bottom.
  std::uint32_t tally_divisor(const Task& task, int depth) const override {
    const int size = problem().board_size();
    if (size < 2 || depth == 0) return size < 2 ? 1 : 2;
    bool valid = false;
    const SideQueens queens = SideQueens::decoded(size, task.code, depth, valid);
    const int left = queens.row(0);
    if (left == 0) return 8;
    return depth > 1 && queens.row(1) != left && queens.row(1) != size - 1 - left ? 4 : 2;
  }

  /// The queens of the task take their columns; the others permute those that are left.
  WideCount max_tally(const Task&, int depth) const override {
    return 8 * factorial(problem().board_size() - depth);
  }
};

}  // namespace

std::shared_ptr<const Decomposition> side_column_decomposition(const Problem& problem) {
  return std::make_shared<SideColumnDecomposition>(problem);
}

}  // namespace nqueens::counting
