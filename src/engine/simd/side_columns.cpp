// Side columns, the border rule, and the decomposition by them. The weight of a solution depends on
// queens that no prefix has, so tasks have weight 1 and solutions have weights.
#include <algorithm>
#include <bit>

#include "engine/simd/simd.hpp"

namespace nqueens::engine {

std::uint32_t border_weight(int board_size, const BorderQueens& queens) {
  if (board_size < 2) return 1;
  if (queens.left_row == 0) return queens.bottom_column > queens.right_row ? 8 : 0;
  const auto distance = [&](int place) { return std::min(place, board_size - 1 - place); };
  const int left = queens.left_row;
  const int right = distance(queens.right_row);
  const int top = distance(queens.top_column);
  const int bottom = distance(queens.bottom_column);
  if (left >= board_size / 2 || std::min({right, top, bottom}) < left) return 0;
  std::uint32_t weight = 8;
  if (right == left) weight /= 2;
  if (top == left || bottom == left) weight /= 2;
  return weight;
}

namespace {

constexpr std::uint32_t bit(int place) {
  return std::uint32_t{1} << place;
}

/// Returns the places `first` to `last`, none if first > last.
constexpr std::uint32_t places(int first, int last) {
  std::uint32_t mask = 0;
  for (int place = first; place <= last; ++place) mask |= bit(place);
  return mask;
}

/// A task takes this many core seconds to begin, since kernels fill and drain their levels. At N =
/// 17 depth 3 has 630 tasks more than depth 2 and takes 4 ms longer.
constexpr double kStartSeconds = 5e-6;
/// Each side column adds this part of the work if it would not be placed anyway: at N = 18 two add
/// 10 percent. On smaller boards it is more: at N = 16 the first one adds 15 percent.
constexpr double kAddedByColumn = 0.05;

/// Counts placements in the next two side columns, plus one.
std::uint32_t predicted_cost(const SideQueens& queens) {
  if (queens.placed() + 2 > queens.board_size()) return 1;
  int placements = 0;
  for (std::uint32_t rows = queens.free_rows(); rows != 0; rows &= rows - 1) {
    placements += std::popcount(queens.with(std::countr_zero(rows)).free_rows());
  }
  return static_cast<std::uint32_t>(placements) + 1;
}

void list_tasks(const SideQueens& queens, int depth, const ListingLimits& limits,
                std::vector<Task>& tasks) {
  check_listing(tasks.size(), depth, limits);
  if (queens.placed() == depth) {
    tasks.push_back({tasks.size(), queens.code(), 1, predicted_cost(queens)});
    return;
  }
  for (std::uint32_t rows = queens.free_rows(); rows != 0; rows &= rows - 1) {
    list_tasks(queens.with(std::countr_zero(rows)), depth, limits, tasks);
  }
}

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
  int max_depth() const override { return std::min(problem().board_size(), RowPrefix::kMaxDepth); }

  int default_depth(const std::stop_token&) const override {
    const int size = problem().board_size();
    const double seconds = grown(kSecondsAt18, 8, size - 18);
    // The first two columns are placed anyway, and the others until the rest fits a lane.
    const int free_columns = std::max(2, size - kMaxRest);
    double tasks = 1;
    const auto estimate_at = [&](int depth) {
      // Plans have measured sizes: n / 2, n^2 / 4, then a factor below n for each column.
      if (depth > 0) {
        tasks *= std::max(1.0, depth <= 2 ? 0.5 * size : size - 5.2 - 1.5 * (depth - 3));
      }
      const double added = (tasks - 1) * kStartSeconds +
                           kAddedByColumn * std::max(0, depth - free_columns) * seconds;
      return std::optional(DepthEstimate{tasks, added, seconds / tasks});
    };
    return deepest_depth(max_depth(), seconds, estimate_at);
  }

  std::vector<Task> tasks(int depth, const ListingLimits& limits) const override {
    std::vector<Task> tasks;
    list_tasks(SideQueens(problem().board_size()), depth, limits, tasks);
    check_listing(tasks.size(), depth, limits);
    return tasks;
  }

  std::unique_ptr<SolutionClass> solutions_of(const Task& task, int depth) const override {
    return std::make_unique<SideColumnSolutions>(problem(), task, depth);
  }
  bool has_uniform_weights() const override { return false; }

