// Cuts by prefixes of rows. If the problem is its own left-right mirror image, only those prefixes
// are kept whose first queen off the middle column stands in the left half; each stands for its
// mirror image too, weight 2. (On an odd board with row 0's queen in the middle column, row 1
// decides; a prefix of that one queen is its own image, weight 1.)
//
// It is compiled without fused operations: plans and "auto" are the same on every machine.
#include "engine/rows/row_decomposition.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <utility>

#include "nqueens/error.hpp"

namespace nqueens::engine {

namespace {

constexpr int kDescents = 1000;

double descend(const Problem& problem, base::Random& random) {
  std::array<int, kMaxProblemSize> columns{};
  double choices = 1;
  double nodes = 0;
  for (int row = 0; row < problem.rows(); ++row) {
    std::uint64_t free = problem.allowed(row);
    for (int earlier = 0; earlier < row; ++earlier) {
      free &= ~problem.attacked(earlier, columns[static_cast<std::size_t>(earlier)], row);
    }
    if (free == 0) break;
    const int count = std::popcount(free);
    choices *= count;
    nodes += choices;
    for (auto skip = random.below(static_cast<std::uint32_t>(count)); skip > 0; --skip) {
      free &= free - 1;
    }
    columns[static_cast<std::size_t>(row)] = std::countr_zero(free);
  }
  return nodes;
}

/// A task takes this many core seconds to begin and to be handed out: 20,000 to 120,000 tasks of N
/// = 14 at depths 5 and 6, against 78 at depth 2.
constexpr double kStartSeconds = 4e-7;
constexpr double kSecondsAt16 = 2.7;  ///< core seconds of engine bitmask on a plain board of 16
/// At most this many tasks of a restricted board are listed to find out what a depth does.
constexpr std::size_t kMaxListedTasks = 250'000;

struct RowTaskListing {
  const Problem& problem;
  const int depth;
  const ListingLimits& limits;
  const bool mirrored = problem.is_mirror_symmetric();
  RowPrefix prefix{};
  std::vector<Task> tasks{};

  /// If `open`, no queen so far decides between the prefix and its mirror image.
  void extend(int row, bool open) {
    check_listing(tasks.size(), depth, limits);
    if (row == depth) {
      const std::uint32_t weight = mirrored && !open ? 2 : 1;
      tasks.push_back({tasks.size(), prefix.code(), weight, predicted_cost(row)});
      return;
    }
    const int columns = problem.columns();
    for (std::uint64_t left = free(row, row); left != 0; left &= left - 1) {
      const int column = std::countr_zero(left);
      const bool middle = 2 * column == columns - 1;
      if (open && !middle && column >= columns / 2) break;
      prefix = prefix.with(row, column);
      extend(row + 1, open && middle);
    }
  }

  /// Returns the columns of `row` that the queens of the first `placed` rows leave.
  std::uint64_t free(int row, int placed) const {
    std::uint64_t left = problem.allowed(row);
    for (int earlier = 0; earlier < placed; ++earlier) {
      left &= ~problem.attacked(earlier, prefix[earlier], row);
    }
    return left;
  }

  /// Counts placements on the next two rows, plus one: crude, but it separates prefixes that leave
  /// few squares from those that leave many.
  std::uint32_t predicted_cost(int row) const {
    if (row + 2 > problem.rows()) return 1;
    int placements = 0;
    const std::uint64_t next = free(row + 1, row);
    for (std::uint64_t left = free(row, row); left != 0; left &= left - 1) {
      placements += std::popcount(next & ~problem.attacked(row, std::countr_zero(left), row + 1));
    }
    return static_cast<std::uint32_t>(placements) + 1;
  }
};

class RowDecomposition final : public Decomposition {
 public:
  using Decomposition::Decomposition;

  std::string_view name() const override { return "rows"; }
  int max_depth() const override { return std::min(problem().rows(), RowPrefix::kMaxDepth); }

  int default_depth(const std::stop_token& stop) const override {
    const int size = std::min(problem().rows(), problem().columns());
    const double seconds = problem().is_plain()
                               ? grown(kSecondsAt16, 8, size - 16)
                               : kSecondsPerRowQueen * predicted_row_nodes(problem());
    const auto estimate_at = [&](int depth) -> std::optional<DepthEstimate> {
      const double tasks =
          problem().is_plain() ? estimated_tasks(size, depth) : listed_tasks(depth, stop);
      if (tasks == 0) return std::nullopt;
      return DepthEstimate{tasks, (tasks - 1) * kStartSeconds, seconds / tasks};
    };
    return deepest_depth(max_depth(), seconds, estimate_at);
  }

  std::vector<Task> tasks(int depth, const ListingLimits& limits) const override {
    RowTaskListing listing{problem(), depth, limits};
    listing.extend(0, listing.mirrored);
    check_listing(listing.tasks.size(), depth, limits);
    return std::move(listing.tasks);
  }

  std::unique_ptr<SolutionClass> solutions_of(const Task& task, int depth) const override {
    Problem squares = problem();
    const RowPrefix prefix(task.code);
    for (int row = 0; row < depth; ++row) {
      squares.restrict_row(row, std::uint64_t{1} << prefix[row]);
    }
    return std::make_unique<UniformSolutions>(squares, task.weight);
  }
  bool has_uniform_weights() const override { return true; }

  /// Row r takes a column that it allows and that none of the r rows above it has taken.
  WideCount max_tally(const Task& task, int depth) const override {
    std::uint64_t taken = 0;
    for (int row = 0; row < depth; ++row) {
      taken |= std::uint64_t{1} << RowPrefix(task.code)[row];
    }
    WideCount max = task.weight;
    for (int row = depth; row < problem().rows(); ++row) {
      const int allowed = std::popcount(problem().allowed(row) & ~taken);
      max *= static_cast<std::uint32_t>(std::max(0, std::min(allowed, problem().columns() - row)));
    }
    return max;
  }

 private:
  /// The tree of a plain board widens by about n - 2.7 r in row r (A319284); symmetry halves it.
  static double estimated_tasks(int size, int depth) {
    double tasks = 1;
    for (int row = 0; row < depth; ++row) tasks *= std::max(1.0, size - 2.7 * row);
    return std::max(1.0, tasks / 2);
  }

  /// Returns 0 if there are too many.
  double listed_tasks(int depth, const std::stop_token& stop) const try {
    return static_cast<double>(tasks(depth, {stop, kMaxListedTasks}).size());
  } catch (const InvalidArgument&) {
    return 0;
  }
};

}  // namespace

double predicted_row_nodes(const Problem& problem) {
  const double nodes =
      mean_of_descents(kDescents, [&](base::Random& random) { return descend(problem, random); });
  return problem.is_mirror_symmetric() ? nodes / 2 : nodes;
}

std::shared_ptr<const Decomposition> row_decomposition(const Problem& problem) {
  return std::make_shared<RowDecomposition>(problem);
}

}  // namespace nqueens::engine
