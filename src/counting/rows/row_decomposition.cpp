// Prefixes of rows. Where the problem is its own left-right mirror image, only the prefixes are
// kept whose first queen off the middle column stands in the left half; each stands for its mirror
// image too, weight 2. (Only row 0 can hold a queen on the middle column, so one look at row 1
// settles an odd board; a prefix of that one queen is its own image, weight 1.)
#include "counting/rows/row_decomposition.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "counting/rows/attacks.hpp"
#include "nqueens/error.hpp"

namespace nqueens::counting {

namespace {

using counting::Attacks;
using counting::RowPrefix;
using counting::Task;

/// Tasks of one plan, as estimated here, beyond which memory and journal would outweigh what more
/// would gain.
constexpr double kMostTasks = 1.5e6;
/// Work that a task should not exceed while there may be more tasks: what a kill can lose, in
/// seconds of one core.
constexpr double kTaskSeconds = 0.2;
/// Below this work a task costs more to hand out than it gains, seconds.
constexpr double kLeastTaskSeconds = 2e-5;
/// Tasks per thread that even out their sizes.
constexpr double kTasksPerThread = 64;

class Enumeration {
 public:
  Enumeration(const Problem& problem, int depth, const std::stop_token& stop)
      : problem_(problem), depth_(depth), stop_(stop), mirrored_(problem.is_mirror_symmetric()) {}

  std::vector<Task> run() {
    extend(0, Attacks{}, RowPrefix{}, mirrored_);
    return std::move(tasks_);
  }

 private:
  /// `open` says that no queen has decided between the prefix and its mirror image yet.
  void extend(int row, const Attacks& attacks, RowPrefix prefix, bool open) {
    if (row == depth_) {
      check_listing(tasks_.size(), depth_, stop_);
      const std::uint32_t weight = mirrored_ && !open ? 2 : 1;
      tasks_.push_back({tasks_.size(), prefix.code(), weight, predicted_cost(row, attacks)});
      return;
    }
    const int size = problem_.board_size();
    for (std::uint32_t free = attacks.free(problem_.allowed(row)); free != 0; free &= free - 1) {
      const int column = std::countr_zero(free);
      const bool middle = 2 * column == size - 1;
      if (open && !middle && column >= size / 2) break;
      prefix.set_column(row, column);
      extend(row + 1, attacks.with(1u << column), prefix, open && middle);
    }
  }

  /// Placements of the next two rows, plus one: crude, but it tells a prefix that leaves few
  /// squares from one that leaves many.
  std::uint32_t predicted_cost(int row, const Attacks& attacks) const {
    if (row + 2 > problem_.board_size()) return 1;
    int placements = 0;
    for (std::uint32_t free = attacks.free(problem_.allowed(row)); free != 0; free &= free - 1) {
      const Attacks next = attacks.with(free & (0u - free));
      placements += std::popcount(next.free(problem_.allowed(row + 1)));
    }
    return static_cast<std::uint32_t>(placements) + 1;
  }

  const Problem& problem_;
  const int depth_;
  const std::stop_token& stop_;
  const bool mirrored_;
  std::vector<Task> tasks_;
};

class RowDecomposition final : public Decomposition {
 public:
  std::string_view name() const override { return "rows"; }
  std::string_view summary() const override { return "queens of the first rows"; }

  int max_depth(const Problem& problem) const override {
    return std::min(problem.board_size(), RowPrefix::kMaxDepth);
  }

  int choose_depth(const Problem& problem, int threads, const std::stop_token&) const override {
    const int size = problem.board_size();
    // One core counts a board of 16 in about 2.7 s; a step of N is a factor of about 8.
    double seconds = 2.7;
    for (int n = size; n < 16; ++n) seconds /= 8;
    for (int n = 16; n < size; ++n) seconds *= 8;
    const double enough = std::min(kTasksPerThread * threads, seconds / kLeastTaskSeconds);
    const double wanted = std::min(std::max(seconds / kTaskSeconds, enough), kMostTasks);
    // The tree of a plain board widens by about n - 2.7 r in row r (A319284); half by symmetry.
    double tasks = 0.5;
    int depth = 0;
    while (depth < max_depth(problem) && tasks < wanted) {
      tasks *= std::max(1.0, size - 2.7 * depth);
      if (tasks > kMostTasks) break;
      ++depth;
    }
    return depth;
  }

  std::vector<Task> tasks(const Problem& problem, int depth,
                          const std::stop_token& stop) const override {
    return Enumeration(problem, depth, stop).run();
  }

  Problem restricted(const Problem& problem, const Task& task, int depth) const override {
    Problem result = problem;
    const RowPrefix prefix(task.code);
    for (int row = 0; row < depth; ++row) result.restrict_row(row, 1u << prefix.column(row));
    return result;
  }

  /// A row takes one of the columns that it allows, and one of those that the rows above it leave:
  /// row r has N - r of them.
  WideCount max_tally(const Problem& problem, const Task& task, int depth) const override {
    std::uint32_t taken = 0;
    for (int row = 0; row < depth; ++row) taken |= 1u << RowPrefix(task.code).column(row);
    WideCount most = task.weight;
    for (int row = depth; row < problem.board_size(); ++row) {
      const int allowed = std::popcount(problem.allowed(row) & ~taken);
      most *= static_cast<std::uint32_t>(std::min(allowed, problem.board_size() - row));
    }
    return most;
  }
};

}  // namespace

const Decomposition& row_decomposition() {
  static const RowDecomposition decomposition;
  return decomposition;
}

}  // namespace nqueens::counting
