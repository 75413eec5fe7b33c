// The kernels of the colour join (colour_kernels.hpp) for any processor, on vectors of 16 bytes in
// the compiler's own terms; and the table of all kernels.
#include <type_traits>

#include "engine/colour_join/kernels/colour_kernels.hpp"

namespace nqueens::engine::colour_join {

namespace {

typedef std::uint8_t Bytes __attribute__((vector_size(16), may_alias));
typedef std::uint64_t Words __attribute__((vector_size(16), may_alias));
typedef std::uint32_t Sums __attribute__((vector_size(16)));

/// Counts the bits of every byte by adding neighbours of 1, 2 and 4 bits.
inline Bytes popcounts(Bytes bits) {
  Words x = reinterpret_cast<Words>(bits);
  x -= (x >> 1) & 0x5555555555555555u;
  x = (x & 0x3333333333333333u) + ((x >> 2) & 0x3333333333333333u);
  x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
  return reinterpret_cast<Bytes>(x);
}

inline bool any_bit(Bytes bits) {
  const Words x = reinterpret_cast<Words>(bits);
  return (x[0] | x[1]) != 0;
}

/// Two neighbouring products fit 16 bits: 2 x 255 x 8.
inline void dot(Sums& sums, Bytes factors, Bytes counts) {
  typedef std::uint16_t Products __attribute__((vector_size(16), may_alias));
  typedef std::uint32_t WideSums __attribute__((vector_size(16)));
  const Products f = reinterpret_cast<Products>(factors);
  const Products c = reinterpret_cast<Products>(counts);
  const auto products = reinterpret_cast<WideSums>((f & 0xFF) * (c & 0xFF) + (f >> 8) * (c >> 8));
  sums += reinterpret_cast<Sums>((products & 0xFFFF) + (products >> 16));
}

typedef std::uint16_t GranuleSums __attribute__((vector_size(32), may_alias, aligned(32)));

inline void add_saturated(GranuleSums& total, const GranuleSums& more) {
  const GranuleSums sum = total + more;
  const auto has_wrapped = sum < more;  // smaller than a part
  total = sum | reinterpret_cast<const GranuleSums&>(has_wrapped);
}

inline Bytes load_factors(const std::uint8_t* row, const LaneMasks& masks, std::size_t at) {
  return *reinterpret_cast<const Bytes*>(row + masks.lanes[at / kBlockBytes] + at % kBlockBytes);
}

#include "engine/colour_join/kernels/colour_kernel_words.hpp"

/// Tells which numbers are not 0, as bits.
inline std::uint32_t which(States numbers) {
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < 8; ++i) bits |= static_cast<std::uint32_t>(numbers[i] != 0) << i;
  return bits;
}

/// Writes chosen numbers of vectors side by side.
class StateKeeper {
 public:
  explicit StateKeeper(std::uint32_t chosen) : chosen_(chosen) {}
  std::size_t count() const { return static_cast<std::size_t>(__builtin_popcount(chosen_)); }
  void put(States numbers, std::uint16_t* to) const {
    // A number is always written, but counted only if chosen: a branch could not be predicted.
    std::size_t count = 0;
    for (std::size_t i = 0; i < 8; ++i) {
      to[count] = numbers[i];
      count += chosen_ >> i & 1u;
    }
  }

 private:
  std::uint32_t chosen_;
};

// The loops need all of the above.
#include "engine/colour_join/kernels/colour_kernel_loops.hpp"

}  // namespace

const Kernels kPortable = all_kernels(base::InstructionSet::portable, 0);

const base::KernelTable<Kernels>& kernels() {
  static const base::KernelTable<Kernels> table = {
    &kPortable,
#if defined(__x86_64__)
    &kAvx2,
    &kAvx512,
#endif
  };
  return table;
}

}  // namespace nqueens::engine::colour_join
