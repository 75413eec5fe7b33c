// The engine `simd` around its kernels: replays the prefix of a task, places queens in side columns
// until the rest fits the lanes, and weighs what the kernel counts in the rest.
#include "engine/simd/simd.hpp"

#include <algorithm>
#include <bit>

#include "base/arrays.hpp"

namespace nqueens::engine {

namespace {

class SimdWorker final : public Worker {
 public:
  SimdWorker(int board_size, int depth, const SimdKernels& kernel, const BatchLimits& limits)
      : board_size_(board_size),
        depth_(depth),
        side_columns_(side_columns(board_size, depth)),
        kernel_(kernel),
        limits_(limits),
        scratch_(kernel.scratch_bytes(limits)) {}

  bool count(const Task& task, const std::stop_token& stop, Tally& tally) override {
    bool valid = false;
    const SideQueens queens = SideQueens::decoded(board_size_, task.code, depth_, valid);
    if (stop.stop_requested()) return false;
    return !valid || place(queens, task.weight, stop, tally);
  }

 private:
  bool place(const SideQueens& queens, std::uint32_t weight, const std::stop_token& stop,
             Tally& tally) {
    if (queens.placed() == side_columns_) return count_rest(queens.rest(), weight, stop, tally);
    if (stop.stop_requested()) return false;
    for (std::uint32_t rows = queens.free_rows(); rows != 0; rows &= rows - 1) {
      if (!place(queens.with(std::countr_zero(rows)), weight, stop, tally)) return false;
    }
    return true;
  }

  /// Solutions whose queen of a border row is tied have half the weight (see simd.hpp). A tied
  /// queen in the first row is counted by a call of its own; those in the last row the kernel
  /// counts apart.
  bool count_rest(const SideQueens::Rest& rest, std::uint32_t weight, const std::stop_token& stop,
                  Tally& tally) {
    weight *= rest.weight;
    SubBoard board = rest.board;
    if (rest.ends_at_border) board.tied_columns = rest.tied_columns;
    if (!rest.begins_at_border) return run(board, weight, stop, tally);
    board.blocked[0] |= rest.tied_columns;
    if (!run(board, weight, stop, tally)) return false;
    board.blocked[0] = static_cast<std::uint16_t>(rest.board.blocked[0] | ~rest.tied_columns);
    board.tied_columns = 0;
    return run(board, weight / 2, stop, tally);
  }

  bool run(const SubBoard& board, std::uint32_t weight, const std::stop_token& stop, Tally& tally) {
    for (int row = 0; row < board.rows; ++row) {
      if ((board.columns & ~board.blocked[row]) == 0) return true;
    }
    const StopPoll poll = {&stop, [](const void* token) {
                             return static_cast<const std::stop_token*>(token)->stop_requested();
                           }};
    SubBoardCount count;
    if (!kernel_.count(board, scratch_.data(), limits_, poll, count)) return false;
    tally.add(count.solutions - count.tied, weight);
    if (count.tied != 0) tally.add(count.tied, weight / 2);
    tally.add_nodes(count.nodes);
    return true;
  }

  const int board_size_;
  const int depth_;
  const int side_columns_;
  const SimdKernels& kernel_;
  const BatchLimits limits_;
  base::ScratchMemory scratch_;
};

std::string_view refusal(const Problem& problem) {
  if (!problem.is_plain()) return "a restricted board";
  return problem.board_size() > kMaxCountSize ? "boards above 32" : "";
}

double predicted_seconds(const Problem& problem, base::InstructionSet max) {
  // For one thread on Zen 4; each row more takes 7.3 to 8.5 times as long.
  const double at_18 = max >= base::InstructionSet::avx512 ? kSecondsAt18
                       : max >= base::InstructionSet::avx2 ? 3.1
                                                           : 60;
  return grown(at_18, 8, problem.board_size() - 18);
}

std::unique_ptr<PreparedEngine> prepare(const Engine& engine, const Problem& problem,
                                        const EngineOptions& options) {
  const SimdKernels& kernel = simd_kernels().best(options.instruction_set);
  const MemoryNeed memory{.per_thread = kernel.scratch_bytes({}) + sizeof(SimdWorker)};
  return std::make_unique<PreparedEngine>(
      PreparedEngine{engine, options, side_column_decomposition(problem),
                     [size = problem.board_size(), &kernel](int depth) {
                       return make_simd_worker(size, depth, kernel, {});
                     },
                     memory});
}

}  // namespace

int side_columns(int board_size, int depth) {
  // Two of them decide the weight. Larger boards need more, since the rest has at most 16 columns.
  // A third column makes the tree 2 % larger (N = 16 to 18), a fourth 9 to 11 %, a sixth 41 %
  // (sampled, N = 18). With lanes of 32 bits two would do, but a vector holds half the states:
  // 4.5 ns a solution, against 2.6 to 3.0 in sampled tasks of N = 21 to 24.
  const int min = board_size < 2 ? 0 : 2;
  return std::max({depth, min, board_size - kMaxRest});
}

std::unique_ptr<Worker> make_simd_worker(int board_size, int depth, const SimdKernels& kernel,
                                         const BatchLimits& limits) {
  return std::make_unique<SimdWorker>(board_size, depth, kernel, limits);
}

Engine simd_engine() {
  return {.name = "simd",
          .decomposition_name = "side-columns",
          .summary =
              "vectorised backtracking between queens placed in the side columns; plain N x N "
              "boards only",
          .instruction_set =
              [](base::InstructionSet max) { return simd_kernels().best(max).instruction_set; },
          .refusal = refusal,
          .predicted_seconds = predicted_seconds,
          .decompose = side_column_decomposition,
          .make = prepare};
}

}  // namespace nqueens::engine
