// Walks through second placements, for every vector width: sum_lanes and count_lanes. It stands in
// the unnamed namespace of each instruction set's file, like colour_kernel_loops.hpp.

/// Returns the columns of a row that no queen attacks and that, with those taken, make a set with
/// factors, or part of one.
inline std::uint32_t free_columns(const RowTree& tree, const WalkQueens& queens,
                                  std::uint32_t row) {
  const TreeRow& lines = tree.rows[row];
  return lines.columns & tree.columns_after[queens.columns] &
         ~(static_cast<std::uint32_t>(queens.diagonals >> lines.diagonal) |
           static_cast<std::uint32_t>(queens.antidiagonals >> lines.antidiagonal));
}

inline WalkQueens with_queen(const RowTree& tree, const WalkQueens& queens, std::uint32_t row,
                             std::uint32_t column) {
  const TreeRow& lines = tree.rows[row];
  return {queens.columns | 1u << column,
          queens.diagonals | std::uint64_t{1} << (lines.diagonal + column),
          queens.antidiagonals | std::uint64_t{1} << (lines.antidiagonal + column)};
}

/// A walk of one unit through one lane table: sums up factors, or counts.
template <bool kCounts>
class LaneWalk {
 public:
  LaneWalk(const RowTree& tree, const LaneMasks& masks, WalkUnit& unit)
      : tree_(tree), masks_(masks), unit_(unit) {}

  void run(std::uint32_t rows, const WalkQueens& queens) {
    const std::uint32_t last = last_row(rows);
    make_squares(last, queens, 0);
    const std::uint32_t others = rows & ~(1u << last);
    if (others == 0) {
      if (find_last_queens(last, queens)) sum_up(masks_.lines, masks_.lines);
    } else {
      make_squares(last_row(others), queens, 1);
      walk(rows, queens, masks_.lines, masks_.levels);
    }
    if (!kCounts) add_sums();
  }

 private:
  using Byte = std::conditional_t<kCounts, std::uint8_t, const std::uint8_t>;

  /// A queen in the last row completes a second placement.
  struct LastQueen {
    const std::uint8_t* square;  ///< the mask of what it leaves
    Byte* row;                   ///< factors, or counts
  };

  static std::uint32_t last_row(std::uint32_t rows) {
    return 31 - static_cast<std::uint32_t>(__builtin_clz(rows));
  }

  struct Attacked {
    const std::uint8_t* diagonal;
    const std::uint8_t* antidiagonal;

    Bytes at(std::size_t at) const { return load(diagonal + at) | load(antidiagonal + at); }
  };
  Attacked attacked(std::uint32_t row, std::uint32_t column) const {
    const std::uint8_t* lines = tree_.lines[square_index(row, column)];
    return {masks_.lines + lines[0] * masks_.bytes, masks_.lines + lines[1] * masks_.bytes};
  }

  /// Returns the mask of what a queen here leaves, in the last row (0) or the one before (1).
  std::uint8_t* square(std::size_t which, std::uint32_t column) const {
    return masks_.squares + (which * kRowSquares + column) * masks_.bytes;
  }

  /// Makes them in advance, since many placements on the rows before read them.
  void make_squares(std::uint32_t row, const WalkQueens& queens, std::size_t which) {
    const std::size_t bytes = masks_.bytes;  // a copy: a store might change the member
    for (std::uint32_t free = free_columns(tree_, queens, row); free != 0; free &= free - 1) {
      const auto column = static_cast<std::uint32_t>(__builtin_ctz(free));
      const Attacked lost = attacked(row, column);
      std::uint8_t* out = square(which, column);
      for (std::size_t at = 0; at < bytes; at += sizeof(Bytes)) store(out + at, ~lost.at(at));
    }
  }

  /// Precondition: at least two rows.
  void walk(std::uint32_t rows, const WalkQueens& queens, const std::uint8_t* mask,
            std::uint8_t* level) {
    const auto row = static_cast<std::uint32_t>(__builtin_ctz(rows));
    rows &= rows - 1;
    const auto next = static_cast<std::uint32_t>(__builtin_ctz(rows));
    const bool is_next_last = (rows & (rows - 1)) == 0;
    for (std::uint32_t free = free_columns(tree_, queens, row); free != 0; free &= free - 1) {
      const auto column = static_cast<std::uint32_t>(__builtin_ctz(free));
      const WalkQueens more = with_queen(tree_, queens, row, column);
      if (is_next_last) {
        if (find_last_queens(next, more)) sum_up(mask, square(1, column));
      } else if (leave(mask, row, column, level)) {
        walk(rows, more, level, level + masks_.bytes);
      }
    }
  }

