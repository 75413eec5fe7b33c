// The depth-first walk of the MRV search as kernels see it (see base/cpu_features.hpp). All
// instruction sets walk through the same nodes in the same order.
#pragma once

#include <cstdint>

#include "base/cpu_features.hpp"

namespace nqueens::mrv {

/// This bit of a line's number says that the line is a column.
inline constexpr std::uint32_t kIsColumn = 64;
/// A rank has this many bits; the number of free squares comes above them.
inline constexpr int kRankBits = 16;

/// A `Word` can hold as many rows or columns as it has bits.
template <typename Word>
inline constexpr int kLines = 8 * static_cast<int>(sizeof(Word));

/// Some lines have their queens; the others are open.
template <typename Word>
struct alignas(64) Node {
  Word rows[kLines<Word>];     ///< free columns of each open row
  Word columns[kLines<Word>];  ///< free rows of each open column
  Word open_rows;
  Word open_columns;  ///< none if there are more columns than rows: they may stay empty
  Word untried;       ///< squares of the line that the next queen goes to
  std::uint32_t line;
};

/// Tells which squares of a line a queen attacks: distances, by how far the line is from hers.
enum class Reach {
  diagonals,  ///< `left` to both sides
  any,        ///< `left`, `right`, and `aside` to both sides
};

template <typename Word>
struct alignas(64) Tree {
  /// The nodes on the way that have squares left to try lie from `bottom` to below `top`.
  Node<Word> nodes[kLines<Word> + 1];
  /// At index kLines + i stand the distances to the attacked squares of the line i lines above the
  /// queen's. kLines or more is no attack.
  Word left[2 * kLines<Word>];
  Word right[2 * kLines<Word>];
  Word aside[2 * kLines<Word>];
  /// Of lines with equally few free squares the one with the least rank is taken. The lowest seven
  /// bits of a rank are the number of the line.
  Word row_ranks[kLines<Word>];
  Word column_ranks[kLines<Word>];
  std::uint8_t queens[kLines<Word>];  ///< column of each row's queen
  int bottom;
  int top;
  bool is_new;  ///< the walk begins at nodes[0], where no line is chosen yet
  Reach reach;
  /// Gives a number below `bound`, for a random order of squares; null for ascending order.
  std::uint32_t (*below)(void* random, std::uint32_t bound);
  void* random;
};

enum class Step {
  found,      ///< a solution
  exhausted,  ///< there is none left
  spent,      ///< the budget is 0: call again
};

/// Goes on with the walk; every queen placed takes one from the budget.
template <typename Word>
using WalkKernel = Step (*)(Tree<Word>& tree, std::uint64_t& budget, std::uint64_t& solutions);

struct WalkKernels {
  base::InstructionSet instruction_set;
  /// Goes on to the next solution.
  WalkKernel<std::uint32_t> next32;
  WalkKernel<std::uint64_t> next64;
  /// Goes on to the end, adding up the solutions; never returns `found`.
  WalkKernel<std::uint32_t> count32;
  WalkKernel<std::uint64_t> count64;
};

extern const WalkKernels kPortable;
extern const WalkKernels kAvx2;
extern const WalkKernels kAvx512;
const base::KernelTable<WalkKernels>& walk_kernels();

}  // namespace nqueens::mrv
