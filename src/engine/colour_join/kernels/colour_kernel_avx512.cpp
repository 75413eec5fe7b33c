// The kernels of the colour join (colour_kernels.hpp) for AVX-512 with BITALG, which counts bits of
// bytes.
#if defined(__GNUC__) && !defined(__clang__)
// GCC 12 warns of its own intrinsics, which use an undefined vector on purpose.
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <immintrin.h>

#include <type_traits>

#include "engine/colour_join/kernels/colour_kernels.hpp"

namespace nqueens::engine::colour_join {

namespace {

typedef std::uint8_t Bytes __attribute__((vector_size(64), may_alias));
typedef std::uint32_t Sums __attribute__((vector_size(64)));

inline Bytes popcounts(Bytes bits) {
  return reinterpret_cast<Bytes>(_mm512_popcnt_epi8(reinterpret_cast<__m512i>(bits)));
}

inline bool any_bit(Bytes bits) {
  const __m512i x = reinterpret_cast<__m512i>(bits);
  return _mm512_test_epi64_mask(x, x) != 0;
}

inline void dot(Sums& sums, Bytes factors, Bytes counts) {
  sums = reinterpret_cast<Sums>(_mm512_dpbusd_epi32(reinterpret_cast<__m512i>(sums),
                                                    reinterpret_cast<__m512i>(factors),
                                                    reinterpret_cast<__m512i>(counts)));
}

inline std::uint64_t sum_of(Sums sums) {
  const __m512i x = reinterpret_cast<__m512i>(sums);
  const __m512i pairs = _mm512_add_epi64(_mm512_maskz_mov_epi32(static_cast<__mmask16>(0x5555), x),
                                         _mm512_srli_epi64(x, 32));
  return static_cast<std::uint64_t>(_mm512_reduce_add_epi64(pairs));
}

typedef std::uint16_t GranuleSums __attribute__((vector_size(32), may_alias, aligned(32)));

inline void add_saturated(GranuleSums& total, const GranuleSums& more) {
  total = reinterpret_cast<GranuleSums>(_mm256_adds_epu16(reinterpret_cast<const __m256i&>(total),
                                                          reinterpret_cast<const __m256i&>(more)));
}

std::size_t filter(const std::uint64_t* lines, const std::uint16_t* lanes, std::size_t size,
                   std::uint64_t attacked, std::uint64_t* lines_left, std::uint16_t* lanes_left) {
  const __m512i lost = _mm512_set1_epi64(static_cast<long long>(attacked));
  std::size_t count = 0;
  for (std::size_t i = 0; i < size; i += 8) {
    const __m512i words = _mm512_loadu_si512(lines + i);
    __mmask8 stay = _mm512_testn_epi64_mask(words, lost);
    if (size - i < 8) stay &= static_cast<__mmask8>((1u << (size - i)) - 1);
    const __m128i of_lanes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(lanes + i));
    _mm512_storeu_si512(lines_left + count, _mm512_maskz_compress_epi64(stay, words));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(lanes_left + count),
                     _mm_maskz_compress_epi16(stay, of_lanes));
    count += static_cast<std::size_t>(__builtin_popcount(stay));
  }
  return count;
}

/// Transposes 64 words, eight in each vector: bit b of byte k of word i becomes bit i of line 8 k +
/// b. Calls write(k, vector) with byte k of all words, in their order.
template <typename Write>
inline void transpose_bytes(__m512i (&words)[8], Write write) {
  // Byte k of all eight words of a vector goes to its 64-bit element k.
  const __m512i by_byte = _mm512_set_epi8(
      63, 55, 47, 39, 31, 23, 15, 7, 62, 54, 46, 38, 30, 22, 14, 6, 61, 53, 45, 37, 29, 21, 13, 5,
      60, 52, 44, 36, 28, 20, 12, 4, 59, 51, 43, 35, 27, 19, 11, 3, 58, 50, 42, 34, 26, 18, 10, 2,
      57, 49, 41, 33, 25, 17, 9, 1, 56, 48, 40, 32, 24, 16, 8, 0);
  const __m512i low_pairs = _mm512_set_epi64(11, 10, 3, 2, 9, 8, 1, 0);
  const __m512i high_pairs = _mm512_set_epi64(15, 14, 7, 6, 13, 12, 5, 4);
  // Then 8 x 8 elements in three rounds: element k of vector i goes to element i of column k.
  for (__m512i& eight : words) eight = _mm512_permutexvar_epi8(by_byte, eight);
  __m512i pairs[8];
  for (std::size_t i = 0; i < 4; ++i) {
    pairs[2 * i] = _mm512_unpacklo_epi64(words[2 * i], words[2 * i + 1]);
    pairs[2 * i + 1] = _mm512_unpackhi_epi64(words[2 * i], words[2 * i + 1]);
  }
  __m512i fours[8];
  for (std::size_t i = 0; i < 8; i += 4) {
    for (std::size_t odd = 0; odd < 2; ++odd) {
      fours[i + odd] = _mm512_permutex2var_epi64(pairs[i + odd], low_pairs, pairs[i + 2 + odd]);
      fours[i + 2 + odd] =
          _mm512_permutex2var_epi64(pairs[i + odd], high_pairs, pairs[i + 2 + odd]);
    }
  }
  for (std::size_t i = 0; i < 4; ++i) {
    // fours[0..3] have columns 0 and 2, 1 and 3, 4 and 6, 5 and 7.
    const std::size_t first = i / 2 * 4 + i % 2;
    write(first, _mm512_shuffle_i64x2(fours[i], fours[4 + i], 0x44));
    write(first + 2, _mm512_shuffle_i64x2(fours[i], fours[4 + i], 0xEE));
  }
}

