// Kernels of the walk for AVX2: 8 lines of 32 squares, or 4 of 64, in a vector.
#include <immintrin.h>

#include "mrv/mrv_kernels.hpp"

namespace nqueens::mrv {

namespace {

#include "mrv/mrv_kernel_loops.hpp"

template <typename Word>
struct Vector {
  static constexpr bool kIs32 = sizeof(Word) == 4;
  static constexpr unsigned kLanes = 32 / sizeof(Word);

  static Vector load(const Word* from) {
    return {_mm256_loadu_si256(reinterpret_cast<const __m256i*>(from))};
  }
  void store(Word* to) const { _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), v); }
  static Vector broadcast(Word word) {
    if constexpr (kIs32) return {_mm256_set1_epi32(static_cast<int>(word))};
    return {_mm256_set1_epi64x(static_cast<long long>(word))};
  }
  static Word lane(const Vector* lines, int index) {
    Word found;
    __builtin_memcpy(&found, reinterpret_cast<const char*>(lines) + index * int{sizeof found},
                     sizeof found);
    return found;
  }

  Vector left(Vector distance) const {
    if constexpr (kIs32) return {_mm256_sllv_epi32(v, distance.v)};
    return {_mm256_sllv_epi64(v, distance.v)};
  }
  Vector right(Vector distance) const {
    if constexpr (kIs32) return {_mm256_srlv_epi32(v, distance.v)};
    return {_mm256_srlv_epi64(v, distance.v)};
  }
  Vector without(Vector a, Vector b, Vector c) const {
    return {_mm256_andnot_si256(_mm256_or_si256(a.v, _mm256_or_si256(b.v, c.v)), v)};
  }
  /// Sets bit i if lane i is 0.
  std::uint8_t empty() const {
    const __m256i zero = zero_lanes(v);
    return static_cast<std::uint8_t>(kIs32 ? _mm256_movemask_ps(_mm256_castsi256_ps(zero))
                                           : _mm256_movemask_pd(_mm256_castsi256_pd(zero)));
  }
  /// Keys have 32 bits; in wider lanes only the lower half matters.
  Vector keys(Vector ranks, Word open) const {
    __m256i lane_bits, free;
    if constexpr (kIs32) {
      lane_bits = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
      const __m256i pairs = _mm256_maddubs_epi16(byte_counts(), _mm256_set1_epi8(1));
      free = _mm256_madd_epi16(pairs, _mm256_set1_epi16(1));
    } else {
      lane_bits = _mm256_setr_epi64x(1, 2, 4, 8);
      free = _mm256_sad_epu8(byte_counts(), _mm256_setzero_si256());
    }
    const __m256i closed = zero_lanes(_mm256_and_si256(broadcast(open).v, lane_bits));
    return {_mm256_or_si256(_mm256_or_si256(_mm256_slli_epi64(free, kRankBits), ranks.v), closed)};
  }
  Vector smaller(Vector other) const { return {_mm256_min_epu32(v, other.v)}; }
  std::uint32_t smallest_lane() const {
    __m128i least = _mm_min_epu32(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
    least = _mm_min_epu32(least, _mm_shuffle_epi32(least, 0x4E));
    if constexpr (kIs32) least = _mm_min_epu32(least, _mm_shuffle_epi32(least, 0xB1));
    return static_cast<std::uint32_t>(_mm_cvtsi128_si32(least));
  }

  __m256i v;

 private:
  /// Sets all bits of the lanes that are 0.
  static __m256i zero_lanes(__m256i lanes) {
    if constexpr (kIs32) return _mm256_cmpeq_epi32(lanes, _mm256_setzero_si256());
    return _mm256_cmpeq_epi64(lanes, _mm256_setzero_si256());
  }
  /// Counts the set bits of each byte.
  __m256i byte_counts() const {
    const __m256i table = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1,
                                           2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    const __m256i nibble = _mm256_set1_epi8(15);
    return _mm256_add_epi8(
        _mm256_shuffle_epi8(table, _mm256_and_si256(v, nibble)),
        _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi32(v, 4), nibble)));
  }
};

}  // namespace

const WalkKernels kAvx2 = kernels_of<VectorBoard>(base::InstructionSet::avx2);

}  // namespace nqueens::mrv
