// The depth-first walk of the MRV search as the kernels see it (see base/cpu_features.hpp).
// Those of all instruction sets walk through the same nodes in the same order.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/cpu_features.hpp"

namespace nqueens::mrv {

/// The bit of a line's number that says it is a column.
inline constexpr std::uint32_t kIsColumn = 64;
/// Ranks have fewer bits; the number of free squares comes above them.
inline constexpr int kRankBits = 16;

/// Rows and columns of up to as many lines as `Word` has bits.
template <typename Word>
inline constexpr int kLines = 8 * static_cast<int>(sizeof(Word));

/// The queens of some lines are placed, the others are open.
template <typename Word>
struct alignas(64) Node {
  Word rows[kLines<Word>];     ///< free columns of each open row
  Word columns[kLines<Word>];  ///< free rows of each open column
  Word open_rows;
  Word open_columns;  ///< none on boards with more columns than rows: they may stay empty
  Word untried;       ///< squares of the line that the next queen goes to
  std::uint32_t line;
};

/// Which squares of a line a queen attacks, by the line's distance from hers.
enum class Reach {
  diagonals,  ///< `left` to both sides
  any,        ///< `left`, `right`, and `aside` to both sides
};

template <typename Word>
struct alignas(64) Tree {
  /// The nodes between the start of the walk and its place that have squares left to try, from
  /// `bottom` up to below `top`.
  Node<Word> nodes[kLines<Word> + 1];
  /// Distances to the attacked squares of the line i lines above the queen's are at index
  /// kLines + i. No distance where it is kLines or more.
  Word left[2 * kLines<Word>];
  Word right[2 * kLines<Word>];
  Word aside[2 * kLines<Word>];
  /// Of lines with equally few free squares the one of least rank is taken. The lowest seven bits
  /// are the number of the line.
  Word row_ranks[kLines<Word>];
  Word column_ranks[kLines<Word>];
  std::uint8_t queens[kLines<Word>];  ///< column of each row's queen
  int bottom;
  int top;
  bool is_new;  ///< the walk begins at nodes[0], whose line is not chosen yet
  Reach reach;
  /// A number below `bound`, for a random order of squares; null for the ascending order.
  std::uint32_t (*below)(void* random, std::uint32_t bound);
  void* random;
};

enum class Step {
  found,      ///< a solution
  exhausted,  ///< there is none left
  spent,      ///< the budget is 0; call again
};

/// Goes on, and takes one from the budget for every queen placed.
template <typename Word>
using WalkKernel = Step (*)(Tree<Word>& tree, std::uint64_t& budget, std::uint64_t& solutions);

struct WalkKernels {
  base::InstructionSet instruction_set;
  /// To the next solution.
  WalkKernel<std::uint32_t> next32;
  WalkKernel<std::uint64_t> next64;
  /// To the end, adding up the solutions: never `found`.
  WalkKernel<std::uint32_t> count32;
  WalkKernel<std::uint64_t> count64;
};

extern const WalkKernels kPortable;
extern const WalkKernels kAvx2;
extern const WalkKernels kAvx512;
const base::KernelTable<WalkKernels>& walk_kernels();

}  // namespace nqueens::mrv
