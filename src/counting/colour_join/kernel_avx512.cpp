// Kernels of the colour join for AVX-512 with BITALG, which counts the bits of bytes.
#include <immintrin.h>

#include "counting/colour_join/kernels.hpp"

namespace nqueens::counting::colour_join {

namespace {

typedef std::uint8_t Bytes __attribute__((vector_size(64), may_alias));

inline Bytes popcounts(Bytes bits) {
  return reinterpret_cast<Bytes>(_mm512_popcnt_epi8(reinterpret_cast<__m512i>(bits)));
}

inline bool any_bit(Bytes bits) {
  const __m512i x = reinterpret_cast<__m512i>(bits);
  return _mm512_test_epi64_mask(x, x) != 0;
}

#include "counting/colour_join/kernel_avx.hpp"
// The loops need all of the above.
#include "counting/colour_join/kernel_loops.hpp"

}  // namespace

const Kernels kAvx512 = {
    base::InstructionSet::avx512, square_mask, walk_masks, count_pairs, largest, trace};

}  // namespace nqueens::counting::colour_join
