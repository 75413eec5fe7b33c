// The loops of the kernels, on vectors of one width. A file of one instruction set defines the
// vector types `Bytes` with popcounts and any_bit, `GranuleSums` with add_saturated, `Sums` with
// dot and sum_of; load_factors, filter and fill_block; and what kernel_states.hpp needs. Then it
// includes this header inside its unnamed namespace.

// Counting.

// As many sums as fit the registers beside the rest of the loop.
constexpr std::size_t kSums = 4;
constexpr std::size_t kTileVectors = kTileBytes / sizeof(Bytes);
constexpr std::size_t kPasses = kTileVectors / kSums;
static_assert(kPasses * kSums == kTileVectors);

// A byte holds the sums of this many entries: 31 x 8 = 248.
constexpr std::uint32_t kEntriesPerByteSum = 31;
static_assert(kEntriesPerByteSum * 8 <= 255);

inline Bytes load(const std::uint8_t* from) {
  return *reinterpret_cast<const Bytes*>(from);
}

inline void store(std::uint8_t* to, Bytes value) {
  *reinterpret_cast<Bytes*>(to) = value;
}

void square_mask(const std::uint8_t* all, const std::uint8_t* diagonal,
                 const std::uint8_t* antidiagonal, std::uint8_t* out) {
  for (std::size_t at = 0; at < kTileBytes; at += sizeof(Bytes)) {
    store(out + at, load(all + at) & ~(load(diagonal + at) | load(antidiagonal + at)));
  }
}

void walk_masks(const MaskStep* steps, std::size_t count, const std::uint8_t* squares,
                std::uint8_t* levels, std::uint8_t* masks) {
  for (const MaskStep* next = steps; next != steps + count; ++next) {
    const MaskStep& step = *next;
    const std::uint8_t* from = levels + step.level * kTileBytes;
    const std::uint8_t* square = squares + step.square * kTileBytes;
    std::uint8_t* to = levels + (step.level + 1) * kTileBytes;
    if (step.is_leaf) {
      to = masks;
      masks += kTileBytes;
    }
    for (std::size_t at = 0; at < kTileBytes; at += sizeof(Bytes)) {
      store(to + at, load(from + at) & load(square + at));
    }
  }
}

typedef std::uint8_t GranuleBytes __attribute__((vector_size(16), may_alias));
inline GranuleBytes granule_at(const std::uint8_t* sums, std::size_t granule) {
  return *reinterpret_cast<const GranuleBytes*>(sums + granule * kGranuleBytes);
}

/// Adds the byte sums of a tile to the matrix row. Granules of the same lanes follow each other and
/// are added up first: a number that is read right after it was written has to wait for the write
/// (half of the whole loop at N = 22 before).
inline void add_granules(const PairTile& tile, const std::uint8_t* sums, std::uint16_t* numbers) {
  for (std::size_t granule = 0; granule < tile.granules;) {
    const std::uint32_t lane = tile.granule_lanes[granule];
    GranuleSums more = __builtin_convertvector(granule_at(sums, granule), GranuleSums);
    while (++granule < tile.granules && tile.granule_lanes[granule] == lane) {
      more += __builtin_convertvector(granule_at(sums, granule), GranuleSums);  // 16 x 248 at most
    }
    add_saturated(*reinterpret_cast<GranuleSums*>(numbers + lane), more);
  }
}

