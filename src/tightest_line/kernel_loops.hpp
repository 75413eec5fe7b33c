// The walk by the tightest line over the operations `Board` of an instruction set. Included by each
// kernel file inside its unnamed namespace.
//
// `Board<Word, kReach>` holds the free squares of all lines. It is made from a node, store() copies
// it to one; place() removes what a queen attacks; row(), column() give the free squares of one
// line; has_empty() tells whether an open line has none; single_rows(), single_columns() give the
// lines with one at most; tightest() the least of (free squares << kRankBits | rank) of open lines.
// NOLINTNEXTLINE(llvm-header-guard): included once by each kernel file.
#pragma once

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

template <typename Word, Reach kReach, bool kCounts>
Outcome walk(Tree<Word>& tree, std::uint64_t& budget, std::uint64_t& solutions) {
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
      if (budget == 0) return Outcome::spent;
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
    // Takes the single free square of a line. False where nothing is left to do here: a queen
    // placed a moment ago attacks it, or the budget is spent.
    const auto take = [&](std::uint32_t line, Word free) {
      if (free == 0) return false;
      if (budget == 0) {
        push(line, free);
        return false;
      }
      --budget;
      place(line, free);
      return true;
    };
    // Lines with a single free square first, all of them: nothing is there to come back to, and no
    // line needs to be chosen.
    for (;;) {
      if (open_rows == 0) {
        if (!kCounts) return Outcome::found;
        ++solutions;
        break;
      }
      if (board.has_empty(open_rows, open_columns)) break;
      Word rows = board.single_rows() & open_rows;
      Word columns = board.single_columns() & open_columns;
      if ((rows | columns) == 0) {
        const std::uint32_t line = board.tightest(open_rows, open_columns) % (2 * kIsColumn);
        const int index = static_cast<int>(line % kIsColumn);
        Word free = (line & kIsColumn) != 0 ? board.column(index) : board.row(index);
        if (budget == 0) {
          push(line, free);
          break;
        }
        --budget;
        const Word square = pick(tree, free);
        push(line, free & ~square);
        place(line, square);
        continue;
      }
      bool goes_on = true;
      for (; goes_on && rows != 0; rows &= rows - 1) {
        const int row = lowest(rows);
        goes_on = take(static_cast<std::uint32_t>(row), board.row(row));
      }
      for (columns &= open_columns; goes_on && columns != 0;
           columns = columns & (columns - 1) & open_columns) {
        const int column = lowest(columns);
        goes_on = take(kIsColumn + static_cast<std::uint32_t>(column), board.column(column));
      }
      if (!goes_on) break;
    }
  }
  return Outcome::exhausted;
}

template <typename Word, bool kCounts>
Outcome walk(Tree<Word>& tree, std::uint64_t& budget, std::uint64_t& solutions) {
  return tree.reach == Reach::diagonals
             ? walk<Word, Reach::diagonals, kCounts>(tree, budget, solutions)
             : walk<Word, Reach::any, kCounts>(tree, budget, solutions);
}

template <typename Word>
Outcome next(Tree<Word>& tree, std::uint64_t& budget) {
  std::uint64_t none = 0;
  return walk<Word, false>(tree, budget, none);
}

template <typename Word>
Outcome count(Tree<Word>& tree, std::uint64_t& budget, std::uint64_t& solutions) {
  return walk<Word, true>(tree, budget, solutions);
}

constexpr WalkKernels kernels_of(base::InstructionSet set) {
  return {set, next<std::uint32_t>, next<std::uint64_t>, count<std::uint32_t>,
          count<std::uint64_t>};
}