  /// Finds what a queen leaves of a mask; returns false if that is nothing.
  bool leave(const std::uint8_t* mask, std::uint32_t row, std::uint32_t column,
             std::uint8_t* level) const {
    const std::size_t bytes = masks_.bytes;
    const Attacked lost = attacked(row, column);
    Bytes any = {};
    for (std::size_t at = 0; at < bytes; at += sizeof(Bytes)) {
      const Bytes left = load(mask + at) & ~lost.at(at);
      store(level + at, left);
      any |= left;
    }
    return any_bit(any);
  }

  /// Returns false if there is none. Prefetches what is read first: it comes from far away.
  bool find_last_queens(std::uint32_t row, const WalkQueens& queens) {
    std::size_t found = 0;
    int digits = 1;
    for (std::uint32_t free = free_columns(tree_, queens, row); free != 0; free &= free - 1) {
      const auto column = static_cast<std::uint32_t>(__builtin_ctz(free));
      const auto index =
          static_cast<std::size_t>(tree_.row_of_set[queens.columns | (free & (0u - free))]);
      if constexpr (kCounts) {
        last_queen_[found++] = {square(0, column), unit_.counts + index * tree_.stride};
      } else {
        last_queen_[found++] = {square(0, column), unit_.factors + index * tree_.stride};
        if (unit_.digits[index] > digits) digits = unit_.digits[index];
      }
    }
    last_queens_ = found;
    last_digits_ = digits;
    ask_for(0);
    return found > 0;
  }

  /// Prefetches the rows of the queens that are summed up together with this first one.
  void ask_for(std::size_t first) const {
    for (std::size_t i = first; i < last_queens_ && i < first + kQueensTogether; ++i) {
      const std::uint8_t* row = last_queen_[i].row;
      for (int digit = 0; digit < last_digits_; ++digit, row += tree_.plane) {
        for (std::size_t lane = masks_.first_lane; lane < masks_.end_lane; lane += kBlockBytes) {
          __builtin_prefetch(row + lane);
        }
      }
    }
  }

  /// Adds the factors of all queens found in the last row, or counts. `before` is the mask of the
  /// square in the row before; what its queen leaves of `mask` is found here.
  void sum_up(const std::uint8_t* mask, const std::uint8_t* before) {
    for (std::size_t i = 0; i < last_queens_; i += kQueensTogether) {
      ask_for(i + kQueensTogether);
      const std::size_t queens =
          last_queens_ - i < kQueensTogether ? last_queens_ - i : kQueensTogether;
      const LastQueen* first = last_queen_ + i;
      if constexpr (kCounts) {
        add_some<0>(queens, first, mask, before);
        continue;
      }
      const std::size_t vectors = queens * masks_.bytes / sizeof(Bytes);
      if (vectors_added_ + vectors > kMaxVectors) add_sums();
      vectors_added_ += vectors;
      if (last_digits_ == 1) {
        add_some<1>(queens, first, mask, before);
      } else if (last_digits_ == 2) {
        add_some<2>(queens, first, mask, before);
      } else {
        for (std::size_t queen = 0; queen < queens; ++queen) {
          add_digits(first[queen], mask, before);
        }
      }
    }
  }

  /// Factors have kDigits digits; 0 if there are none.
  template <int kDigits>
  void add_some(std::size_t queens, const LastQueen* first, const std::uint8_t* mask,
                const std::uint8_t* before) {
    static_assert(kQueensTogether == 6);
    switch (queens) {
      case 1:
        return add<1, kDigits>(first, mask, before);
      case 2:
        return add<2, kDigits>(first, mask, before);
      case 3:
        return add<3, kDigits>(first, mask, before);
      case 4:
        return add<4, kDigits>(first, mask, before);
      case 5:
        return add<5, kDigits>(first, mask, before);
      default:
        return add<kQueensTogether, kDigits>(first, mask, before);
    }
  }

