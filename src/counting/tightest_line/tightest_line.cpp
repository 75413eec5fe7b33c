// The engine around the walk of src/tightest_line/: starts it from the queens of a task, and looks
// at the stop token between steps.
#include <algorithm>
#include <cmath>

#include "counting/engine.hpp"
#include "counting/tightest_line/square_decomposition.hpp"
#include "tightest_line/kernels.hpp"
#include "tightest_line/walk.hpp"

namespace nqueens::counting {

namespace {

using tightest_line::Walk;

/// Queens placed between two looks at the stop token: some milliseconds.
constexpr std::uint64_t kQueensPerLook = 1 << 15;

/// Of a queen, on the machine of colour_join/README.md.
double seconds_per_queen(const Problem& problem, base::InstructionSet set) {
  const bool is_small = std::max(problem.rows(), problem.columns()) <= 32;
  switch (set) {
    case base::InstructionSet::avx512:
      return is_small ? 2.2e-8 : 4.3e-8;
    case base::InstructionSet::avx2:
      return is_small ? 3.1e-8 : 6.9e-8;
    default:
      return is_small ? 1.6e-7 : 3.2e-7;
  }
}

class TightestLineWorker final : public Worker {
 public:
  TightestLineWorker(const Problem& problem, const EngineOptions& options, int depth)
      : problem_(problem), depth_(depth), walk_(problem_, {}, options.instruction_set) {}

  bool count(const Task& task, const std::stop_token& stop, Tally& tally) override {
    walk_.start(queens_of(problem_, SquareChoices(task.code), depth_));
    std::uint64_t solutions = 0;  // by steps of one: does not wrap
    std::uint64_t queens = 0;
    for (Walk::Step step = Walk::Step::spent; step != Walk::Step::exhausted;) {
      if (stop.stop_requested()) return false;
      std::uint64_t budget = kQueensPerLook;
      step = walk_.count(budget, solutions);
      queens += kQueensPerLook - budget;
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

class PreparedTightestLine final : public PreparedEngine {
 public:
  using PreparedEngine::PreparedEngine;

  std::unique_ptr<Worker> make_worker(int depth) const override {
    return std::make_unique<TightestLineWorker>(problem(), options(), depth);
  }
};

class TightestLine final : public Engine {
 public:
  std::string_view name() const override { return "tightest-line"; }
  std::string_view summary() const override {
    return "backtracking by the row or column with the fewest free squares; any board to 64";
  }
  std::string_view decomposition_name() const override { return "squares"; }
  base::InstructionSet instruction_set(base::InstructionSet max) const override {
    return tightest_line::walk_kernels().best(max).instruction_set;
  }
  double predicted_seconds(const Problem& problem, base::InstructionSet max) const override {
    const double seconds = seconds_per_queen(problem, instruction_set(max));
    // Of 12 queens it places 106,000 and their mirror images; a step of N is a factor of 4.3 and
    // slowly rising.
    if (problem.is_plain()) return seconds * 1.06e5 * std::pow(4.5, problem.board_size() - 12);
    return seconds * predicted_nodes(problem);
  }
  std::shared_ptr<const Decomposition> decompose(const Problem& problem) const override {
    return square_decomposition(problem);
  }
  std::unique_ptr<PreparedEngine> prepare(const Problem& problem,
                                          const EngineOptions& options) const override {
    return std::make_unique<PreparedTightestLine>(*this, options, square_decomposition(problem));
  }
};

}  // namespace

const Engine& tightest_line_engine() {
  static const TightestLine engine;
  return engine;
}

}  // namespace nqueens::counting
