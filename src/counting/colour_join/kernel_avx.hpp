// Products of the trace and sums of 16 lanes for AVX2 and AVX-512. Included before
// kernel_loops.hpp, in the same way.

typedef std::int16_t Pairs __attribute__((vector_size(16)));
typedef std::int32_t PairSums __attribute__((vector_size(16)));

/// Sums of two neighbouring products.
inline PairSums multiply_add(Pairs a, Pairs b) {
  return reinterpret_cast<PairSums>(
      _mm_madd_epi16(reinterpret_cast<__m128i>(a), reinterpret_cast<__m128i>(b)));
}

typedef std::uint16_t GranuleSums __attribute__((vector_size(32), may_alias, aligned(32)));

inline void add_saturated(GranuleSums& total, const GranuleSums& more) {
  total = reinterpret_cast<GranuleSums>(_mm256_adds_epu16(reinterpret_cast<const __m256i&>(total),
                                                          reinterpret_cast<const __m256i&>(more)));
}
