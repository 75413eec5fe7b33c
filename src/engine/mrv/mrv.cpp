// The decomposition walks down the tree of the MRV search to the tasks; the engine walks on from
// the queens of a task. It is compiled without fused operations: depths, and the engine that "auto"
// takes, depend on estimates and must be the same on every machine.
#include "engine/mrv/mrv.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <limits>
#include <optional>

#include "engine/engine.hpp"
#include "engine/rows/row_decomposition.hpp"
#include "mrv/mrv_kernels.hpp"
#include "nqueens/error.hpp"

namespace nqueens::engine {

namespace {

using mrv::Cell;
using mrv::Position;

/// A task takes this many core seconds to begin, that is to make its choices again: 2,500 to 24,000
/// tasks of N = 13 at depths 4 to 6, against 500 at depth 3.
constexpr double kStartSeconds = 4.5e-6;
/// On boards to 32 with AVX-512; on larger ones a queen takes twice as long.
constexpr double kSecondsPerQueen = 2.2e-8;
/// Listing a task takes up to 35 us, on boards of 64, and a wrong header must not take 5 s.
constexpr std::uint64_t kMaxListedTasks = 120'000;
constexpr int kDescents = 200;  ///< of predicted_nodes()

/// On a torus without restrictions a shifted solution is a solution.
bool may_be_shifted(const Problem& problem) {
  return problem.variant() == Variant::torus &&
         problem == Problem(problem.board_size(), Variant::torus);
}

struct SquareTaskListing {
  const Problem& problem;
  const int depth;
  const ListingLimits& limits;
  /// It gets the position, the choices and the weight of each task; if empty, tasks are counted.
  const std::function<void(const Position&, SquareChoices, std::uint32_t)> visit{};
  const bool mirrored = problem.is_mirror_symmetric();
  const bool shifted = may_be_shifted(problem);
  std::uint64_t tasks = 0;

  std::uint64_t run() {
    extend(Position(problem), 0, {}, 1);
    check_listing(tasks, depth, limits);
    return tasks;
  }

  void extend(Position position, int choices, SquareChoices made, std::uint32_t weight) {
    check_listing(tasks, depth, limits);
    std::vector<Cell> cells;
    bool is_alone = true;  // every queen so far is its own mirror image
    while (!position.is_solution()) {
      cells = position.tightest();
      if (cells.empty()) return;
      if (cells.size() > 1) break;
      is_alone = is_alone && is_middle(cells.front());
      position.place(cells.front());
    }
    if (position.is_solution() || choices == depth) {
      ++tasks;
      if (visit) visit(position, made, weight);
      return;
    }
    for (std::size_t index = 0; index < cells.size(); ++index) {
      const std::uint32_t images =
          choices == 0 ? weight_of_first(cells, index, position.queens() == 0, is_alone) : 1;
      if (images == 0) continue;
      Position below = position;
      below.place(cells[index]);
      extend(below, choices + 1, made.with(choices, static_cast<int>(index)), weight * images);
    }
  }

  bool is_middle(Cell cell) const { return 2 * cell.column == problem.columns() - 1; }

  /// Tells how many solutions of the whole board a solution with this first choice stands for; 0 if
  /// its images count instead. A torus without restrictions can be shifted so that the first square
  /// has the queen.
  std::uint32_t weight_of_first(const std::vector<Cell>& cells, std::size_t index, bool is_empty,
                                bool is_alone) const {
    if (shifted && is_empty) return index == 0 ? static_cast<std::uint32_t>(cells.size()) : 0;
    if (!mirrored || !is_alone || cells[0].row != cells[1].row) return 1;
    if (is_middle(cells[index])) return 1;
    return 2 * cells[index].column < problem.columns() - 1 ? 2 : 0;
  }
};

class SquareDecomposition final : public Decomposition {
 public:
  using Decomposition::Decomposition;

  std::string_view name() const override { return "squares"; }
  int max_depth() const override { return std::min(problem().rows(), SquareChoices::kMaxDepth); }

  int default_depth(const std::stop_token& stop) const override {
    const double seconds = kSecondsPerQueen * predicted_nodes(problem());
    const ListingLimits limits(stop, kMaxListedTasks);
    return deepest_depth(max_depth(), seconds, [&](int depth) -> std::optional<DepthEstimate> {
      try {
        const auto tasks = static_cast<double>(SquareTaskListing{problem(), depth, limits}.run());
        return DepthEstimate{tasks, (tasks - 1) * kStartSeconds, seconds / std::max(1.0, tasks)};
      } catch (const InvalidArgument&) {  // too many
        return std::nullopt;
      }
    });
  }

  std::vector<Task> tasks(int depth, const ListingLimits& limits) const override {
    std::vector<Task> tasks;
    const auto add = [&](const Position& position, SquareChoices choices, std::uint32_t weight) {
      tasks.push_back({tasks.size(), choices.code(), weight, predicted_cost(position)});
    };
    const ListingLimits own(limits.stop, std::min(limits.most, kMaxListedTasks));
    // Costs take most of the time, so too many tasks are refused before.
    SquareTaskListing{problem(), depth, own}.run();
    SquareTaskListing{problem(), depth, own, add}.run();
    return tasks;
  }

