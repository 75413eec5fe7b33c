// The loops behind the kernels that sum up. Included after kernel_count.hpp, in the same way; needs
// `Sums` with dot and sum_of, load_factors, filter, transpose_words, live_squares and fill_block as
// well.

inline std::uint32_t free_columns(const RowTree& tree, const WalkQueens& queens,
                                  std::uint32_t row) {
  const TreeRow& lines = tree.rows[row];
  return lines.columns &
         ~(queens.columns | static_cast<std::uint32_t>(queens.diagonals >> lines.diagonal) |
           static_cast<std::uint32_t>(queens.antidiagonals >> lines.antidiagonal));
}

inline WalkQueens with_queen(const RowTree& tree, const WalkQueens& queens, std::uint32_t row,
                             std::uint32_t column) {
  const TreeRow& lines = tree.rows[row];
  return {queens.columns | 1u << column,
          queens.diagonals | std::uint64_t{1} << (lines.diagonal + column),
          queens.antidiagonals | std::uint64_t{1} << (lines.antidiagonal + column)};
}

/// A walk of one unit through one lane table.
class LaneWalk {
 public:
  LaneWalk(const RowTree& tree, const LaneMasks& masks, WalkUnit& unit)
      : tree_(tree), masks_(masks), unit_(unit) {}

  void run(std::uint32_t rows, const WalkQueens& queens) {
    const auto first = static_cast<std::uint32_t>(__builtin_ctz(rows));
    const auto last = 31 - static_cast<std::uint32_t>(__builtin_clz(rows));
    make_last_squares(last, queens);
    if (first == last) {
      if (find_last_queens(last, queens)) sum_up(masks_.lines);
    } else {
      walk(rows, queens, masks_.lines, masks_.levels);
    }
    add_sums();
  }

 private:
  /// A queen in the last row: it completes a second placement.
  struct LastQueen {
    const std::uint8_t* square;  ///< the mask of what it leaves
    const std::uint8_t* factors;
    int digits;
  };

  /// Calls step(at) for each vector of a mask.
  template <typename Step>
  void for_each_vector(Step step) const {
    const std::size_t bytes = masks_.bytes;  // in a register: step may store
    for (std::size_t at = 0; at < bytes; at += sizeof(Bytes)) step(at);
  }

  /// What a queen attacks.
  struct Attacked {
    const std::uint8_t* diagonal;
    const std::uint8_t* antidiagonal;

    Bytes at(std::size_t at) const { return load(diagonal + at) | load(antidiagonal + at); }
  };
  Attacked attacked(std::uint32_t row, std::uint32_t column) const {
    const std::uint8_t* lines = tree_.lines[square_index(row, column)];
    return {masks_.lines + lines[0] * masks_.bytes, masks_.lines + lines[1] * masks_.bytes};
  }
  std::uint8_t* last_square(std::uint32_t column) const {
    return masks_.squares + column * masks_.bytes;
  }

  /// Each of them is read for many placements on the rows before.
  void make_last_squares(std::uint32_t row, const WalkQueens& queens) {
    for (std::uint32_t free = free_columns(tree_, queens, row); free != 0; free &= free - 1) {
      const auto column = static_cast<std::uint32_t>(__builtin_ctz(free));
      const Attacked lost = attacked(row, column);
      std::uint8_t* square = last_square(column);
      for_each_vector([=](std::size_t at) { store(square + at, ~lost.at(at)); });
    }
  }

  /// At least two rows.
  void walk(std::uint32_t rows, const WalkQueens& queens, const std::uint8_t* mask,
            std::uint8_t* level) {
    const auto row = static_cast<std::uint32_t>(__builtin_ctz(rows));
    rows &= rows - 1;
    const auto next = static_cast<std::uint32_t>(__builtin_ctz(rows));
    const bool is_next_last = (rows & (rows - 1)) == 0;
    for (std::uint32_t free = free_columns(tree_, queens, row); free != 0; free &= free - 1) {
      if (tree_.row_of_set[queens.columns | (free & (0u - free))] < 0) continue;
      const auto column = static_cast<std::uint32_t>(__builtin_ctz(free));
      const WalkQueens more = with_queen(tree_, queens, row, column);
      if (is_next_last && !find_last_queens(next, more)) continue;
      const Attacked lost = attacked(row, column);
      Bytes any = {};
      for_each_vector([&](std::size_t at) {
        const Bytes left = load(mask + at) & ~lost.at(at);
        store(level + at, left);
        any |= left;
      });
      if (!any_bit(any)) continue;
      if (is_next_last) {
        sum_up(level);
      } else {
        walk(rows, more, level, level + masks_.bytes);
      }
    }
  }

