// Random numbers in a property: many, or of types whose RapidCheck generators compile slowly.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "support/property.hpp"

namespace nqueens::tests {

/// RapidCheck draws its seed.
class SeededRandom {
 public:
  SeededRandom() : random_(draw_seed()) {}

  std::uint64_t word() { return random_(); }
  std::size_t below(std::size_t end) { return static_cast<std::size_t>(random_() % end); }
  std::size_t from_to(std::size_t first, std::size_t last) {
    return first + below(last - first + 1);
  }
  template <typename Element>
  Element of(const std::vector<Element>& elements) {
    return elements[below(elements.size())];
  }
  /// Each bit is one with a probability of 2^-thinness.
  std::uint64_t thin_word(std::size_t thinness) {
    std::uint64_t bits = ~std::uint64_t{0};
    for (std::size_t i = 0; i < thinness; ++i) bits &= word();
    return bits;
  }

 private:
  std::mt19937_64 random_;
};

}  // namespace nqueens::tests
