// Kernels of the walk for any processor, and the table of all kernels.
#include "mrv/mrv_kernels.hpp"

namespace nqueens::mrv {

namespace {

#include "mrv/mrv_kernel_loops.hpp"

/// A distance of kLines<Word> or more stands for no attack.
template <typename Word>
inline Word shifted_left(Word bit, Word distance) {
  return distance < kLines<Word> ? static_cast<Word>(bit << distance) : Word{0};
}
template <typename Word>
inline Word shifted_right(Word bit, Word distance) {
  return distance < kLines<Word> ? static_cast<Word>(bit >> distance) : Word{0};
}

template <typename Word, Reach kReach>
class PortableBoard {
 public:
  PortableBoard(const Tree<Word>& tree, const Node<Word>& node) : tree_(tree) {
    __builtin_memcpy(rows_, node.rows, sizeof rows_);
    __builtin_memcpy(columns_, node.columns, sizeof columns_);
  }
  void store(Node<Word>& node) const {
    __builtin_memcpy(node.rows, rows_, sizeof rows_);
    __builtin_memcpy(node.columns, columns_, sizeof columns_);
  }

  void place(int row, int column) {
    remove(rows_, row, column);
    remove(columns_, column, row);
  }

  Word row(int index) const { return rows_[index]; }
  Word column(int index) const { return columns_[index]; }

  bool has_empty(Word open_rows, Word open_columns) const {
    return ((empty(rows_) & open_rows) | (empty(columns_) & open_columns)) != 0;
  }

  std::uint32_t tightest(Word open_rows, Word open_columns) const {
    std::uint32_t least = ~std::uint32_t{0};
    look(rows_, tree_.row_ranks, open_rows, least);
    look(columns_, tree_.column_ranks, open_columns, least);
    return least;
  }

 private:
  void remove(Word* lines, int line, int square) const {
    const Word bit = Word{1} << square;
    const int first = kLines<Word> - line;
    for (int i = 0; i < kLines<Word>; ++i) {
      const Word left = tree_.left[first + i];
      Word attacked = bit | shifted_left(bit, left);
      if constexpr (kReach == Reach::diagonals) {
        attacked |= shifted_right(bit, left);
      } else {
        const Word aside = tree_.aside[first + i];
        attacked |= shifted_right(bit, tree_.right[first + i]) | shifted_left(bit, aside) |
                    shifted_right(bit, aside);
      }
      lines[i] &= ~attacked;
    }
  }

  static Word empty(const Word* lines) {
    Word found = 0;
    for (int i = 0; i < kLines<Word>; ++i) found |= Word{lines[i] == 0} << i;
    return found;
  }

  static void look(const Word* lines, const Word* ranks, Word open, std::uint32_t& least) {
    for (; open != 0; open &= open - 1) {
      const int line = __builtin_ctzll(open);
      const auto free = static_cast<std::uint32_t>(__builtin_popcountll(lines[line]));
      const std::uint32_t key = free << kRankBits | static_cast<std::uint32_t>(ranks[line]);
      if (key < least) least = key;
    }
  }

  const Tree<Word>& tree_;
  Word rows_[kLines<Word>];
  Word columns_[kLines<Word>];
};

}  // namespace

const WalkKernels kPortable = kernels_of<PortableBoard>(base::InstructionSet::portable);

const base::KernelTable<WalkKernels>& walk_kernels() {
  static const base::KernelTable<WalkKernels> table = {
    &kPortable,
#if defined(__x86_64__)
    &kAvx2,
    &kAvx512,
#endif
  };
  return table;
}

}  // namespace nqueens::mrv