  /// False when there is none. Asks for the factors of the first two: they come from far away.
  bool find_last_queens(std::uint32_t row, const WalkQueens& queens) {
    last_queens_ = 0;
    for (std::uint32_t free = free_columns(tree_, queens, row); free != 0; free &= free - 1) {
      const std::int32_t of_set = tree_.row_of_set[queens.columns | (free & (0u - free))];
      if (of_set < 0) continue;
      const auto index = static_cast<std::size_t>(of_set);
      last_queen_[last_queens_++] = {last_square(static_cast<std::uint32_t>(__builtin_ctz(free))),
                                     unit_.factors + index * tree_.stride, unit_.digits[index]};
    }
    ask_for(0);
    ask_for(1);
    return last_queens_ > 0;
  }

  void ask_for(std::size_t queen) const {
    if (queen >= last_queens_) return;
    const std::uint8_t* factors = last_queen_[queen].factors;
    for (int digit = 0; digit < last_queen_[queen].digits; ++digit, factors += tree_.plane) {
      for (std::size_t lane = masks_.first_lane; lane < masks_.end_lane; lane += kBlockBytes) {
        __builtin_prefetch(factors + lane);
      }
    }
  }

  /// Two queens at a time: what is left of the mask is read once, and no sum waits for the other.
  void sum_up(const std::uint8_t* mask) {
    for (std::size_t i = 0; i < last_queens_; i += 2) {
      ask_for(i + 2);
      ask_for(i + 3);
      const LastQueen& one = last_queen_[i];
      const bool has_other = i + 1 < last_queens_;
      const LastQueen& other = last_queen_[has_other ? i + 1 : i];
      const int digits = one.digits > other.digits ? one.digits : other.digits;
      const std::size_t vectors = 2 * masks_.bytes / sizeof(Bytes);
      if (vectors_added_ + vectors > kMaxVectors) add_sums();
      vectors_added_ += vectors;
      if (digits > 2) {
        add_digits(one, mask);
        if (has_other) add_digits(other, mask);
      } else if (!has_other) {
        digits == 1 ? add_one<1>(one, mask) : add_one<2>(one, mask);
      } else {
        digits == 1 ? add_two<1>(one, other, mask) : add_two<2>(one, other, mask);
      }
    }
  }

  Bytes counts(const LastQueen& queen, const std::uint8_t* mask, std::size_t at) const {
    return popcounts(load(mask + at) & load(queen.square + at));
  }
  Bytes factors_of(const LastQueen& queen, int digit, std::size_t at) const {
    return load_factors(queen.factors + static_cast<std::size_t>(digit) * tree_.plane, masks_, at);
  }

  template <int kDigits>
  void add_one(const LastQueen& queen, const std::uint8_t* mask) {
    Sums low = sums_[0];
    Sums high = sums_[1];
    for_each_vector([&](std::size_t at) {
      const Bytes bits = counts(queen, mask, at);
      dot(low, factors_of(queen, 0, at), bits);
      if (kDigits == 2) dot(high, factors_of(queen, 1, at), bits);
    });
    sums_[0] = low;
    sums_[1] = high;
  }

  template <int kDigits>
  void add_two(const LastQueen one, const LastQueen other, const std::uint8_t* mask) {
    Sums low[2] = {sums_[0]};
    Sums high[2] = {sums_[1]};
    for_each_vector([&](std::size_t at) {
      const Bytes bits[2] = {counts(one, mask, at), counts(other, mask, at)};
      dot(low[0], factors_of(one, 0, at), bits[0]);
      dot(low[1], factors_of(other, 0, at), bits[1]);
      if (kDigits == 2) {
        dot(high[0], factors_of(one, 1, at), bits[0]);
        dot(high[1], factors_of(other, 1, at), bits[1]);
      }
    });
    sums_[0] = low[0] + low[1];
    sums_[1] = high[0] + high[1];
  }

