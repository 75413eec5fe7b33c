// Kernels of the walk for AVX-512: 16 lines of 32 squares, or 8 of 64, in a vector.
#if defined(__GNUC__) && !defined(__clang__)
// GCC 12 warns of its own intrinsics, which use an undefined vector on purpose.
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <immintrin.h>

#include "mrv/mrv_kernels.hpp"

namespace nqueens::mrv {

namespace {

#include "mrv/mrv_kernel_loops.hpp"

template <typename Word>
struct Vector {
  static constexpr bool kIs32 = sizeof(Word) == 4;
  static constexpr unsigned kLanes = 64 / sizeof(Word);

  static Vector load(const Word* from) { return {_mm512_loadu_si512(from)}; }
  void store(Word* to) const { _mm512_storeu_si512(to, v); }
  static Vector broadcast(Word word) {
    if constexpr (kIs32) return {_mm512_set1_epi32(static_cast<int>(word))};
    return {_mm512_set1_epi64(static_cast<long long>(word))};
  }
  static Word lane(const Vector* lines, int index) {
    Word found;
    if constexpr (kIs32) {
      const __m512i rotated =
          _mm512_permutex2var_epi32(lines[0].v, _mm512_set1_epi32(index), lines[1].v);
      found = static_cast<Word>(_mm_cvtsi128_si32(_mm512_castsi512_si128(rotated)));
    } else {
      __builtin_memcpy(&found, reinterpret_cast<const char*>(lines) + index * int{sizeof found},
                       sizeof found);
    }
    return found;
  }

  Vector left(Vector distance) const {
    if constexpr (kIs32) return {_mm512_sllv_epi32(v, distance.v)};
    return {_mm512_sllv_epi64(v, distance.v)};
  }
  Vector right(Vector distance) const {
    if constexpr (kIs32) return {_mm512_srlv_epi32(v, distance.v)};
    return {_mm512_srlv_epi64(v, distance.v)};
  }
  Vector without(Vector a, Vector b, Vector c) const {
    return {_mm512_andnot_si512(_mm512_ternarylogic_epi64(a.v, b.v, c.v, 0xFE), v)};
  }
  /// Sets bit i if lane i is 0.
  std::uint16_t empty() const {
    if constexpr (kIs32) return _mm512_testn_epi32_mask(v, v);
    return _mm512_testn_epi64_mask(v, v);
  }
  Vector keys(Vector ranks, Word open) const {
    static_assert(kRankBits == 16);
    if constexpr (kIs32) {
      const __m512i halves = _mm512_popcnt_epi16(v);
      const __m512i free = _mm512_and_si512(_mm512_add_epi32(halves, _mm512_slli_epi32(halves, 16)),
                                            _mm512_set1_epi32(-1 << 16));
      return {
          _mm512_mask_or_epi32(_mm512_set1_epi32(-1), static_cast<__mmask16>(open), free, ranks.v)};
    }
    const __m512i free = _mm512_slli_epi64(
        _mm512_sad_epu8(_mm512_popcnt_epi8(v), _mm512_setzero_si512()), kRankBits);
    return {
        _mm512_mask_or_epi64(_mm512_set1_epi64(-1), static_cast<__mmask8>(open), free, ranks.v)};
  }
  Vector smaller(Vector other) const {
    if constexpr (kIs32) return {_mm512_min_epu32(v, other.v)};
    return {_mm512_min_epu64(v, other.v)};
  }
  std::uint32_t smallest_lane() const {
    return static_cast<std::uint32_t>(kIs32 ? _mm512_reduce_min_epu32(v)
                                            : _mm512_reduce_min_epu64(v));
  }

  __m512i v;
};

}  // namespace

const WalkKernels kAvx512 = kernels_of<VectorBoard>(base::InstructionSet::avx512);

}  // namespace nqueens::mrv