  std::unique_ptr<SolutionClass> solutions_of(const Task& task, int depth) const override {
    return std::make_unique<UniformSolutions>(restricted(task, depth), task.weight);
  }
  bool has_uniform_weights() const override { return true; }

  /// A row takes a square that the queens of the task leave, in a column that rows above leave.
  WideCount max_tally(const Task& task, int depth) const override {
    const Problem rest = restricted(task, depth);
    WideCount max = task.weight;
    for (int row = 0; row < rest.rows(); ++row) {
      const int columns = std::min(std::popcount(rest.allowed(row)), rest.columns() - row);
      if (columns <= 0) return 0;
      const auto choices = static_cast<std::uint32_t>(columns);
      // The product for 64 rows may exceed 128 bits.
      if (max > std::numeric_limits<std::uint64_t>::max()) return max;
      max *= choices;
    }
    return max;
  }

 private:
  /// Allows the queens of the task and what they leave: a recount need not find these again.
  Problem restricted(const Task& task, int depth) const {
    Problem squares = problem();
    for (const Cell cell : queens_of(problem(), SquareChoices(task.code), depth)) {
      squares.restrict_row(cell.row, std::uint64_t{1} << cell.column);
      for (int row = 0; row < squares.rows(); ++row) {
        if (row == cell.row) continue;
        squares.restrict_row(row, ~squares.attacked(cell.row, cell.column, row));
      }
    }
    return squares;
  }

  std::uint32_t predicted_cost(const Position& position) const {
    if (position.is_solution()) return 1;
    const std::vector<Cell> cells = position.tightest();
    std::uint32_t cost = 1;
    if (position.queens() + 1 == problem().rows()) return cost;
    for (const Cell cell : cells) cost += static_cast<std::uint32_t>(position.choices_after(cell));
    return cost;
  }
};

using mrv::Walk;

constexpr std::uint64_t kQueensPerPoll = 1 << 15;  ///< at the stop token: some milliseconds

/// Returns the seconds per queen on the machine of src/mrv/README.md.
double seconds_per_queen(const Problem& problem, base::InstructionSet set) {
  const bool is_small = std::max(problem.rows(), problem.columns()) <= 32;
  if (set == base::InstructionSet::avx512) return is_small ? kSecondsPerQueen : 4.3e-8;
  if (set == base::InstructionSet::avx2) return is_small ? 3.1e-8 : 6.9e-8;
  return is_small ? 1.6e-7 : 3.2e-7;
}

class MrvWorker final : public Worker {
 public:
  MrvWorker(const Problem& problem, const EngineOptions& options, int depth)
      : problem_(problem), depth_(depth), walk_(problem_, {}, options.instruction_set) {}

  bool count(const Task& task, const std::stop_token& stop, Tally& tally) override {
    walk_.start(queens_of(problem_, SquareChoices(task.code), depth_));
    std::uint64_t solutions = 0;  // by steps of one: does not wrap
    std::uint64_t queens = 0;
    for (Walk::Step step = Walk::Step::spent; step != Walk::Step::exhausted;) {
      if (stop.stop_requested()) return false;
      std::uint64_t budget = kQueensPerPoll;
      step = walk_.count(budget, solutions);
      queens += kQueensPerPoll - budget;
    }
    tally.add(solutions, task.weight);
    tally.add_nodes(queens);
    return true;
  }

 private:
  const Problem problem_;
  const int depth_;
  Walk walk_;
};

double predicted_seconds(const Problem& problem, base::InstructionSet max) {
  const double seconds = seconds_per_queen(problem, max);
  // At N = 12 it places 106,000 queens, which stand for their mirror images too; a step of N is a
  // factor of 4.3, slowly rising.
  if (problem.is_plain()) return grown(seconds * 1.06e5, 4.5, problem.board_size() - 12);
  return seconds * predicted_nodes(problem);
}

}  // namespace

std::shared_ptr<const Decomposition> square_decomposition(const Problem& problem) {
  return std::make_shared<SquareDecomposition>(problem);
}

std::vector<Cell> queens_of(const Problem& problem, SquareChoices choices, int depth) {
  std::vector<Cell> queens;
  Position position(problem);
  int made = 0;
  while (!position.is_solution()) {
    const std::vector<Cell> cells = position.tightest();
    if (cells.empty() || (cells.size() > 1 && made == depth)) break;
    const Cell cell =
        cells.size() > 1 ? cells[static_cast<std::size_t>(choices[made++])] : cells.front();
    position.place(cell);
    queens.push_back(cell);
  }
  return queens;
}

double predicted_nodes(const Problem& problem) {
  const double nodes = mean_of_descents(
      kDescents, [&](base::Random& random) { return mrv::descend(problem, random).nodes; });
  if (may_be_shifted(problem)) return nodes / std::max(1, problem.rows());
  return problem.is_mirror_symmetric() ? nodes / 2 : nodes;
}

Engine mrv_engine() {
  return {
      .name = "mrv",
      .decomposition_name = "squares",
      .summary = "backtracking by the row or column with the fewest free squares; any board to 64",
      .instruction_set =
          [](base::InstructionSet max) { return mrv::walk_kernels().best(max).instruction_set; },
      .predicted_seconds = predicted_seconds,
      .decompose = square_decomposition,
      .make = prepare_with<MrvWorker>};
}

}  // namespace nqueens::engine