  /// Any number of digits.
  void add_digits(const LastQueen& queen, const std::uint8_t* mask) {
    for (int digit = 0; digit < queen.digits; ++digit) {
      Sums sums = {};
      for_each_vector([&](std::size_t at) {
        dot(sums, factors_of(queen, digit, at), counts(queen, mask, at));
      });
      unit_.sums[digit] += sum_of(sums);
    }
  }

  void add_sums() {
    for (int digit = 0; digit < 2; ++digit) {
      unit_.sums[digit] += sum_of(sums_[digit]);
      sums_[digit] = Sums{};
    }
    vectors_added_ = 0;
  }

  const RowTree tree_;
  const LaneMasks masks_;
  WalkUnit& unit_;
  Sums sums_[2] = {};              ///< of the lowest digits
  std::size_t vectors_added_ = 0;  ///< to them, at most
  LastQueen last_queen_[kRowSquares];
  std::size_t last_queens_ = 0;
};

void sum_lanes(const RowTree& tree, std::uint32_t rows, const WalkQueens& queens,
               const LaneMasks& masks, WalkUnit& unit) {
  LaneWalk(tree, masks, unit).run(rows, queens);
}

/// Up to 64 first placements as bits: for every square of a row, by square_index(), those that its
/// queen leaves.
struct WordTable {
  alignas(64) std::uint64_t squares[kSquares];
  const std::uint16_t* lanes = nullptr;
};

inline void add_words(const RowTree& tree, WalkUnit& unit, std::size_t row, std::uint64_t left,
                      const std::uint16_t* lanes) {
  const std::uint8_t* factors = unit.factors + row * tree.stride;
  const int digits = unit.digits[row];
  for (int digit = 0; digit < digits; ++digit, factors += tree.plane) {
    std::uint64_t sum = 0;
    for (std::uint64_t bits = left; bits != 0; bits &= bits - 1) {
      sum += factors[lanes[__builtin_ctzll(bits)]];
    }
    unit.sums[digit] += sum;
  }
}

void walk_words(const RowTree& tree, std::uint32_t node, const WalkQueens& queens,
                std::uint64_t mask, const WordTable& table) {
  for (std::uint32_t child = tree.nodes[node].first_child; child != 0;
       child = tree.nodes[child].next_sibling) {
    const TreeNode& next = tree.nodes[child];
    const std::uint64_t* squares = table.squares + square_index(next.row, 0);
    std::uint32_t free = free_columns(tree, queens, next.row) & live_squares(mask, squares);
    for (; free != 0; free &= free - 1) {
      const std::int32_t row = tree.row_of_set[queens.columns | (free & (0u - free))];
      if (row < 0) continue;
      const auto column = static_cast<std::uint32_t>(__builtin_ctz(free));
      const std::uint64_t left = mask & squares[column];
      if (next.first_child != 0) {
        walk_words(tree, child, with_queen(tree, queens, next.row, column), left, table);
        continue;
      }
      add_words(tree, tree.units[next.first_unit], static_cast<std::size_t>(row), left,
                table.lanes);
    }
  }
}

inline void walk_as_words(const RowTree& tree, std::uint32_t node, const WalkQueens& queens,
                          const WalkList& list) {
  // Lines beside the quarter have no placement: columns of a row lie side by side.
  constexpr std::size_t kLines = 31;
  std::uint64_t diagonals[kLineRoom] = {};
  std::uint64_t antidiagonals[kLineRoom] = {};
  std::uint64_t lines[64];
  transpose_words(list.lines, list.size, lines);
  __builtin_memcpy(diagonals + kBesideLines, lines + 1, kLines * 8);
  __builtin_memcpy(antidiagonals + kBesideLines, lines + 1 + kLines, kLines * 8);
  const std::uint64_t all = lines[0];
  WordTable table;
  table.lanes = list.lanes;
  for (std::uint32_t rows = tree.nodes[node].rows_below; rows != 0; rows &= rows - 1) {
    const auto row = static_cast<std::size_t>(__builtin_ctz(rows));
    const std::uint64_t* of_diagonals = diagonals + tree.rows[row].diagonal_line;
    const std::uint64_t* of_antidiagonals = antidiagonals + tree.rows[row].antidiagonal_line;
    std::uint64_t* squares = table.squares + square_index(row, 0);
    for (std::size_t column = 0; column < kRowSquares; ++column) {
      squares[column] = all & ~(of_diagonals[column] | of_antidiagonals[column]);
    }
  }
  walk_words(tree, node, queens, all, table);
}

