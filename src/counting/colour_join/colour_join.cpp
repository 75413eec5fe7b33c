#include "counting/colour_join/colour_join.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <utility>
#include <vector>

#include "counting/colour_join/lists.hpp"
#include "counting/colour_join/plan.hpp"
#include "counting/colour_join/unit.hpp"
#include "counting/colour_join/units.hpp"

namespace nqueens::counting {

namespace {

class ColourWorker final : public Worker {
 public:
  ColourWorker(const ColourBoard& board, const ColourUnits& units, const ColourPlan& plan,
               const ColourKernels& kernels, const ColourJoinLimits& limits, bool count_pairs,
               const SharedLists& lists)
      : board_(board),
        all_units_(units),
        plan_(plan),
        lists_(lists),
        most_batch_(limits.most_batch),
        most_batch_bytes_(limits.most_batch_bytes),
        counter_(board, kernels, limits, count_pairs) {}

  bool count(const Task& task, const std::stop_token& stop, Tally& tally) override {
    if (stop.stop_requested()) return false;
    const ColourTask range = ColourTask::from_code(task.code);
    if (range.even_rows != even_rows_) {
      even_rows_ = range.even_rows;
      units_ = all_units_.of(even_rows_);
    }
    if (!counter_.set_even_rows(even_rows_, stop)) return false;
    if (!counter_.has_pieces()) return true;
    const std::size_t end = std::size_t{range.first} + range.count;
    for (std::size_t first = range.first; first < end;) {
      const std::size_t count = batch(first, end);
      if (!count_batch(first, count, task, stop, tally)) return false;
      first += count;
    }
    return true;
  }

 private:
  const ColourClass& kind() const { return plan_.of_queens(std::popcount(even_rows_)); }

  /// Units from the first on that have the same pivot rows, as many as are counted together.
  std::size_t batch(std::size_t first, std::size_t end) const {
    const auto pivots = [&](std::size_t unit) {
      const LineSet rows = units_.at(unit);
      return std::pair{SecondRows(board_.white_second(), rows, kind().white.options.pivots).pivots,
                       SecondRows(board_.black_second(), all_lines(board_.odd()) & ~rows,
                                  kind().black.options.pivots)
                           .pivots};
    };
    if (!kind().is_batched) return 1;
    const double fit = most_batch_bytes_ / static_cast<double>(counter_.matrix_bytes());
    const auto most = static_cast<std::size_t>(std::clamp(fit, 1.0, most_batch_));
    std::size_t count = 1;
    const auto of_first = pivots(first);
    while (count < most && first + count < end && pivots(first + count) == of_first) ++count;
    return count;
  }

  bool count_batch(std::size_t first, std::size_t count, const Task& task,
                   const std::stop_token& stop, Tally& tally) {
    const LineSet all_odd = all_lines(board_.odd());
    std::vector<Unit> units;
    for (std::size_t i = first; i < first + count; ++i) {
      const LineSet white = units_.at(i);
      const LineSet black = all_odd & ~white;
      units.push_back({{white, lists_.white(white, kind(), counter_.white_listing())},
                       {black, lists_.black(black, kind(), counter_.black_listing())}});
    }
    std::vector<UnitCount> counts(count);
    if (!counter_.count(units, kind().white.options, kind().black.options, stop, counts)) {
      return false;
    }
    for (std::size_t i = 0; i < count; ++i) {
      tally.add(counts[i].solutions,
                board_.row_weight(even_rows_, units[i].white.rows) * task.weight);
      tally.add_nodes(counts[i].pairs);
    }
    return true;
  }

  const ColourBoard board_;
  const ColourUnits& all_units_;
  const ColourPlan& plan_;
  const SharedLists& lists_;
  const double most_batch_;
  const double most_batch_bytes_;
  LineSet even_rows_ = ~LineSet{0};
  std::vector<LineSet> units_;
  UnitCounter counter_;
};

class PreparedColourJoin final : public PreparedEngine {
 public:
  PreparedColourJoin(int board_size, const ColourJoinLimits& limits, const EngineOptions& options)
      : board_(board_size),
        units_(board_),
        limits_(limits),
        options_(options),
        plan_(board_, ColourEstimate(board_size), limits),
        lists_(board_, limits) {}

  std::unique_ptr<Worker> make_worker() const override {
    return std::make_unique<ColourWorker>(board_, units_, plan_,
                                          colour_kernels().best(options_.instruction_set), limits_,
                                          options_.count_nodes, lists_);
  }

 private:
  const ColourBoard board_;
  const ColourUnits units_;
  const ColourJoinLimits limits_;
  const EngineOptions options_;
  const ColourPlan plan_;
  const SharedLists lists_;
};

class ColourJoin final : public Engine {
 public:
  explicit ColourJoin(const ColourJoinLimits& limits) : limits_(limits) {}

  std::string_view name() const override { return "colour-join"; }
  std::string_view summary() const override {
    return "white and black squares counted apart and joined; fastest for large boards";
  }
  std::span<const std::string_view> decompositions() const override {
    static constexpr std::array<std::string_view, 1> kNames = {"row-sets"};
    return kNames;
  }
  base::InstructionSet instruction_set(base::InstructionSet most) const override {
    return colour_kernels().best(most).instruction_set;
  }
  std::string_view refusal(const Problem& problem) const override {
    return problem.is_plain() ? "" : "a restricted board";
  }
  double predicted_seconds(const Problem& problem, base::InstructionSet most) const override;
  MemoryNeed memory(const Problem& problem, const EngineOptions&) const override;

  std::unique_ptr<PreparedEngine> prepare(const Problem& problem,
                                          const EngineOptions& options) const override {
    return std::make_unique<PreparedColourJoin>(problem.board_size(), limits_, options);
  }

 private:
  const ColourJoinLimits limits_;
};

double ColourJoin::predicted_seconds(const Problem& problem, base::InstructionSet most) const {
  // One thread with AVX-512 on the machine of README.md: N = 10 to 23 counted, 24 to 28 the sum of
  // the predicted work of all units (colour_cost) times 1.15, which is right for 20 to 24.
  static constexpr double kSeconds[] = {0.0010, 0.0015, 0.0020, 0.0035, 0.0075, 0.015, 0.036,
                                        0.12,   0.38,   2.3,    9.0,    78,     340,   2900,
                                        13e3,   120e3,  540e3,  5.2e6,  24e6};
  constexpr int kFirst = 10;
  constexpr int kLast = 28;
  const int size = problem.board_size();
  double seconds = kSeconds[std::clamp(size, kFirst, kLast) - kFirst];
  for (int n = kLast + 1; n <= size; ++n) seconds *= n % 2 != 0 ? 9.0 : 5.0;
  const base::InstructionSet set = instruction_set(most);
  return seconds * (set == base::InstructionSet::avx512 ? 1.0
                    : set == base::InstructionSet::avx2 ? 1.3
                                                        : 3.0);
}

MemoryNeed ColourJoin::memory(const Problem& problem, const EngineOptions&) const {
  const int size = problem.board_size();
  return ColourPlan(ColourBoard(size), ColourEstimate(size), limits_).memory();
}

}  // namespace

const Engine& colour_join_engine() {
  static const ColourJoin engine{ColourJoinLimits{}};
  return engine;
}

std::unique_ptr<Engine> make_colour_join(const ColourJoinLimits& limits) {
  return std::make_unique<ColourJoin>(limits);
}

}  // namespace nqueens::counting
