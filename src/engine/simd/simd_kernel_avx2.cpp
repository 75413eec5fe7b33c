// The kernel of the engine `simd` for AVX2: 16 states in a vector. AVX2 has neither compress nor
// expand: byte shuffles from tables replace them, 8 lanes at a time.
#include <immintrin.h>

#include "engine/simd/simd_kernel_loops.hpp"

namespace nqueens::engine {

namespace {

/// Byte shuffles of 8 lanes, by a word with a bit for each lane.
struct ShuffleTables {
  /// Moves the lanes of the mask to the front.
  alignas(16) std::uint8_t compress[256][16];
  /// Moves the first lanes to those of the mask, zeroes the others.
  alignas(16) std::uint8_t expand[256][16];
};

constexpr ShuffleTables make_tables() {
  constexpr std::uint8_t kZero = 0x80;
  ShuffleTables tables{};
  for (int mask = 0; mask < 256; ++mask) {
    int taken = 0;
    for (int lane = 0; lane < 8; ++lane) {
      const bool set = ((mask >> lane) & 1) != 0;
      for (int byte = 0; byte < 2; ++byte) {
        tables.expand[mask][2 * lane + byte] =
            set ? static_cast<std::uint8_t>(2 * taken + byte) : kZero;
        if (set) {
          tables.compress[mask][2 * taken + byte] = static_cast<std::uint8_t>(2 * lane + byte);
        }
      }
      if (set) ++taken;
    }
    for (int byte = 2 * taken; byte < 16; ++byte) tables.compress[mask][byte] = kZero;
  }
  return tables;
}

constexpr ShuffleTables kTables = make_tables();

struct Avx2 {
  using Vector = __m256i;
  using ShiftCount = __m128i;
  static constexpr int kLanes = 16;
  static constexpr std::size_t kStreams = 3;