  /// By border_weight() it is 8 with a queen in the corner. Without one, 8 is halved for a tie of
  /// left and right, which the first two queens decide, and for a tie of left with top or bottom.
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

SideQueens SideQueens::decoded(int board_size, std::uint64_t code, int depth, bool& valid) {
  SideQueens queens(board_size);
  for (int index = 0; index < depth; ++index) {
    const int row = RowPrefix(code)[index];
    if (row >= board_size || (queens.free_rows() & bit(row)) == 0) {
      valid = false;
      return queens;
    }
    queens = queens.with(row);
  }
  valid = true;
  return queens;
}

std::uint64_t SideQueens::code() const {
  RowPrefix rows;
  for (int index = 0; index < placed_; ++index) rows = rows.with(index, row(index));
  return rows.code();
}

std::uint32_t SideQueens::free_rows() const {
  const int here = column(placed_);
  const auto attacked = static_cast<std::uint32_t>(diagonals_ >> (size_ - 1 - here)) |
                        static_cast<std::uint32_t>(antidiagonals_ >> here);
  std::uint32_t open = places(0, size_ - 1) & ~(rows_ | attacked);
  if (size_ < 2) return open;
  if (placed_ == 0) return open & places(0, size_ / 2 - 1);
  // The right line's queen is no nearer to an end than the left one's. With a queen in the corner,
  // the bottom queen must find a column right of the right queen's row.
  if (placed_ == 1) return open & places(row_[0], size_ - (corner() ? 2 : 1) - row_[0]);
  if ((border_columns(false) & bit(here)) == 0) open &= ~bit(0);
  if ((border_columns(true) & bit(here)) == 0) open &= ~bit(size_ - 1);
  return open;
}

SideQueens SideQueens::with(int row) const {
  SideQueens next = *this;
  const int here = column(placed_);
  next.rows_ |= bit(row);
  next.diagonals_ |= std::uint64_t{1} << (row - here + size_ - 1);
  next.antidiagonals_ |= std::uint64_t{1} << (row + here);
  next.row_[static_cast<std::size_t>(placed_)] = static_cast<std::int8_t>(row);
  ++next.placed_;
  return next;
}

std::uint32_t SideQueens::border_columns(bool last_row) const {
  if (size_ < 2) return places(0, size_ - 1);
  if (!corner()) return places(row_[0], size_ - 1 - row_[0]);
  return places(last_row ? row_[1] + 1 : 0, size_ - 1);
}

std::uint32_t SideQueens::tied_columns() const {
  return size_ < 2 || corner() ? 0 : bit(row_[0]) | bit(size_ - 1 - row_[0]);
}

SubBoard SideQueens::rest_board(bool upward) const {
  SubBoard board;
  const int first_column = (placed_ + 1) / 2;
  const int end_column = size_ - placed_ / 2;
  int before = 0;
  for (int i = 0; i < size_; ++i) {
    const int row = upward ? size_ - 1 - i : i;
    if ((rows_ & bit(row)) != 0) continue;
    std::uint32_t allowed = places(first_column, end_column - 1);
    if (row == 0) allowed &= border_columns(false);
    if (row == size_ - 1) allowed &= border_columns(true);
    for (int column = first_column; column < end_column; ++column) {
      const bool attacked = ((diagonals_ >> (row - column + size_ - 1)) & 1u) != 0 ||
                            ((antidiagonals_ >> (row + column)) & 1u) != 0;
      if (attacked) allowed &= ~bit(column);
    }
    if (board.rows > 0) board.gap[board.rows - 1] = static_cast<std::uint8_t>(i - before);
    before = i;
    board.columns = static_cast<std::uint16_t>(places(0, end_column - first_column - 1));
    board.blocked[board.rows] =
        static_cast<std::uint16_t>(board.columns & ~(allowed >> first_column));
    ++board.rows;
  }
  return board;
}

SideQueens::Rest SideQueens::rest() const {
  // The rows near the side queens have the fewest squares. Filled last they make a smaller tree, by
  // 19 % at N = 16. Two side queens are never below the middle on average, so the last row always
  // comes first. (Trying both orders for each prefix would gain 1.4 % more.)
  int twice_sum = 0;
  for (int index = 0; index < placed_; ++index) twice_sum += 2 * row(index);
  const bool upward = twice_sum <= placed_ * (size_ - 1);

  Rest rest;
  rest.board = rest_board(upward);
  if (size_ < 2) return rest;
  rest.weight = 8;
  if (corner()) return rest;
  if ((tied_columns() & bit(row_[1])) != 0) rest.weight /= 2;
  for (int index = 2; index < placed_; ++index) {
    const bool on_border = row(index) == 0 || row(index) == size_ - 1;
    if (!on_border || (tied_columns() & bit(column(index))) == 0) continue;
    rest.weight /= 2;
    return rest;
  }
  const int first_row = upward ? size_ - 1 : 0;
  rest.begins_at_border = (rows_ & bit(first_row)) == 0;
  rest.ends_at_border = (rows_ & bit(size_ - 1 - first_row)) == 0;
  rest.tied_columns =
      static_cast<std::uint16_t>(tied_columns() >> ((placed_ + 1) / 2)) & rest.board.columns;
  return rest;
}

std::shared_ptr<const Decomposition> side_column_decomposition(const Problem& problem) {
  return std::make_shared<SideColumnDecomposition>(problem);
}

}  // namespace nqueens::engine
