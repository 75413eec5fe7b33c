// The walk over the `Board` of an instruction set, and the board for sets that have vectors. Each
// kernel file includes this inside its unnamed namespace: nothing compiled with its flags may be
// shared with other files.

/// A vector of an instruction set holds some lines of a board, one word each.
template <typename Word>
struct Vector;

template <typename Word, Reach kReach>
class VectorBoard {
  using Words = Vector<Word>;
  static constexpr unsigned kVectors = unsigned{kLines<Word>} / Words::kLanes;

 public:
  VectorBoard(const Tree<Word>& tree, const Node<Word>& node) : tree_(tree) {
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

template <typename Word>
inline int lowest(Word word) {
  return __builtin_ctzll(word);
}

template <typename Word>
inline std::uint32_t squares(Word word) {
  return static_cast<std::uint32_t>(__builtin_popcountll(word));
}

template <typename Word>
inline Word pick(const Tree<Word>& tree, Word untried) {
  if (tree.below != nullptr) {
    for (auto skipped = tree.below(tree.random, squares(untried)); skipped > 0; --skipped) {
      untried &= untried - 1;
    }
  }
  return untried & (Word{0} - untried);
}

/// `Board<Word, kReach>` holds the free squares of all lines. It is made from a node; store()
/// copies it to one. place() removes what a queen attacks. row() and column() give the free squares
/// of one line. has_empty() tells whether an open line has none. tightest() gives the least (free
/// squares << kRankBits | rank) of the open lines.
template <template <typename, Reach> class Board, Reach kReach, bool kCounts, typename Word>
Step walk(Tree<Word>& tree, std::uint64_t& budget, std::uint64_t& solutions) {
  while (tree.is_new || tree.top > tree.bottom) {
    Node<Word>& from = tree.nodes[tree.is_new ? 0 : tree.top - 1];
    Board<Word, kReach> board(tree, from);
    Word open_rows = from.open_rows;
    Word open_columns = from.open_columns;
    const auto place = [&](std::uint32_t line, Word square) {
      const int on_line = lowest(square);
      const int own = static_cast<int>(line % kIsColumn);
      const int row = (line & kIsColumn) != 0 ? on_line : own;
      const int column = (line & kIsColumn) != 0 ? own : on_line;
      tree.queens[row] = static_cast<std::uint8_t>(column);
      open_rows &= ~(Word{1} << row);
      open_columns &= ~(Word{1} << column);
      board.place(row, column);
    };
    if (tree.is_new) {
      tree.is_new = false;
    } else {
      if (budget == 0) return Step::spent;
      --budget;
      const Word square = pick(tree, from.untried);
      from.untried &= ~square;
      if (from.untried == 0) --tree.top;
      place(from.line, square);
    }
    const auto push = [&](std::uint32_t line, Word free) {
      Node<Word>& node = tree.nodes[tree.top++];
      board.store(node);
      node.open_rows = open_rows;
      node.open_columns = open_columns;
      node.untried = free;
      node.line = line;
    };
    for (;;) {
      if (open_rows == 0) {
        if (!kCounts) return Step::found;
        ++solutions;
        break;
      }
      if (board.has_empty(open_rows, open_columns)) break;
      if (kCounts && (open_rows & (open_rows - 1)) == 0) {
        const std::uint32_t last = squares(board.row(lowest(open_rows)));
        if (last <= budget) {
          budget -= last;
          solutions += last;
          break;
        }
      }
      const std::uint32_t line = board.tightest(open_rows, open_columns) % (2 * kIsColumn);
      const int index = static_cast<int>(line % kIsColumn);
      const Word free = (line & kIsColumn) != 0 ? board.column(index) : board.row(index);
      if (budget == 0) {
        push(line, free);
        break;
      }
      --budget;
      // A line with one free square leaves nothing to come back to.
      if ((free & (free - 1)) == 0) {
        place(line, free);
        continue;
      }
      const Word square = pick(tree, free);
      push(line, free & ~square);
      place(line, square);
    }
  }
  return Step::exhausted;
}

template <template <typename, Reach> class Board, bool kCounts, typename Word>
Step walk_board(Tree<Word>& tree, std::uint64_t& budget, std::uint64_t& solutions) {
  return tree.reach == Reach::diagonals
             ? walk<Board, Reach::diagonals, kCounts>(tree, budget, solutions)
             : walk<Board, Reach::any, kCounts>(tree, budget, solutions);
}

template <template <typename, Reach> class Board>
constexpr WalkKernels kernels_of(base::InstructionSet set) {
  return {set, walk_board<Board, false>, walk_board<Board, false>, walk_board<Board, true>,
          walk_board<Board, true>};
}
