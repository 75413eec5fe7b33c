// The loops behind the kernels that count, on vectors of one width. A file of one instruction set
// defines the vector type `Bytes` with popcounts and any_bit, and `GranuleSums` with add_saturated,
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
      // Often nothing where placements have many queens.
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