constexpr std::size_t kWindow = 64;  // what one permutation reaches

inline Bytes load_factors(const std::uint8_t* row, const LaneMasks& masks, std::size_t at) {
  return reinterpret_cast<Bytes>(
      _mm512_permutexvar_epi8(_mm512_load_si512(masks.byte_lanes + at),
                              _mm512_loadu_si512(row + masks.lanes[at / kWindow])));
}

void fill_block(const std::uint64_t* placements, const LaneByte* bytes, std::uint64_t needed,
                std::uint8_t* block, std::size_t stride) {
  for (std::size_t first = 0; first < kBlockBytes; first += 8) {
    __m512i lanes[8];
    for (std::size_t i = 0; i < 8; ++i) {
      const LaneByte& byte = bytes[first + i];
      lanes[i] = _mm512_maskz_loadu_epi64(static_cast<__mmask8>((1u << byte.size) - 1),
                                          placements + byte.begin);
    }
    transpose_bytes(lanes, [&](std::size_t byte, __m512i column) {
      const auto lines = static_cast<std::uint32_t>(needed >> (8 * byte)) & 0xFFu;
      if (lines == 0) return;
      std::uint8_t* to = block + first + byte * 8 * stride;
      for (std::size_t bit = 0; bit < 8; ++bit, to += stride) {
        const auto bits = static_cast<std::uint64_t>(
            _mm512_test_epi8_mask(column, _mm512_set1_epi8(static_cast<char>(1u << bit))));
        __builtin_memcpy(to, &bits, 8);
      }
    });
  }
}

typedef std::uint16_t States __attribute__((vector_size(64), may_alias));

/// What each of kFirstsTogether first placements blocks.
class BlockedTable {
 public:
  explicit BlockedTable(const std::uint16_t* blocked)
      : low_(_mm512_load_si512(blocked)), high_(_mm512_load_si512(blocked + 32)) {}
  States of(States firsts) const {
    return reinterpret_cast<States>(
        _mm512_permutex2var_epi16(low_, reinterpret_cast<__m512i>(firsts), high_));
  }

 private:
  __m512i low_;
  __m512i high_;
};

/// Tells which numbers are not 0, as bits.
inline std::uint32_t which(States numbers) {
  const __m512i x = reinterpret_cast<__m512i>(numbers);
  return _mm512_test_epi16_mask(x, x);
}

/// Writes chosen numbers of vectors side by side.
class StateKeeper {
 public:
  explicit StateKeeper(std::uint32_t chosen) : chosen_(chosen) {}
  std::size_t count() const { return static_cast<std::size_t>(__builtin_popcount(chosen_)); }
  void put(States numbers, std::uint16_t* to) const {
    // Compressing into memory is microcode on Zen 4.
    _mm512_storeu_si512(to,
                        _mm512_maskz_compress_epi16(chosen_, reinterpret_cast<__m512i>(numbers)));
  }

 private:
  std::uint32_t chosen_;
};

// The loops need all of the above.
#include "engine/colour_join/kernels/colour_kernel_loops.hpp"

}  // namespace

const Kernels kAvx512 = all_kernels(base::InstructionSet::avx512, kWindow);

}  // namespace nqueens::engine::colour_join
