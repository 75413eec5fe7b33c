// The kernels of the colour join (colour_kernels.hpp) for AVX2: two look-ups count the bits of a
// byte.
#include <immintrin.h>

#include <type_traits>

#include "engine/colour_join/kernels/colour_kernels.hpp"

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

#include "engine/colour_join/kernels/colour_kernel_words.hpp"

/// Tells which numbers are not 0, as bits.
inline std::uint32_t which(States numbers) {
  const __m128i zero = _mm_cmpeq_epi16(reinterpret_cast<__m128i>(numbers), _mm_setzero_si128());
  const __m128i bytes = _mm_packs_epi16(zero, _mm_setzero_si128());
  return ~static_cast<std::uint32_t>(_mm_movemask_epi8(bytes)) & 0xFFu;
}

/// By chosen numbers of eight it has the bytes of a vector in which they stand side by side.
struct KeptBytes {
  alignas(64) std::uint8_t bytes[256][16] = {};
  constexpr KeptBytes() {
    for (unsigned chosen = 0; chosen < 256; ++chosen) {
      std::size_t count = 0;
      for (unsigned i = 0; i < 8; ++i) {
        if ((chosen >> i & 1u) == 0) continue;
        bytes[chosen][count++] = static_cast<std::uint8_t>(2 * i);
        bytes[chosen][count++] = static_cast<std::uint8_t>(2 * i + 1);
      }
    }
  }
};
constexpr KeptBytes kKeptBytes;

/// Writes chosen numbers of vectors side by side.
class StateKeeper {
 public:
  explicit StateKeeper(std::uint32_t chosen)
      : chosen_(chosen),
        bytes_(_mm_load_si128(reinterpret_cast<const __m128i*>(kKeptBytes.bytes[chosen]))) {}
  std::size_t count() const { return static_cast<std::size_t>(__builtin_popcount(chosen_)); }
  void put(States numbers, std::uint16_t* to) const {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to),
                     _mm_shuffle_epi8(reinterpret_cast<__m128i>(numbers), bytes_));
  }

 private:
  std::uint32_t chosen_;
  __m128i bytes_;
};

// The loops need all of the above.
#include "engine/colour_join/kernels/colour_kernel_loops.hpp"

}  // namespace

const Kernels kAvx2 = all_kernels(base::InstructionSet::avx2, kWindow);

}  // namespace nqueens::engine::colour_join
