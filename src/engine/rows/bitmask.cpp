// The bitmask engine around its kernels: replays the prefix, places queens until a kernel can count
// the remaining rows, and checks the stop token in between.
#include <array>
#include <cstdint>

#include "engine/engine.hpp"
#include "engine/rows/bitmask_kernels.hpp"
#include "engine/rows/row_decomposition.hpp"

namespace nqueens::engine {

namespace {

/// The attacked lines, shifted to the next row, are the three words of Richards' backtracker.
struct Attacks {
  std::uint32_t columns = 0;
  std::uint32_t diagonals = 0;
  std::uint32_t antidiagonals = 0;

  std::uint32_t free(std::uint64_t allowed) const {
    return static_cast<std::uint32_t>(allowed) & ~(columns | diagonals | antidiagonals);
  }
  /// Returns the attacks on the row after next, once `queen` (one bit) stands in the next row.
  Attacks with(std::uint32_t queen) const {
    return {columns | queen, (diagonals | queen) << 1, (antidiagonals | queen) >> 1};
  }
};

struct SubtreeCount {
  std::uint64_t solutions = 0;
  std::uint64_t nodes = 0;  ///< partial placements below the prefix, solutions included
};

struct BitmaskSearch {
  const Problem& problem;
  const std::uint32_t* masks;  ///< by row
  const BitmaskKernelsByRows& kernels;
  const std::stop_token& stop;
  SubtreeCount& count;

  bool walk(int row, const Attacks& attacks) const {
    if (stop.stop_requested()) return false;
    const int rows_left = problem.rows() - row;
    if (rows_left == 0) {
      ++count.solutions;
      return true;
    }
    const std::uint32_t* allowed = masks + row;
    if (rows_left <= kKernelRows) {
      const BitmaskKernel kernel = kernels[static_cast<std::size_t>(rows_left - 1)];
      count.solutions +=
          kernel(allowed, attacks.columns, attacks.diagonals, attacks.antidiagonals, count.nodes);
      return true;
    }
    for (std::uint32_t free = attacks.free(*allowed); free != 0; free &= free - 1) {
      ++count.nodes;
      if (!walk(row + 1, attacks.with(free & (0u - free)))) return false;
    }
    return true;
  }
};

class BitmaskWorker final : public Worker {
 public:
  BitmaskWorker(const Problem& problem, const EngineOptions& options, int depth)
      : problem_(problem),
        depth_(depth),
        kernels_(options.count_nodes ? bitmask_kernels().best(options.instruction_set).counting
                                     : bitmask_kernels().best(options.instruction_set).plain) {
    for (int row = 0; row < problem.rows(); ++row) {
      masks_[static_cast<std::size_t>(row)] = static_cast<std::uint32_t>(problem.allowed(row));
    }
  }

  bool count(const Task& task, const std::stop_token& stop, Tally& tally) override {
    const RowPrefix prefix(task.code);
    Attacks attacks;
    for (int row = 0; row < depth_; ++row) {
      const std::uint32_t queen = 1u << prefix[row];
      if ((queen & attacks.free(problem_.allowed(row))) == 0) return true;
      attacks = attacks.with(queen);
    }
    SubtreeCount below;
    if (!BitmaskSearch{problem_, masks_.data(), kernels_, stop, below}.walk(depth_, attacks))
      return false;
    tally.add(below.solutions, task.weight);
    tally.add_nodes(below.nodes);
    return true;
  }

 private:
  const Problem problem_;
  const int depth_;
  const BitmaskKernelsByRows& kernels_;
  std::array<std::uint32_t, kMaxCountSize> masks_{};
};

std::string_view refusal(const Problem& problem) {
  return problem.variant() != Variant::queens ? "variants of queens" : refusal_of_rows(problem);
}

double predicted_seconds(const Problem& problem, base::InstructionSet max) {
  // N = 15 takes one thread 0.38 s with BMI2 and 0.41 s without; each step of N is a factor of
  // about 8.
  const double slower = max >= base::InstructionSet::bmi2 ? 1.0 : 1.1;
  if (problem.is_plain()) return grown(slower * 3.0, 8, problem.board_size() - 16);
  return slower * kSecondsPerRowQueen * predicted_row_nodes(problem);
}

}  // namespace

Engine bitmask_engine() {
  return {.name = "bitmask",
          .decomposition_name = "rows",
          .summary = "bitmask backtracking; also for boards with given or blocked squares",
          .instruction_set =
              [](base::InstructionSet max) { return bitmask_kernels().best(max).instruction_set; },
          .refusal = refusal,
          .predicted_seconds = predicted_seconds,
          .decompose = row_decomposition,
          .make = prepare_with<BitmaskWorker>};
}

}  // namespace nqueens::engine
