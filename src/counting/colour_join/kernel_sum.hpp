// The loops behind the kernels that sum up. Included after kernel_count.hpp, in the same way; needs
// `Sums` with dot and sum_of, load_factors, filter and transpose_words as well.

inline std::uint32_t free_columns(const RowTree& tree, const WalkQueens& queens,
                                  std::uint32_t row) {
  const TreeRow& lines = tree.rows[row];
  return tree.all_columns &
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

/// The two masks that a queen takes away.
struct QueenMasks {
  const std::uint8_t* diagonal;
  const std::uint8_t* antidiagonal;
};

inline QueenMasks queen_masks(const RowTree& tree, const LaneMasks& masks, std::uint32_t row,
                              std::uint32_t column) {
  const std::uint8_t* lines = tree.lines[square_index(row, column)];
  return {masks.lines + lines[0] * masks.stride, masks.lines + lines[1] * masks.stride};
}

/// Sums up the factors of a unit.
class SumLeaf {
 public:
  SumLeaf(const RowTree& tree, const LaneMasks& masks, WalkUnit& unit)
      : tree_(tree), masks_(masks), unit_(unit) {}

  void add(std::size_t row, const std::uint8_t* mask, const QueenMasks& queen) {
    const std::uint8_t* factors = unit_.factors + row * tree_.stride;
    const int digits = unit_.digits[row];
    blocks_ += masks_.bytes / kBlockBytes;
    if (blocks_ > kMaxBlocks) {
      finish();
      blocks_ = masks_.bytes / kBlockBytes;
    }
    if (digits == 1) {
      add_digits<1>(sums_, factors, mask, queen);
    } else if (digits == 2) {
      add_digits<2>(sums_, factors, mask, queen);
    } else {
      for (int digit = 0; digit < digits; ++digit) {
        Sums sums[1] = {};
        add_digits<1>(sums, factors + static_cast<std::size_t>(digit) * tree_.plane, mask, queen);
        unit_.sums[digit] += sum_of(sums[0]);
      }
    }
  }
  void finish() {
    unit_.sums[0] += sum_of(sums_[0]);
    unit_.sums[1] += sum_of(sums_[1]);
    sums_[0] = sums_[1] = Sums{};
  }

 private:
  template <std::size_t kDigits>
  void add_digits(Sums* sums, const std::uint8_t* factors, const std::uint8_t* mask,
                  const QueenMasks& queen) const {
    Sums more[kDigits];
    for (std::size_t digit = 0; digit < kDigits; ++digit) more[digit] = sums[digit];
    const std::uint32_t* lanes = masks_.lanes;
    for (std::size_t at = 0; at < masks_.bytes; at += kBlockBytes) {
      const std::uint8_t* of_block = factors + *lanes++;
#pragma GCC unroll 4
      for (std::size_t i = 0; i < kBlockBytes; i += sizeof(Bytes)) {
        const Bytes left = load(mask + at + i) &
                           ~(load(queen.diagonal + at + i) | load(queen.antidiagonal + at + i));
        const Bytes counts = popcounts(left);
#pragma GCC unroll 2
        for (std::size_t digit = 0; digit < kDigits; ++digit) {
          dot(more[digit],
              load_factors(of_block + digit * tree_.plane + i, masks_.byte_lanes + at + i), counts);
        }
      }
    }
    for (std::size_t digit = 0; digit < kDigits; ++digit) sums[digit] = more[digit];
  }

  const RowTree& tree_;
  const LaneMasks& masks_;
  WalkUnit& unit_;
  Sums sums_[2] = {};
  std::size_t blocks_ = 0;  ///< in the sums
};

/// The second placements that end in the row.
inline void end_walk(const RowTree& tree, std::uint32_t row, const WalkQueens& queens,
                     const LaneMasks& masks, const std::uint8_t* mask, SumLeaf& leaf) {
  for (std::uint32_t free = free_columns(tree, queens, row); free != 0; free &= free - 1) {
    const std::int32_t of_set = tree.row_of_set[queens.columns | (free & (0u - free))];
    if (of_set < 0) continue;
    leaf.add(static_cast<std::size_t>(of_set), mask,
             queen_masks(tree, masks, row, static_cast<std::uint32_t>(__builtin_ctz(free))));
  }
}

void walk_lanes(const RowTree& tree, std::uint32_t rows, const WalkQueens& queens,
                const LaneMasks& masks, const std::uint8_t* mask, std::uint8_t* level,
                SumLeaf& leaf) {
  const auto row = static_cast<std::uint32_t>(__builtin_ctz(rows));
  rows &= rows - 1;
  if (rows == 0) {
    end_walk(tree, row, queens, masks, mask, leaf);
    return;
  }
  for (std::uint32_t free = free_columns(tree, queens, row); free != 0; free &= free - 1) {
    const auto column = static_cast<std::uint32_t>(__builtin_ctz(free));
    const QueenMasks queen = queen_masks(tree, masks, row, column);
    Bytes any = {};
    for (std::size_t at = 0; at < masks.bytes; at += sizeof(Bytes)) {
      const Bytes left =
          load(mask + at) & ~(load(queen.diagonal + at) | load(queen.antidiagonal + at));
      store(level + at, left);
      any |= left;
    }
    if (!any_bit(any)) continue;
    walk_lanes(tree, rows, with_queen(tree, queens, row, column), masks, level, level + masks.bytes,
               leaf);
  }
}

void sum_lanes(const RowTree& tree, std::uint32_t rows, const WalkQueens& queens,
               const LaneMasks& masks, WalkUnit& unit) {
  SumLeaf leaf(tree, masks, unit);
  walk_lanes(tree, rows, queens, masks, masks.lines, masks.levels, leaf);
  leaf.finish();
}

/// Up to 64 first placements as bits. Lines by their numbers in a word of lines.
struct WordTable {
  std::uint64_t lines[64];
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
    for (std::uint32_t free = free_columns(tree, queens, next.row); free != 0; free &= free - 1) {
      const auto column = static_cast<std::uint32_t>(__builtin_ctz(free));
      const std::uint8_t* lines = tree.lines[square_index(next.row, column)];
      const std::uint64_t left = mask & ~(table.lines[lines[0]] | table.lines[lines[1]]);
      if (left == 0) continue;
      if (next.first_child != 0) {
        walk_words(tree, child, with_queen(tree, queens, next.row, column), left, table);
        continue;
      }
      const std::int32_t row = tree.row_of_set[queens.columns | 1u << column];
      if (row < 0) continue;
      add_words(tree, tree.units[next.first_unit], static_cast<std::size_t>(row), left,
                table.lanes);
    }
  }
}

inline void walk_as_words(const RowTree& tree, std::uint32_t node, const WalkQueens& queens,
                          const WalkList& list) {
  WordTable table;
  transpose_words(list.lines, list.size, table.lines);
  table.lanes = list.lanes;
  walk_words(tree, node, queens, table.lines[0], table);
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
#pragma GCC unroll 8
    for (std::size_t i = 0; i < kBlock; ++i) block[i] = next[i];
  }
}

void make_factors(const PairMatrix& numbers, const NumberWeights& weights,
                  const FactorMatrix& factors) {
  for (std::size_t i = 0; i < numbers.rows; i += kBlock) {
    const Numbers of_rows = *reinterpret_cast<const Numbers*>(weights.rows + i);
    for (std::size_t j = 0; j < numbers.stride; j += kBlock) {
      Numbers block[kBlock];
#pragma GCC unroll 8
      for (std::size_t y = 0; y < kBlock; ++y) {
        block[y] =
            *reinterpret_cast<const Numbers*>(numbers.numbers + (i + y) * numbers.stride + j);
      }
      transpose(block);
      std::uint8_t* out = factors.bytes + j * factors.stride + i;
#pragma GCC unroll 8
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
