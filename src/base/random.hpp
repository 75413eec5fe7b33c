// A small, fast generator with the same sequence on every machine and compiler. The standard
// library's distributions are not used: their sequences are not specified.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>

namespace nqueens::base {

/// wyrand (Wang Yi, 2019): 64 state bits, one 64 x 64 bit multiplication for each number. Passes
/// BigCrush and PractRand; not for secrets.
class Random {
 public:
  explicit Random(std::uint64_t seed)
      : state_(seed * 0x9E3779B97F4A7C15ull + 0xD1B54A32D192ED03ull) {
    next();
    next();
  }

  std::uint64_t next() {
    state_ += 0xA0761D6478BD642Full;
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(state_) * (state_ ^ 0xE7037ED1A0B428DBull);
    return static_cast<std::uint64_t>(product >> 64) ^ static_cast<std::uint64_t>(product);
  }

  /// Returns a number below `bound`, 1 <= bound < 2^32. Multiply-and-shift changes the probability
  /// of a value by less than bound / 2^32 of it: no search notices that.
  std::uint32_t below(std::uint32_t bound) {
    return static_cast<std::uint32_t>(((next() >> 32) * bound) >> 32);
  }

  /// Returns a multiple of 2^-53, at least 0 and below 1.
  double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }

 private:
  std::uint64_t state_;
};

/// Makes random numbers for one of many starts with one seed. Neighbours give unrelated streams.
inline Random random_stream(std::uint64_t seed, std::uint64_t number) {
  // next() mixes all bits of the seed before the number is added.
  Random of_seed(seed);
  Random of_number(of_seed.next() + number);
  return Random(of_number.next());
}

/// Puts the values into random order (Fisher and Yates). Precondition: fewer than 2^32.
template <typename Values>
void shuffle(Values& values, Random& random) {
  for (std::size_t left = values.size(); left > 1; --left) {
    std::swap(values[left - 1], values[random.below(static_cast<std::uint32_t>(left))]);
  }
}

/// Asks the operating system for a seed, a different one each time.
inline std::uint64_t seed_of_system() {
  std::random_device device;
  const std::uint64_t high = device();
  return high << 32 | device();
}

}  // namespace nqueens::base
