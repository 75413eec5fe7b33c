// The products of the trace for AVX2 and AVX-512. Like colour_kernel_loops.hpp, and before it, to
// be included only inside the anonymous namespace of a file with these flags.

typedef std::int16_t Pairs __attribute__((vector_size(16)));
typedef std::int32_t PairSums __attribute__((vector_size(16)));

/// Sums of two neighbouring products.
inline PairSums multiply_add(Pairs a, Pairs b) {
  return reinterpret_cast<PairSums>(
      _mm_madd_epi16(reinterpret_cast<__m128i>(a), reinterpret_cast<__m128i>(b)));
}
