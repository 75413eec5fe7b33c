// Kernels of the walk for AVX-512: 16 lines of 32 squares, or 8 of 64, in a vector.
#if defined(__GNUC__) && !defined(__clang__)
// Intrinsics of GCC 12 begin with an undefined vector on purpose, and it warns of that itself.
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <immintrin.h>

#include "tightest_line/kernels.hpp"

namespace nqueens::tightest_line {

namespace {

template <typename Word>
struct Vector;

template <>
struct Vector<std::uint32_t> {
  static constexpr unsigned kLanes = 16;

  static Vector load(const std::uint32_t* from) { return {_mm512_loadu_si512(from)}; }
  void store(std::uint32_t* to) const { _mm512_storeu_si512(to, v); }
  static Vector broadcast(std::uint32_t word) {
    return {_mm512_set1_epi32(static_cast<int>(word))};
  }
  static std::uint32_t lane(const Vector* lines, int index) {
    const __m512i found =
        _mm512_permutex2var_epi32(lines[0].v, _mm512_set1_epi32(index), lines[1].v);
    return static_cast<std::uint32_t>(_mm_cvtsi128_si32(_mm512_castsi512_si128(found)));
  }

  Vector left(Vector distance) const { return {_mm512_sllv_epi32(v, distance.v)}; }
  Vector right(Vector distance) const { return {_mm512_srlv_epi32(v, distance.v)}; }
  Vector without(Vector a, Vector b, Vector c) const {
    return {_mm512_andnot_si512(_mm512_ternarylogic_epi32(a.v, b.v, c.v, 0xFE), v)};
  }
  std::uint16_t empty() const { return _mm512_testn_epi32_mask(v, v); }
  std::uint16_t single_or_empty() const {
    return _mm512_testn_epi32_mask(v, _mm512_add_epi32(v, _mm512_set1_epi32(-1)));
  }
  Vector keys(Vector ranks, std::uint32_t open) const {
    static_assert(kRankBits == 16);
    const __m512i halves = _mm512_popcnt_epi16(v);
    const __m512i free = _mm512_and_si512(_mm512_add_epi32(halves, _mm512_slli_epi32(halves, 16)),
                                          _mm512_set1_epi32(-1 << 16));
    return {
        _mm512_mask_or_epi32(_mm512_set1_epi32(-1), static_cast<__mmask16>(open), free, ranks.v)};
  }
  Vector smaller(Vector other) const { return {_mm512_min_epu32(v, other.v)}; }
  std::uint32_t smallest_lane() const { return _mm512_reduce_min_epu32(v); }

  __m512i v;
};

template <>
struct Vector<std::uint64_t> {
  static constexpr unsigned kLanes = 8;

  static Vector load(const std::uint64_t* from) { return {_mm512_loadu_si512(from)}; }
  void store(std::uint64_t* to) const { _mm512_storeu_si512(to, v); }
  static Vector broadcast(std::uint64_t word) {
    return {_mm512_set1_epi64(static_cast<long long>(word))};
  }
  static std::uint64_t lane(const Vector* lines, int index) {
    std::uint64_t found;
    __builtin_memcpy(&found, reinterpret_cast<const char*>(lines) + index * int{sizeof found},
                     sizeof found);
    return found;
  }

  Vector left(Vector distance) const { return {_mm512_sllv_epi64(v, distance.v)}; }
  Vector right(Vector distance) const { return {_mm512_srlv_epi64(v, distance.v)}; }
  Vector without(Vector a, Vector b, Vector c) const {
    return {_mm512_andnot_si512(_mm512_ternarylogic_epi64(a.v, b.v, c.v, 0xFE), v)};
  }
  std::uint8_t empty() const { return _mm512_testn_epi64_mask(v, v); }
  std::uint8_t single_or_empty() const {
    return _mm512_testn_epi64_mask(v, _mm512_add_epi64(v, _mm512_set1_epi64(-1)));
  }
  Vector keys(Vector ranks, std::uint64_t open) const {
    const __m512i free = _mm512_slli_epi64(
        _mm512_sad_epu8(_mm512_popcnt_epi8(v), _mm512_setzero_si512()), kRankBits);
    return {
        _mm512_mask_or_epi64(_mm512_set1_epi64(-1), static_cast<__mmask8>(open), free, ranks.v)};
  }
  Vector smaller(Vector other) const { return {_mm512_min_epu64(v, other.v)}; }
  std::uint32_t smallest_lane() const {
    return static_cast<std::uint32_t>(_mm512_reduce_min_epu64(v));
  }

  __m512i v;
};

#include "tightest_line/kernel_vectors.hpp"
//
#include "tightest_line/kernel_loops.hpp"

}  // namespace

const WalkKernels kAvx512 = kernels_of(base::InstructionSet::avx512);

}  // namespace nqueens::tightest_line