  /// Takes several queens at a time: what the queen in the row before leaves is found once for all
  /// of them, and is not stored.
  template <std::size_t kQueens, int kDigits>
  void add(const LastQueen* first, const std::uint8_t* mask, const std::uint8_t* before) {
    if constexpr (kDigits == 0) return count<kQueens>(first, mask, before);
    const std::size_t bytes = masks_.bytes;
    const std::size_t plane = tree_.plane;
    LastQueen queens[kQueens];
#pragma GCC unroll 6
    for (std::size_t i = 0; i < kQueens; ++i) queens[i] = first[i];
    Sums low[kQueens] = {sums_[0]};
    Sums high[kQueens] = {sums_[1]};
    for (std::size_t at = 0; at < bytes; at += sizeof(Bytes)) {
      const Bytes left = load(mask + at) & load(before + at);
#pragma GCC unroll 6
      for (std::size_t i = 0; i < kQueens; ++i) {
        const Bytes bits = popcounts(left & load(queens[i].square + at));
        dot(low[i], load_factors(queens[i].row, masks_, at), bits);
        if (kDigits == 2) dot(high[i], load_factors(queens[i].row + plane, masks_, at), bits);
      }
    }
#pragma GCC unroll 6
    for (std::size_t i = 1; i < kQueens; ++i) {
      low[0] += low[i];
      high[0] += high[i];
    }
    sums_[0] = low[0];
    if (kDigits == 2) sums_[1] = high[0];
  }

  /// Blocks of the same lanes are added up before the counts are touched.
  template <std::size_t kQueens>
  void count(const LastQueen* first, const std::uint8_t* mask, const std::uint8_t* before) {
    LastQueen queens[kQueens];
#pragma GCC unroll 6
    for (std::size_t i = 0; i < kQueens; ++i) queens[i] = first[i];
    std::size_t end = 0;
    for (std::size_t begin = 0; begin < masks_.bytes; begin = end) {
      end = end_of_lanes(begin);
      for (std::size_t part = 0; part < kBlockBytes; part += sizeof(Bytes)) {
        Bytes sums[kQueens] = {};
        for (std::size_t at = begin + part; at < end; at += kBlockBytes) {
          const Bytes left = load(mask + at) & load(before + at);
#pragma GCC unroll 6
          for (std::size_t i = 0; i < kQueens; ++i) {
            sums[i] += popcounts(left & load(queens[i].square + at));
          }
        }
        add_counts<kQueens>(queens, masks_.lanes[begin / kBlockBytes] + part, sums);
      }
    }
  }

  /// Returns the end of the blocks with the same lanes: at most 31, since a byte holds 248.
  std::size_t end_of_lanes(std::size_t begin) const {
    const std::uint32_t* lanes = masks_.lanes + begin / kBlockBytes;
    std::size_t blocks = 1;
    const std::size_t left = (masks_.bytes - begin) / kBlockBytes;
    while (blocks < 31 && blocks < left && lanes[blocks] == lanes[0]) ++blocks;
    return begin + blocks * kBlockBytes;
  }

  template <std::size_t kQueens>
  void add_counts(const LastQueen* queens, std::size_t lane, const Bytes* sums) const {
    Bytes carries[kQueens];
    Bytes any = {};
#pragma GCC unroll 6
    for (std::size_t i = 0; i < kQueens; ++i) {
      const Bytes low = load(queens[i].row + lane) + sums[i];
      store(queens[i].row + lane, low);
      carries[i] = reinterpret_cast<Bytes>(low < sums[i]);
      any |= carries[i];
    }
    if (!any_bit(any)) return;
    for (std::size_t i = 0; i < kQueens; ++i) {
      std::uint8_t* at = queens[i].row + tree_.plane + lane;
      const Bytes high = load(at);
      store(at, high - (carries[i] & reinterpret_cast<Bytes>(high < ~Bytes{})));
    }
  }

  void add_digits(const LastQueen& queen, const std::uint8_t* mask, const std::uint8_t* before) {
    const std::uint8_t* factors = queen.row;
    for (int digit = 0; digit < last_digits_; ++digit, factors += tree_.plane) {
      Sums sums = {};
      for (std::size_t at = 0; at < masks_.bytes; at += sizeof(Bytes)) {
        const Bytes left = load(mask + at) & load(before + at);
        dot(sums, load_factors(factors, masks_, at), popcounts(left & load(queen.square + at)));
      }
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
  std::size_t vectors_added_ = 0;  ///< added to them, at most
  LastQueen last_queen_[kRowSquares];
  std::size_t last_queens_ = 0;
  int last_digits_ = 0;  ///< the most of any of their factors
};

void sum_lanes(const RowTree& tree, std::uint32_t rows, const WalkQueens& queens,
               const LaneMasks& masks, WalkUnit& unit) {
  LaneWalk<false>(tree, masks, unit).run(rows, queens);
}

void count_lanes(const RowTree& tree, std::uint32_t rows, const WalkQueens& queens,
                 const LaneMasks& masks, WalkUnit& unit) {
  LaneWalk<true>(tree, masks, unit).run(rows, queens);
}