  static Vector zero() { return _mm256_setzero_si256(); }
  static Vector ones() { return _mm256_set1_epi32(-1); }
  static Vector broadcast(std::uint16_t mask) {
    return _mm256_set1_epi16(static_cast<short>(mask));
  }
  static __m128i load_half(const std::uint16_t* from) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
  }
  static void store_half(std::uint16_t* to, __m128i value) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to), value);
  }
  static void store(std::uint16_t* to, Vector value) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), value);
  }
  static Vector either(Vector a, Vector b) { return _mm256_or_si256(a, b); }
  static bool is_zero(Vector a) { return _mm256_testz_si256(a, a) != 0; }
  /// Returns ~(a | b | c).
  static Vector none_of(Vector a, Vector b, Vector c) {
    return _mm256_xor_si256(_mm256_or_si256(_mm256_or_si256(a, b), c), ones());
  }
  static Vector lowest(Vector a) { return _mm256_and_si256(a, _mm256_sub_epi16(zero(), a)); }

  static ShiftCount shift_count(int count) { return _mm_cvtsi32_si128(count); }
  template <bool kUnit>
  static Vector shift_left(Vector a, ShiftCount count) {
    return kUnit ? _mm256_add_epi16(a, a) : _mm256_sll_epi16(a, count);
  }
  template <bool kUnit>
  static Vector shift_right(Vector a, ShiftCount count) {
    return kUnit ? _mm256_srli_epi16(a, 1) : _mm256_srl_epi16(a, count);
  }

  /// Returns a bit for each lane, of lanes that are all ones or all zeros.
  static unsigned lane_mask(Vector lanes) {
    const __m128i bytes =
        _mm_packs_epi16(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
    return static_cast<unsigned>(_mm_movemask_epi8(bytes));
  }
  static unsigned population(unsigned mask) { return static_cast<unsigned>(_mm_popcnt_u32(mask)); }
  static __m128i shuffle_of(const std::uint8_t (&table)[256][16], unsigned mask) {
    return _mm_load_si128(reinterpret_cast<const __m128i*>(table[mask]));
  }

  struct Queen {
    explicit Queen(Vector squares) : untried(squares), square(lowest(squares)) {}
    Vector taken_from(Vector free) const { return _mm256_xor_si256(free, square); }
    Vector added_to(Vector attacked) const { return _mm256_or_si256(attacked, square); }
    Vector untried;
    Vector square;
  };

  /// Keeps the minimum of the values that must not be zero.
  struct Survivors {
    Survivors(Vector free, Vector there) : minimum(_mm256_and_si256(free, there)) {}
    void require_square(Vector free, Vector there) {
      minimum = _mm256_min_epu16(minimum, _mm256_and_si256(free, there));
    }
    void require_columns(Vector free, Vector somewhere) {
      const Vector covered = _mm256_cmpeq_epi16(_mm256_and_si256(free, somewhere), free);
      minimum = _mm256_and_si256(minimum, covered);
    }
    Vector minimum;
  };

  struct Packing {
    explicit Packing(const Survivors& alive)
        : mask(lane_mask(_mm256_cmpeq_epi16(alive.minimum, zero())) ^ 0xFFFFu),
          lower(shuffle_of(kTables.compress, mask & 0xFFu)),
          upper(shuffle_of(kTables.compress, mask >> 8)),
          split(population(mask & 0xFFu)) {}
    void store(std::uint16_t* to, Vector children) const {
      store_half(to, _mm_shuffle_epi8(_mm256_castsi256_si128(children), lower));
      store_half(to + split, _mm_shuffle_epi8(_mm256_extracti128_si256(children, 1), upper));
    }
    unsigned size() const { return population(mask); }
    unsigned mask;
    __m128i lower;
    __m128i upper;
    std::size_t split;
  };

  struct Refill {
    explicit Refill(const Queen& queen)
        : rest(_mm256_xor_si256(queen.untried, queen.square)),
          exhausted(_mm256_cmpeq_epi16(rest, zero())),
          mask(lane_mask(exhausted)),
          shuffle(_mm256_set_m128i(shuffle_of(kTables.expand, mask >> 8),
                                   shuffle_of(kTables.expand, mask & 0xFFu))),
          split(population(mask & 0xFFu)) {}
    Vector lanes(Vector current, const std::uint16_t* next) const {
      const Vector loaded = _mm256_set_m128i(load_half(next + split), load_half(next));
      return _mm256_or_si256(_mm256_andnot_si256(exhausted, current),
                             _mm256_shuffle_epi8(loaded, shuffle));
    }
    Vector untried(const Queen& /*queen*/, Vector free, Vector there) const {
      return _mm256_or_si256(rest, _mm256_and_si256(exhausted, _mm256_and_si256(free, there)));
    }
    unsigned size() const { return population(mask); }
    Vector rest;
    Vector exhausted;
    unsigned mask;
    Vector shuffle;
    std::size_t split;
  };

  struct Pairs {
    Pairs(Vector free, Vector lower, Vector beside, Vector first, Vector second)
        : low(lower), high(_mm256_xor_si256(free, lower)) {
      const Vector blocked = _mm256_cmpeq_epi16(high, beside);
      low_first = both(_mm256_and_si256(low, first), _mm256_and_si256(high, second), blocked);
      high_first = both(_mm256_and_si256(high, first), _mm256_and_si256(low, second), blocked);
    }
    /// Sets all bits where neither queen is zero and the lane is not blocked.
    static Vector both(Vector a, Vector b, Vector blocked) {
      const Vector missing =
          _mm256_or_si256(_mm256_cmpeq_epi16(a, zero()), _mm256_cmpeq_epi16(b, zero()));
      return _mm256_andnot_si256(_mm256_or_si256(missing, blocked), ones());
    }
    static std::uint64_t lanes(Vector a, Vector b) {
      const auto bits = static_cast<unsigned>(_mm256_movemask_epi8(_mm256_packs_epi16(a, b)));
      return population(bits);
    }
    std::uint64_t solutions() const { return lanes(low_first, high_first); }
    std::uint64_t tied(Vector columns) const {
      const Vector low_tied = _mm256_cmpeq_epi16(_mm256_and_si256(low, columns), zero());
      const Vector high_tied = _mm256_cmpeq_epi16(_mm256_and_si256(high, columns), zero());
      return lanes(_mm256_andnot_si256(high_tied, low_first),
                   _mm256_andnot_si256(low_tied, high_first));
    }
    Vector low;
    Vector high;
    Vector low_first;
    Vector high_first;
  };

  static void move_down(std::uint16_t* to, const std::uint16_t* from, std::size_t count) {
    std::size_t k = 0;
    for (; k + 8 <= count; k += 8) store_half(to + k, load_half(from + k));
    for (; k < count; ++k) to[k] = from[k];
  }
};

}  // namespace

const SimdKernels kSimdAvx2 = {base::InstructionSet::avx2, count_in_batches<Avx2>,
                               Batches<Avx2>::scratch_bytes};

}  // namespace nqueens::engine