void sum_list(const RowTree& tree, std::uint32_t node, const WalkQueens& queens,
              const WalkList& list) {
  const std::uint32_t first = tree.nodes[node].first_child;
  if (list.size <= 64 || tree.nodes[first].first_child == 0) {
    for (std::size_t at = 0; at < list.size; at += 64) {
      const std::size_t size = list.size - at < 64 ? list.size - at : 64;
      walk_as_words(tree, node, queens, {list.lines + at, list.lanes + at, size});
    }
    return;
  }
  for (std::uint32_t child = first; child != 0; child = tree.nodes[child].next_sibling) {
    const std::uint32_t row = tree.nodes[child].row;
    for (std::uint32_t free = free_columns(tree, queens, row); free != 0; free &= free - 1) {
      if (tree.row_of_set[queens.columns | (free & (0u - free))] < 0) continue;
      const auto column = static_cast<std::uint32_t>(__builtin_ctz(free));
      WalkList left{list.lines + kWalkRoom, list.lanes + kWalkRoom, 0};
      left.size = filter(list.lines, list.lanes, list.size,
                         tree.attacked[square_index(row, column)], left.lines, left.lanes);
      if (left.size > 0) sum_list(tree, child, with_queen(tree, queens, row, column), left);
    }
  }
}

typedef std::uint16_t Numbers __attribute__((vector_size(16), may_alias));
typedef std::uint8_t NumberBytes __attribute__((vector_size(8), may_alias));
constexpr std::size_t kBlock = 8;  // numbers of a vector: blocks of 8 x 8 are transposed

/// Transposes 8 x 8 numbers in three rounds of interleaving.
inline void transpose(Numbers (&block)[kBlock]) {
  for (int round = 0; round < 3; ++round) {
    Numbers next[kBlock];
#pragma GCC unroll 4
    for (std::size_t i = 0; i < kBlock / 2; ++i) {
      next[2 * i] = __builtin_shufflevector(block[i], block[i + 4], 0, 8, 1, 9, 2, 10, 3, 11);
      next[2 * i + 1] = __builtin_shufflevector(block[i], block[i + 4], 4, 12, 5, 13, 6, 14, 7, 15);
    }
    for (std::size_t i = 0; i < kBlock; ++i) block[i] = next[i];
  }
}

void make_factors(const PairMatrix& numbers, const NumberWeights& weights,
                  const FactorMatrix& factors) {
  for (std::size_t i = 0; i < numbers.rows; i += kBlock) {
    const Numbers of_rows = *reinterpret_cast<const Numbers*>(weights.rows + i);
    for (std::size_t j = 0; j < numbers.stride; j += kBlock) {
      Numbers block[kBlock];
      for (std::size_t y = 0; y < kBlock; ++y) {
        block[y] =
            *reinterpret_cast<const Numbers*>(numbers.numbers + (i + y) * numbers.stride + j);
      }
      transpose(block);
      std::uint8_t* out = factors.bytes + j * factors.stride + i;
      for (std::size_t x = 0; x < kBlock; ++x) {
        const Numbers of_column = Numbers{} + weights.columns[j + x];
        const Numbers factor = block[x] * (of_rows < of_column ? of_rows : of_column);
        *reinterpret_cast<NumberBytes*>(out + x * factors.stride) =
            __builtin_convertvector(factor & 0xFF, NumberBytes);
        if (factors.digits == 2) {
          *reinterpret_cast<NumberBytes*>(out + factors.plane() + x * factors.stride) =
              __builtin_convertvector(factor >> 8, NumberBytes);
        }
      }
    }
  }
}

constexpr Kernels all_kernels(base::InstructionSet set, std::size_t window) {
  return {set,         filter,  window,    fill_block, square_mask, walk_masks,
          count_pairs, largest, sum_lanes, sum_list,   make_factors};
}
