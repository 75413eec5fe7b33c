// Kernels of the windowed fill for AVX2 and BMI2: a wide probe is two vectors of four words.
#include <immintrin.h>

#include "solve/window_kernels.hpp"

namespace nqueens::solving {

namespace {

/// Sets bit i if word i of the four at this offset has a free column.
inline unsigned words_with_free(const WideProbe& probe, std::size_t offset) {
  const auto load_words = [offset](const std::uint8_t* from) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from + offset));
  };
  const __m256i by_antidiagonal =
      _mm256_srl_epi64(load_words(probe.antidiagonals),
                       _mm_cvtsi32_si128(static_cast<int>(probe.antidiagonal_shift)));
  const __m256i by_diagonal = _mm256_srl_epi64(
      load_words(probe.diagonals), _mm_cvtsi32_si128(static_cast<int>(probe.diagonal_shift)));
  const __m256i taken =
      _mm256_or_si256(load_words(probe.columns), _mm256_or_si256(by_antidiagonal, by_diagonal));
  const __m256i mask = _mm256_set1_epi64x(static_cast<long long>(kProbeMask));
  const __m256i full = _mm256_cmpeq_epi64(_mm256_and_si256(taken, mask), mask);
  return static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(full))) ^ 0xFu;
}

inline unsigned first_word(const WideProbe& probe) {
  const unsigned words = words_with_free(probe, 0) | words_with_free(probe, 32) << 4;
  return static_cast<unsigned>(__builtin_ctz(words | 1u << kNoWord));
}

#include "solve/window_kernel_loops.hpp"

}  // namespace

const WindowKernels kWindowAvx2 = {base::InstructionSet::avx2, fill, fill_wide};

}  // namespace nqueens::solving
