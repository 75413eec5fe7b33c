// The kernel of the engine `simd` for AVX-512 with VBMI2: 32 states in a vector.
#include <immintrin.h>

#include "engine/simd/simd_kernel_loops.hpp"

namespace nqueens::engine {

namespace {

struct Avx512 {
  using Vector = __m512i;
  using ShiftCount = __m128i;
  static constexpr int kLanes = 32;
  /// This many independent streams overlap their latencies.
  static constexpr std::size_t kStreams = 3;

  static Vector zero() { return _mm512_setzero_si512(); }
  static Vector ones() { return _mm512_set1_epi32(-1); }
  static Vector broadcast(std::uint16_t mask) {
    return _mm512_set1_epi16(static_cast<short>(mask));
  }
  static Vector load(const std::uint16_t* from) { return _mm512_loadu_si512(from); }
  static void store(std::uint16_t* to, Vector value) { _mm512_storeu_si512(to, value); }
  static Vector either(Vector a, Vector b) { return _mm512_or_si512(a, b); }
  static bool is_zero(Vector a) { return _mm512_test_epi16_mask(a, a) == 0; }
  /// Returns ~(a | b | c).
  static Vector none_of(Vector a, Vector b, Vector c) {
    return _mm512_ternarylogic_epi64(a, b, c, 0x01);
  }
  static Vector lowest(Vector a) { return _mm512_and_si512(a, _mm512_sub_epi16(zero(), a)); }

  static ShiftCount shift_count(int count) { return _mm_cvtsi32_si128(count); }
  /// With kUnit the count is one: additions run on more ports than shifts.
  template <bool kUnit>
  static Vector shift_left(Vector a, ShiftCount count) {
    return kUnit ? _mm512_add_epi16(a, a) : _mm512_sll_epi16(a, count);
  }
  template <bool kUnit>
  static Vector shift_right(Vector a, ShiftCount count) {
    return kUnit ? _mm512_srli_epi16(a, 1) : _mm512_srl_epi16(a, count);
  }

  static unsigned population(__mmask32 mask) {
    return static_cast<unsigned>(_mm_popcnt_u32(_cvtmask32_u32(mask)));
  }

  /// The lowest untried square of each lane, untried & ~below, where `below` is untried - 1. It is
  /// never computed alone: one ternary operation puts it where it goes.
  struct Queen {
    explicit Queen(Vector squares) : untried(squares), below(_mm512_add_epi16(squares, ones())) {}
    Vector taken_from(Vector free) const {  // free & ~(untried & ~below)
      return _mm512_ternarylogic_epi64(free, untried, below, 0xB0);
    }
    Vector added_to(Vector attacked) const {  // attacked | (untried & ~below)
      return _mm512_ternarylogic_epi64(attacked, untried, below, 0xF4);
    }
    Vector untried;
    Vector below;
  };

  struct Survivors {
    Survivors(Vector free, Vector there) : mask(_mm512_test_epi16_mask(free, there)) {}
    void require_square(Vector free, Vector there) {
      mask = _mm512_mask_test_epi16_mask(mask, free, there);
    }
    void require_columns(Vector free, Vector somewhere) {
      mask = _mm512_mask_cmpeq_epi16_mask(mask, _mm512_and_si512(free, somewhere), free);
    }
    __mmask32 mask;
  };

  /// Compresses to a register and stores all of it: compressing to memory is several times slower
  /// on Zen. The register is zeroed first, since zero-masking alone leaves a false dependency on it
  /// (faster on Zen 5, the same on Zen 4).
  struct Packing {
    explicit Packing(const Survivors& alive) : mask(alive.mask) {}
    void store(std::uint16_t* to, Vector children) const {
      Vector packed;
      asm("vpxor %x0, %x0, %x0\n\tvpcompressw %1, %0%{%2%}%{z%}"
          : "=&x"(packed)
          : "v"(children), "Yk"(mask));
      Avx512::store(to, packed);
    }
    unsigned size() const { return population(mask); }
    __mmask32 mask;
  };

  struct Refill {
    explicit Refill(const Queen& queen)
        : mask(_mm512_testn_epi16_mask(queen.untried, queen.below)) {}
    Vector lanes(Vector current, const std::uint16_t* next) const {
      return _mm512_mask_expand_epi16(current, mask, load(next));
    }
    /// Returns the squares to try next: those left, or all squares of a new state.
    Vector untried(const Queen& queen, Vector free, Vector there) const {
      return _mm512_mask_mov_epi16(_mm512_and_si512(queen.untried, queen.below), mask,
                                   _mm512_and_si512(free, there));
    }
    unsigned size() const { return population(mask); }
    __mmask32 mask;
  };

  /// The last two rows, with squares `first` and `second`, and the two free columns, in both
  /// orders. `beside` is the square of the second row on a diagonal with the lower column's square
  /// in the first. It equals `high` also in a lane without free columns, where both are zero.
  struct Pairs {
    Pairs(Vector free, Vector lower, Vector beside, Vector first, Vector second)
        : low(lower), high(_mm512_xor_si512(free, lower)) {
      const __mmask32 apart = _mm512_cmpneq_epi16_mask(high, beside);
      // What is missing is ~(low ? first : second) and ~(low ? second : first).
      const Vector up = _mm512_ternarylogic_epi64(low, first, second, 0x35);
      const Vector down = _mm512_ternarylogic_epi64(low, second, first, 0x35);
      low_first = _mm512_mask_testn_epi16_mask(apart, up, free);
      high_first = _mm512_mask_testn_epi16_mask(apart, down, free);
    }
    static std::uint64_t population(__mmask32 a, __mmask32 b) {
      const std::uint64_t both = std::uint64_t{_cvtmask32_u32(a)} << 32 | _cvtmask32_u32(b);
      return static_cast<std::uint64_t>(_mm_popcnt_u64(both));
    }
    std::uint64_t solutions() const { return population(low_first, high_first); }
    /// Selects those whose queen of the second row stands in `columns`.
    std::uint64_t tied(Vector columns) const {
      return population(_mm512_mask_test_epi16_mask(low_first, high, columns),
                        _mm512_mask_test_epi16_mask(high_first, low, columns));
    }
    Vector low;
    Vector high;
    __mmask32 low_first;
    __mmask32 high_first;
  };

  static void move_down(std::uint16_t* to, const std::uint16_t* from, std::size_t count) {
    for (std::size_t k = 0; k < count; k += kLanes) {
      const std::size_t left = count - k;
      const auto mask = static_cast<__mmask32>(
          _bzhi_u64(~0ull, static_cast<unsigned>(left < kLanes ? left : kLanes)));
      _mm512_mask_storeu_epi16(to + k, mask, load(from + k));
    }
  }
};

}  // namespace

const SimdKernels kSimdAvx512 = {base::InstructionSet::avx512, count_in_batches<Avx512>,
                                 Batches<Avx512>::scratch_bytes};

}  // namespace nqueens::engine
