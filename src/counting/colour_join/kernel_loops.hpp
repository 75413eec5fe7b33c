// The loops behind Kernels, on vectors of one width. A file of one instruction set defines
// the vector type `Bytes` with popcounts, `multiply_add`, and `GranuleSums` with add_saturated,
// then includes this header inside its own anonymous namespace.

// As many sums as fit the registers beside the rest of the loop.
constexpr std::size_t kSums = 4;
constexpr std::size_t kTileVectors = kTileBytes / sizeof(Bytes);
constexpr std::size_t kPasses = kTileVectors / kSums;
static_assert(kPasses * kSums == kTileVectors);

// A byte holds the sums of so many entries: 31 x 8 = 248.
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

/// Adds the byte sums of a tile to the matrix row. Granules of the same lanes follow each other:
/// they are added up first, since a number that is read again right after it was written has to
/// wait for the write (half of the whole loop at N = 22 before).
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
    const std::uint32_t set_size = entries.begins[set + 1] - set_begin;
    if (entries.first >= set_size) continue;
    std::uint32_t left = set_size - entries.first;
    if (left > entries.max) left = entries.max;
    std::uint16_t* numbers = matrix.numbers + static_cast<std::size_t>(row) * matrix.stride;
    for (const std::uint32_t* next = entries.entries + set_begin + entries.first; left > 0;) {
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
      // Often nothing where placements have many queens.
      if (found) add_granules(tile, sums, numbers);
      next += count;
      left -= count;
    }
  }
}

std::uint16_t largest(const PairMatrix& matrix) {
  GranuleSums max = {};
  for (std::size_t at = 0; at < matrix.rows * matrix.stride; at += kGranuleBytes) {
    const GranuleSums numbers = *reinterpret_cast<const GranuleSums*>(matrix.numbers + at);
    max = numbers > max ? numbers : max;
  }
  std::uint16_t result = 0;
  for (std::size_t lane = 0; lane < kGranuleBytes; ++lane) {
    if (max[lane] > result) result = max[lane];
  }
  return result;
}

typedef std::int16_t Numbers __attribute__((vector_size(16), may_alias));
typedef std::int32_t Products __attribute__((vector_size(16)));
constexpr std::size_t kBlock = 8;  // numbers of a vector: blocks of 8 x 8 are transposed

inline Numbers numbers_at(const PairMatrix& matrix, std::size_t row, std::size_t column) {
  return *reinterpret_cast<const Numbers*>(matrix.numbers + row * matrix.stride + column);
}

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

/// For numbers above 2^15 - 1, one product at a time: each is below 2^32.
std::uint64_t trace_of_large_numbers(const PairMatrix& a, const PairMatrix& b) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < a.rows; ++i) {
    for (std::size_t j = 0; j < b.rows; ++j) {
      sum += std::uint64_t{a.numbers[i * a.stride + j]} * b.numbers[j * b.stride + i];
    }
  }
  return sum;
}

std::uint64_t trace(const PairMatrix& a, std::uint16_t a_max, const PairMatrix& b,
                    std::uint16_t b_max) {
  if (a_max == 0 || b_max == 0) return 0;
  constexpr std::uint16_t kMaxSigned = 0x7FFF;
  if (a_max > kMaxSigned || b_max > kMaxSigned) return trace_of_large_numbers(a, b);
  // A block adds to every 32-bit sum 8 x 2 products of at most a_max b_max. After
  // blocks_per_sum blocks the sums are moved to 64 bits: they stay below 2^31 unless one block is
  // too much already.
  const std::uint64_t block_max = std::uint64_t{a_max} * b_max * 2 * kBlock;
  const std::uint64_t blocks_per_sum = 0x7FFFFFFF / block_max;
  if (blocks_per_sum == 0) return trace_of_large_numbers(a, b);
  std::uint64_t total = 0;
  std::uint64_t blocks_left = blocks_per_sum;
  Products sums = {};
  const auto empty_sums = [&] {
    for (std::size_t lane = 0; lane < 4; ++lane) total += static_cast<std::uint32_t>(sums[lane]);
    sums = Products{};
    blocks_left = blocks_per_sum;
  };
  for (std::size_t i = 0; i < a.rows; i += kBlock) {
    for (std::size_t j = 0; j < b.rows; j += kBlock) {
      Numbers block[kBlock];
#pragma GCC unroll 8
      for (std::size_t y = 0; y < kBlock; ++y) block[y] = numbers_at(b, j + y, i);
      transpose(block);
#pragma GCC unroll 8
      for (std::size_t x = 0; x < kBlock; ++x) {
        sums += multiply_add(block[x], numbers_at(a, i + x, j));
      }
      if (--blocks_left == 0) empty_sums();
    }
  }
  empty_sums();
  return total;
}
