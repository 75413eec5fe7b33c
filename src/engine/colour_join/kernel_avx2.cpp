// Kernels of the colour join for AVX2: bits of a byte by two look-ups of four bits.
#include <immintrin.h>

#include "engine/colour_join/kernels.hpp"

namespace nqueens::engine::colour_join {

namespace {

typedef std::uint8_t Bytes __attribute__((vector_size(32), may_alias));
typedef std::uint32_t Sums __attribute__((vector_size(32)));

inline Bytes popcounts(Bytes bits) {
  const __m256i table =
      _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
  const __m256i low = _mm256_set1_epi8(15);
  const __m256i x = reinterpret_cast<__m256i>(bits);
  return reinterpret_cast<Bytes>(
      _mm256_add_epi8(_mm256_shuffle_epi8(table, _mm256_and_si256(x, low)),
                      _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16(x, 4), low))));
}

inline bool any_bit(Bytes bits) {
  const __m256i x = reinterpret_cast<__m256i>(bits);
  return _mm256_testz_si256(x, x) == 0;
}

inline void dot(Sums& sums, Bytes factors, Bytes counts) {
  const __m256i products =
      _mm256_maddubs_epi16(reinterpret_cast<__m256i>(factors), reinterpret_cast<__m256i>(counts));
  sums += reinterpret_cast<Sums>(_mm256_madd_epi16(products, _mm256_set1_epi16(1)));
}

typedef std::uint16_t GranuleSums __attribute__((vector_size(32), may_alias, aligned(32)));

inline void add_saturated(GranuleSums& total, const GranuleSums& more) {
  total = reinterpret_cast<GranuleSums>(_mm256_adds_epu16(reinterpret_cast<const __m256i&>(total),
                                                          reinterpret_cast<const __m256i&>(more)));
}

constexpr std::size_t kWindow = 16;  // what one permutation reaches

inline Bytes load_factors(const std::uint8_t* row, const LaneMasks& masks, std::size_t at) {
  const std::uint32_t* lanes = masks.lanes + at / kWindow;
  const __m256i factors = _mm256_loadu2_m128i(reinterpret_cast<const __m128i*>(row + lanes[1]),
                                              reinterpret_cast<const __m128i*>(row + lanes[0]));
  return reinterpret_cast<Bytes>(_mm256_shuffle_epi8(
      factors, _mm256_load_si256(reinterpret_cast<const __m256i*>(masks.byte_lanes + at))));
}

#include "engine/colour_join/kernel_words.hpp"
// The loops need all of the above.
#include "engine/colour_join/kernel_loops.hpp"

}  // namespace

const Kernels kAvx2 = all_kernels(base::InstructionSet::avx2, kWindow);

}  // namespace nqueens::engine::colour_join
