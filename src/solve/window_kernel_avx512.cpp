// Kernels of the windowed fill for AVX-512: a wide probe is one vector of eight words.
#include <immintrin.h>

#include "solve/window_kernels.hpp"

namespace nqueens::solving {

namespace {

typedef std::uint64_t Words __attribute__((vector_size(64), may_alias, aligned(1)));

inline Words load_words(const std::uint8_t* from) {
  return *reinterpret_cast<const Words*>(from);
}

inline unsigned first_word(const WideProbe& probe) {
  const Words taken = load_words(probe.columns) |
                      load_words(probe.antidiagonals) >> probe.antidiagonal_shift |
                      load_words(probe.diagonals) >> probe.diagonal_shift;
  const __m512i free = reinterpret_cast<__m512i>(~taken & kProbeMask);
  const unsigned words = _mm512_test_epi64_mask(free, free);
  return static_cast<unsigned>(__builtin_ctz(words | 1u << kNoWord));
}

#include "solve/window_kernel_loops.hpp"

}  // namespace

const WindowKernels kWindowAvx512 = {base::InstructionSet::avx512, fill, fill_wide};

}  // namespace nqueens::solving
