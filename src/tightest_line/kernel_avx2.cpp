// Kernels of the walk for AVX2: 8 lines of 32 squares, or 4 of 64, in a vector.
#include <immintrin.h>

#include "tightest_line/kernels.hpp"

namespace nqueens::tightest_line {

namespace {

/// Set bits of each byte.
inline __m256i byte_counts(__m256i v) {
  const __m256i table = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2,
                                         1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
  const __m256i nibble = _mm256_set1_epi8(15);
  return _mm256_add_epi8(
      _mm256_shuffle_epi8(table, _mm256_and_si256(v, nibble)),
      _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi32(v, 4), nibble)));
}

template <typename Word>
struct Vector;

template <>
struct Vector<std::uint32_t> {
  static constexpr unsigned kLanes = 8;

  static Vector load(const std::uint32_t* from) {
    return {_mm256_loadu_si256(reinterpret_cast<const __m256i*>(from))};
  }
  void store(std::uint32_t* to) const { _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), v); }
  static Vector broadcast(std::uint32_t word) {
    return {_mm256_set1_epi32(static_cast<int>(word))};
  }
  static std::uint32_t lane(const Vector* lines, int index) {
    std::uint32_t found;
    __builtin_memcpy(&found, reinterpret_cast<const char*>(lines) + index * int{sizeof found},
                     sizeof found);
    return found;
  }
  /// All ones in the lanes that are not open.
  static __m256i closed(std::uint32_t open) {
    const __m256i bits = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    const __m256i lanes = _mm256_and_si256(_mm256_set1_epi32(static_cast<int>(open)), bits);
    return _mm256_cmpeq_epi32(lanes, _mm256_setzero_si256());
  }

  static std::uint8_t zero_lanes(__m256i lanes) {
    const __m256i zero = _mm256_cmpeq_epi32(lanes, _mm256_setzero_si256());
    return static_cast<std::uint8_t>(_mm256_movemask_ps(_mm256_castsi256_ps(zero)));
  }

  Vector left(Vector distance) const { return {_mm256_sllv_epi32(v, distance.v)}; }
  Vector right(Vector distance) const { return {_mm256_srlv_epi32(v, distance.v)}; }
  Vector without(Vector a, Vector b, Vector c) const {
    return {_mm256_andnot_si256(_mm256_or_si256(a.v, _mm256_or_si256(b.v, c.v)), v)};
  }
  std::uint8_t empty() const { return zero_lanes(v); }
  std::uint8_t single_or_empty() const {
    return zero_lanes(_mm256_and_si256(v, _mm256_add_epi32(v, _mm256_set1_epi64x(-1))));
  }
  Vector keys(Vector ranks, std::uint32_t open) const {
    const __m256i pairs = _mm256_maddubs_epi16(byte_counts(v), _mm256_set1_epi8(1));
    const __m256i free = _mm256_madd_epi16(pairs, _mm256_set1_epi16(1));
    const __m256i key = _mm256_or_si256(_mm256_slli_epi32(free, kRankBits), ranks.v);
    return {_mm256_or_si256(key, closed(open))};
  }
  Vector smaller(Vector other) const { return {_mm256_min_epu32(v, other.v)}; }
  std::uint32_t smallest_lane() const {
    __m128i least = _mm_min_epu32(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
    least = _mm_min_epu32(least, _mm_shuffle_epi32(least, 0x4E));
    least = _mm_min_epu32(least, _mm_shuffle_epi32(least, 0xB1));
    return static_cast<std::uint32_t>(_mm_cvtsi128_si32(least));
  }

  __m256i v;
};

template <>
struct Vector<std::uint64_t> {
  static constexpr unsigned kLanes = 4;

  static Vector load(const std::uint64_t* from) {
    return {_mm256_loadu_si256(reinterpret_cast<const __m256i*>(from))};
  }
  void store(std::uint64_t* to) const { _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), v); }
  static Vector broadcast(std::uint64_t word) {
    return {_mm256_set1_epi64x(static_cast<long long>(word))};
  }
  static std::uint64_t lane(const Vector* lines, int index) {
    std::uint64_t found;
    __builtin_memcpy(&found, reinterpret_cast<const char*>(lines) + index * int{sizeof found},
                     sizeof found);
    return found;
  }
  static __m256i closed(std::uint64_t open) {
    const __m256i bits = _mm256_setr_epi64x(1, 2, 4, 8);
    const __m256i lanes = _mm256_and_si256(_mm256_set1_epi64x(static_cast<long long>(open)), bits);
    return _mm256_cmpeq_epi64(lanes, _mm256_setzero_si256());
  }

  static std::uint8_t zero_lanes(__m256i lanes) {
    const __m256i zero = _mm256_cmpeq_epi64(lanes, _mm256_setzero_si256());
    return static_cast<std::uint8_t>(_mm256_movemask_pd(_mm256_castsi256_pd(zero)));
  }

  Vector left(Vector distance) const { return {_mm256_sllv_epi64(v, distance.v)}; }
  Vector right(Vector distance) const { return {_mm256_srlv_epi64(v, distance.v)}; }
  Vector without(Vector a, Vector b, Vector c) const {
    return {_mm256_andnot_si256(_mm256_or_si256(a.v, _mm256_or_si256(b.v, c.v)), v)};
  }
  std::uint8_t empty() const { return zero_lanes(v); }
  std::uint8_t single_or_empty() const {
    return zero_lanes(_mm256_and_si256(v, _mm256_add_epi64(v, _mm256_set1_epi64x(-1))));
  }
  Vector keys(Vector ranks, std::uint64_t open) const {
    const __m256i free = _mm256_sad_epu8(byte_counts(v), _mm256_setzero_si256());
    const __m256i key = _mm256_or_si256(_mm256_slli_epi64(free, kRankBits), ranks.v);
    // Keys have 32 bits: only the lower halves matter.
    return {_mm256_or_si256(key, closed(open))};
  }
  Vector smaller(Vector other) const { return {_mm256_min_epu32(v, other.v)}; }
  std::uint32_t smallest_lane() const {
    __m128i least = _mm_min_epu32(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
    least = _mm_min_epu32(least, _mm_shuffle_epi32(least, 0x4E));
    return static_cast<std::uint32_t>(_mm_cvtsi128_si32(least));
  }

  __m256i v;
};

#include "tightest_line/kernel_vectors.hpp"
//
#include "tightest_line/kernel_loops.hpp"

}  // namespace

const WalkKernels kAvx2 = kernels_of(base::InstructionSet::avx2);

}  // namespace nqueens::tightest_line
