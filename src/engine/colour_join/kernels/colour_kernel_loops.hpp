// The loops of the kernels, on vectors of one width. A file of one instruction set defines the
// vector types `Bytes` with popcounts and any_bit, `GranuleSums` with add_saturated, `Sums` with
// dot and sum_of; load_factors, filter and fill_block; and what colour_kernel_states.hpp needs.
// Then it includes this header inside its unnamed namespace.

// This many sums fit the registers beside the rest of the loop.
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

#include "engine/colour_join/kernels/colour_kernel_walks.hpp"

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

#include "engine/colour_join/kernels/colour_kernel_states.hpp"

constexpr Kernels all_kernels(base::InstructionSet set, std::size_t window) {
  return {set,     filter,     window,    fill_block,  square_mask, walk_masks,  count_pairs,
          largest, join_bytes, sum_lanes, count_lanes, sum_states,  make_factors};
}
