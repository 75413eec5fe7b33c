// The bitmask engine around its kernels: replays the prefix, walks down to the rows that a kernel
// takes, and looks at the stop token in between.
#include "counting/rows/bitmask.hpp"

#include <cmath>

#include "counting/rows/attacks.hpp"
#include "counting/rows/kernels.hpp"
#include "counting/rows/row_engine.hpp"

namespace nqueens::counting {

namespace {

struct Descent {
  const Problem& problem;
  const BitmaskKernelsByRows& kernels;
  const std::stop_token& stop;
  SubtreeTally& tally;

  bool walk(int row, const Attacks& attacks) const {
    if (stop.stop_requested()) return false;
    const int rows_left = problem.board_size() - row;
    if (rows_left == 0) {
      ++tally.solutions;
      return true;
    }
    const std::uint32_t* allowed = problem.rows().data() + row;
    if (rows_left <= kKernelRows) {
      const BitmaskKernel kernel = kernels[static_cast<std::size_t>(rows_left - 1)];
      tally.solutions +=
          kernel(allowed, attacks.columns, attacks.diagonals, attacks.antidiagonals, tally.nodes);
      return true;
    }
    for (std::uint32_t free = attacks.free(*allowed); free != 0; free &= free - 1) {
      ++tally.nodes;
      if (!walk(row + 1, attacks.with(free & (0u - free)))) return false;
    }
    return true;
  }
};

class BitmaskEngine final : public RowEngine {
 public:
  std::string_view name() const override { return "bitmask"; }
  std::string_view summary() const override {
    return "three-word bitmask backtracking, serves every restricted problem";
  }
  base::InstructionSet instruction_set(base::InstructionSet most) const override {
    return bitmask_kernels().best(most).instruction_set;
  }
  double predicted_seconds(const Problem& problem, base::InstructionSet most) const override {
    // 15 queens take one thread 0.38 s with BMI2 and 0.41 s without; a step of N is a factor of
    // about 8 and slowly rising.
    const double at_16 = instruction_set(most) == base::InstructionSet::bmi2 ? 3.0 : 3.3;
    return at_16 * std::pow(8.0, problem.board_size() - 16);
  }

  bool count_below(const Problem& problem, const EngineOptions& options, RowPrefix prefix,
                   const std::stop_token& stop, SubtreeTally& tally) const override {
    Attacks attacks;
    for (int row = 0; row < options.depth; ++row) {
      const std::uint32_t queen = 1u << prefix.column(row);
      if ((queen & attacks.free(problem.allowed(row))) == 0) return true;
      attacks = attacks.with(queen);
    }
    const BitmaskKernels& kernels = bitmask_kernels().best(options.instruction_set);
    return Descent{problem, options.count_nodes ? kernels.counting : kernels.plain, stop, tally}
        .walk(options.depth, attacks);
  }
};

}  // namespace

const Engine& bitmask_engine() {
  static const BitmaskEngine engine;
  return engine;
}

}  // namespace nqueens::counting
