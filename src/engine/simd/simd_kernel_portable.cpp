// The kernel of the engine `simd` for machines without AVX2, and everywhere for rests of a few
// rows: plain backtracking with the same look-ahead, so that nodes are the same. And the table of
// kernels.
#include <utility>

#include "engine/simd/simd_kernels.hpp"

namespace nqueens::engine {

namespace {

/// This many rows are counted without checking the stop token: some milliseconds.
constexpr int kRowsWithoutPoll = 11;

struct SubBoardWalk {
  const SubBoard& board;
  const StopPoll& stop;
  SubBoardCount& count;
  bool stopped = false;
};

std::uint64_t squares(std::uint32_t mask) {
  return static_cast<std::uint64_t>(__builtin_popcount(mask));
}

/// Places the queens of the last kRows rows. `free` are the columns without a queen; `diagonals`
/// and `antidiagonals` are attacked along diagonals in the first of these rows. Bits off the board
/// do no harm.
template <int kRows>
void place(SubBoardWalk& walk, std::uint32_t free, std::uint32_t diagonals,
           std::uint32_t antidiagonals) {
  const int row = walk.board.rows - kRows;
  std::uint32_t open = free & ~(diagonals | antidiagonals | walk.board.blocked[row]);
  if constexpr (kRows == 1) {
    walk.count.solutions += squares(open);
    walk.count.tied += squares(open & walk.board.tied_columns);
  } else {
    if constexpr (kRows == kRowsWithoutPoll) {
      walk.stopped = walk.stopped || walk.stop.requested(walk.stop.token);
      if (walk.stopped) return;
    }
    for (; open != 0; open &= open - 1) {
      const std::uint32_t queen = open & (0u - open);
      const std::uint32_t child_free = free ^ queen;
      const std::uint32_t child_diagonals = (diagonals | queen) << walk.board.gap[row];
      const std::uint32_t child_antidiagonals = (antidiagonals | queen) >> walk.board.gap[row];
      constexpr int kChildRows = kRows - 1;
      if constexpr (kChildRows >= 3) {
        std::uint32_t l = child_diagonals;
        std::uint32_t r = child_antidiagonals;
        std::uint32_t somewhere = 0;
        bool alive = true;
        for (int ahead = 1; ahead <= rows_ahead(kChildRows); ++ahead) {
          const std::uint32_t there = child_free & ~(l | r | walk.board.blocked[row + ahead]);
          alive = static_cast<int>(alive) & static_cast<int>(there != 0);
          somewhere |= there;
          if (ahead == rows_ahead(kChildRows)) break;
          l <<= walk.board.gap[row + ahead];
          r >>= walk.board.gap[row + ahead];
        }
        if (columns_ahead(kChildRows)) {
          alive = static_cast<int>(alive) & static_cast<int>(somewhere == child_free);
        }
        if (!alive) continue;
        ++walk.count.nodes;
      }
      place<kChildRows>(walk, child_free, child_diagonals, child_antidiagonals);
    }
  }
}

using Start = void (*)(SubBoardWalk&, std::uint32_t, std::uint32_t, std::uint32_t);

template <int... kRows>
constexpr Start start_for(int rows, std::integer_sequence<int, kRows...>) {
  Start start = nullptr;
  ((rows == kRows + 1 ? void(start = place<kRows + 1>) : void()), ...);
  return start;
}

bool count_portable(const SubBoard& board, void* /*scratch*/, const BatchLimits& /*limits*/,
                    const StopPoll& stop, SubBoardCount& count) {
  if (board.rows == 0) {
    ++count.solutions;
    return true;
  }
  SubBoardWalk walk{board, stop, count};
  start_for(board.rows, std::make_integer_sequence<int, kMaxRest>{})(walk, board.columns, 0, 0);
  return !walk.stopped;
}

std::size_t no_scratch(const BatchLimits& /*limits*/) {
  return 0;
}

}  // namespace

const SimdKernels kSimdPortable = {base::InstructionSet::portable, count_portable, no_scratch};

const base::KernelTable<SimdKernels>& simd_kernels() {
  static const base::KernelTable<SimdKernels> table = {
    &kSimdPortable,
#if defined(__x86_64__)
    &kSimdAvx2,
    &kSimdAvx512,
#endif
  };
  return table;
}

}  // namespace nqueens::engine
