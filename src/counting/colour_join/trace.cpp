#include "counting/colour_join/trace.hpp"

#include "nqueens/error.hpp"

namespace nqueens::counting::colour_join {

void throw_unit_too_large() {
  throw Error("count of one unit does not fit 64 bits; take a smaller board");
}

std::uint64_t weighted_trace(const Kernels& kernels, const PairCounts& white,
                             const PairCounts& black, const ColumnWeights& weights) {
  if (white.largest == 0 || black.largest == 0) return 0;
  const PairMatrix& a = white.matrix;
  const PairMatrix& b = black.matrix;
  const auto product = [&](std::size_t o, std::size_t e) {
    return std::uint64_t{a.numbers[o * a.stride + e]} * b.numbers[e * b.stride + o];
  };
  // Nearly all pairs of column sets have the largest weight. What the others have less is taken
  // off: max - min(e, o) = (max - e) + (e - o if o < e), the first for every e below max, the
  // second for every o below it, since o < e only there. No sum wraps: each is at most max times
  // all products, which is checked to fit 64 bits.
  std::uint64_t all = kernels.trace(a, white.largest, b, black.largest);
  if (__builtin_mul_overflow(all, std::uint64_t{weights.max}, &all)) throw_unit_too_large();
  std::uint64_t less = 0;
  for (std::size_t e = 0; e < weights.even.size(); ++e) {
    if (weights.even[e] == weights.max) continue;
    std::uint64_t sum = 0;
    for (std::size_t o = 0; o < weights.odd.size(); ++o) sum += product(o, e);
    less += sum * (weights.max - weights.even[e]);
  }
  for (std::size_t o = 0; o < weights.odd.size(); ++o) {
    if (weights.odd[o] == weights.max) continue;
    for (std::size_t e = 0; e < weights.even.size(); ++e) {
      if (weights.even[e] > weights.odd[o]) {
        less += product(o, e) * (weights.even[e] - weights.odd[o]);
      }
    }
  }
  return all - less;
}

}  // namespace nqueens::counting::colour_join