void count_pairs(const PairEntries& entries, const std::int32_t* row_of_set, const PairTile& tile,
                 const PairMatrix& matrix) {
  alignas(64) std::uint8_t sums[kTileBytes];
  for (std::size_t set = 0; set < entries.sets; ++set) {
    const std::int32_t row = row_of_set[entries.column_sets[set]];
    if (row < 0) continue;
    const std::uint32_t set_begin = entries.begins[set];
    std::uint32_t left = entries.begins[set + 1] - set_begin;
    std::uint16_t* numbers = matrix.numbers + static_cast<std::size_t>(row) * matrix.stride;
    for (const std::uint32_t* next = entries.entries + set_begin; left > 0;) {
      const std::uint32_t count = left < kEntriesPerByteSum ? left : kEntriesPerByteSum;
      bool found = false;
      for (std::size_t pass = 0; pass < kPasses; ++pass) {
        const std::size_t offset = pass * kSums * sizeof(Bytes);
        if (pass > 0 && offset >= tile.granules * kGranuleBytes) break;
        const std::uint8_t* heads = tile.heads + offset;
        const std::uint8_t* tails = tile.tails + offset;
        Bytes sum[kSums] = {};
        for (std::uint32_t i = 0; i < count; ++i) {
          const std::uint8_t* head = heads + head_of(next[i]) * kTileBytes;
          const std::uint8_t* tail = tails + tail_of(next[i]) * kTileBytes;
#pragma GCC unroll 8
          for (std::size_t at = 0; at < kSums; ++at) {
            sum[at] += popcounts(load(head + at * sizeof(Bytes)) & load(tail + at * sizeof(Bytes)));
          }
        }
        Bytes all = {};
#pragma GCC unroll 8
        for (std::size_t at = 0; at < kSums; ++at) {
          store(sums + offset + at * sizeof(Bytes), sum[at]);
          all |= sum[at];
        }
        found |= any_bit(all);
      }
      // Often nothing is found if placements have many queens.
      if (found) add_granules(tile, sums, numbers);
      next += count;
      left -= count;
    }
  }
}

std::uint16_t largest(const PairMatrix& matrix) {
  typedef std::uint16_t Wide __attribute__((vector_size(sizeof(Bytes)), may_alias));
  constexpr std::size_t kPerVector = sizeof(Wide) / 2;
  Wide most = {};
  const std::size_t size = matrix.rows * matrix.stride;
  for (std::size_t at = 0; at < size; at += kPerVector) {
    const Wide numbers = *reinterpret_cast<const Wide*>(matrix.numbers + at);
    most = numbers > most ? numbers : most;
  }
  std::uint16_t result = 0;
  for (std::size_t i = 0; i < kPerVector; ++i) {
    if (most[i] > result) result = most[i];
  }
  return result;
}

void join_bytes(const std::uint8_t* counts, const PairMatrix& matrix) {
  typedef std::uint16_t Wide __attribute__((vector_size(sizeof(Bytes)), may_alias));
  typedef std::uint8_t Half __attribute__((vector_size(sizeof(Bytes) / 2), may_alias));
  constexpr std::size_t kPerVector = sizeof(Wide) / 2;
  const std::size_t size = matrix.rows * matrix.stride;
  for (std::size_t at = 0; at < size; at += kPerVector) {
    const auto low = *reinterpret_cast<const Half*>(counts + at);
    const auto high = *reinterpret_cast<const Half*>(counts + size + at);
    const Wide number = __builtin_convertvector(low, Wide) | __builtin_convertvector(high, Wide)
                                                                 << 8;
    *reinterpret_cast<Wide*>(matrix.numbers + at) =
        number | reinterpret_cast<Wide>(number >= Wide{} + 0xFF00);
  }
}

// Walks.

/// Columns of a row that no queen attacks and that, with those taken, make a set with factors, or
/// part of one.
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

  /// A queen in the last row: it completes a second placement.
  struct LastQueen {
    const std::uint8_t* square;  ///< the mask of what it leaves
    Byte* row;                   ///< factors, or counts
  };

  static std::uint32_t last_row(std::uint32_t rows) {
    return 31 - static_cast<std::uint32_t>(__builtin_clz(rows));
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

  /// The mask of what a queen in this column leaves, in the last row (0) or the one before (1).
  std::uint8_t* square(std::size_t which, std::uint32_t column) const {
    return masks_.squares + (which * kRowSquares + column) * masks_.bytes;
  }

  /// Made in advance, since many placements on the rows before read them.
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

  /// What a queen leaves of a mask. False if that is nothing.
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

  /// False if there is none. Prefetches what is read first: it comes from far away.
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

  /// kDigits: of the factors; 0 if there are none.
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

  /// Several queens at a time: what the queen in the row before leaves is found once for all of
  /// them, and is not stored.
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

  /// Of the blocks that begin here and have the same lanes. At most 31, since a byte holds 248.
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

#include "engine/colour_join/kernel_states.hpp"

constexpr Kernels all_kernels(base::InstructionSet set, std::size_t window) {
  return {set,     filter,     window,    fill_block,  square_mask, walk_masks,  count_pairs,
          largest, join_bytes, sum_lanes, count_lanes, sum_states,  make_factors};
}
