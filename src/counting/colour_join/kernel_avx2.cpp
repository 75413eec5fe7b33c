// Kernels of the colour join for AVX2: bits of a byte by two look-ups of four bits.
#include <immintrin.h>

#include "counting/colour_join/kernels.hpp"

namespace nqueens::counting::colour_join {

namespace {

typedef std::uint8_t Bytes __attribute__((vector_size(32), may_alias));

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

#include "counting/colour_join/kernel_avx.hpp"
// The loops need all of the above.
#include "counting/colour_join/kernel_loops.hpp"

}  // namespace

const Kernels kAvx2 = {
    base::InstructionSet::avx2, square_mask, walk_masks, count_pairs, largest, trace};

}  // namespace nqueens::counting::colour_join
