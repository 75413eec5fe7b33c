// The lines of a board as vectors, for the kernels that have some: over the operations
// `Vector<Word>` of an instruction set. Included by their files inside an unnamed namespace.
// NOLINTNEXTLINE(llvm-header-guard): included once by each kernel file.
#pragma once

template <typename Word, Reach kReach>
class Board {
  using Words = Vector<Word>;
  static constexpr unsigned kVectors = unsigned{kLines<Word>} / Words::kLanes;

 public:
  Board(const Tree<Word>& tree, const Node<Word>& node) : tree_(tree) {
    for (unsigned v = 0; v < kVectors; ++v) {
      rows_[v] = Words::load(node.rows + v * Words::kLanes);
      columns_[v] = Words::load(node.columns + v * Words::kLanes);
    }
  }
  void store(Node<Word>& node) const {
    for (unsigned v = 0; v < kVectors; ++v) {
      rows_[v].store(node.rows + v * Words::kLanes);
      columns_[v].store(node.columns + v * Words::kLanes);
    }
  }

  void place(int row, int column) {
    remove(rows_, row, column);
    remove(columns_, column, row);
  }

  Word row(int index) const { return Words::lane(rows_, index); }
  Word column(int index) const { return Words::lane(columns_, index); }

  bool has_empty(Word open_rows, Word open_columns) const {
    Word rows = 0;
    Word columns = 0;
    for (unsigned v = 0; v < kVectors; ++v) {
      rows |= Word{rows_[v].empty()} << (v * Words::kLanes);
      columns |= Word{columns_[v].empty()} << (v * Words::kLanes);
    }
    return ((rows & open_rows) | (columns & open_columns)) != 0;
  }

  Word single_rows() const { return single(rows_); }
  Word single_columns() const { return single(columns_); }

  std::uint32_t tightest(Word open_rows, Word open_columns) const {
    const Words least = least_key(rows_, tree_.row_ranks, open_rows);
    return least.smaller(least_key(columns_, tree_.column_ranks, open_columns)).smallest_lane();
  }

 private:
  void remove(Words* lines, int line, int square) const {
    const Words bit = Words::broadcast(Word{1} << square);
    const int first = kLines<Word> - line;
    for (unsigned v = 0; v < kVectors; ++v) {
      const auto distances = [&](const Word* of_lines) {
        return Words::load(of_lines + first + v * Words::kLanes);
      };
      const Words left = distances(tree_.left);
      if constexpr (kReach == Reach::diagonals) {
        lines[v] = lines[v].without(bit, bit.left(left), bit.right(left));
      } else {
        const Words aside = distances(tree_.aside);
        lines[v] = lines[v].without(bit, bit.left(left), bit.right(distances(tree_.right)));
        lines[v] = lines[v].without(bit, bit.left(aside), bit.right(aside));
      }
    }
  }

  static Word single(const Words* lines) {
    Word found = 0;
    for (unsigned v = 0; v < kVectors; ++v) {
      found |= Word{lines[v].single_or_empty()} << (v * Words::kLanes);
    }
    return found;
  }

  static Words least_key(const Words* lines, const Word* ranks, Word open) {
    Words least = lines[0].keys(Words::load(ranks), open);
    for (unsigned v = 1; v < kVectors; ++v) {
      const unsigned first = v * Words::kLanes;
      least = least.smaller(lines[v].keys(Words::load(ranks + first), open >> first));
    }
    return least;
  }

  const Tree<Word>& tree_;
  Words rows_[kVectors];
  Words columns_[kVectors];
};
