// Factors, and the kernels of the colour join that list, count and make factors, against plain
// loops on random data, on every instruction set.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <vector>

#include "base/arrays.hpp"
#include "engine/colour_join/placements/first_placements.hpp"
#include "engine/colour_join/sums/pair_sums.hpp"
#include "nqueens/error.hpp"
#include "support/property.hpp"
#include "support/seeded_random.hpp"

namespace nqueens::engine::colour_join {
namespace {

using tests::SeededRandom;

PROPERTY(ColourKernels, FiltersKeepWhatIsNotAttacked) {
  constexpr std::size_t kMayWrite = 8;
  SeededRandom random;
  const std::size_t size = random.below(300);
  const std::uint64_t attacked = random.thin_word(random.below(6));
  const std::size_t thinness = random.below(6);
  base::AlignedVector<std::uint64_t> lines(size + 64);
  base::AlignedVector<std::uint16_t> lanes(size + 64);
  std::vector<std::uint64_t> lines_left;
  std::vector<std::uint16_t> lanes_left;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    lines[i] = random.thin_word(thinness);
    lanes[i] = static_cast<std::uint16_t>(random.word());
    if (i >= size || (lines[i] & attacked) != 0) continue;
    lines_left.push_back(lines[i]);
    lanes_left.push_back(lanes[i]);
  }
  // Walks and tables begin at any place.
  const std::size_t begin = size > 0 ? random.below(std::min<std::size_t>(size, 9)) : 0;
  const auto before = std::count_if(lines.begin(), lines.begin() + static_cast<long>(begin),
                                    [&](std::uint64_t one) { return (one & attacked) == 0; });
  lines_left.erase(lines_left.begin(), lines_left.begin() + before);
  lanes_left.erase(lanes_left.begin(), lanes_left.begin() + before);
  const std::size_t count = lines_left.size();
  for (const Kernels* kernels : kernels()) {
    std::vector<std::uint64_t> lines_out(count + 64, 77);
    std::vector<std::uint16_t> lanes_out(count + 64, 77);
    RC_ASSERT(kernels->filter(lines.data() + begin, lanes.data() + begin, size - begin, attacked,
                              lines_out.data(), lanes_out.data()) == count);
    RC_ASSERT(std::equal(lines_left.begin(), lines_left.end(), lines_out.begin()));
    RC_ASSERT(std::equal(lanes_left.begin(), lanes_left.end(), lanes_out.begin()));
    for (std::size_t i = count + kMayWrite; i < lines_out.size(); ++i) {
      RC_ASSERT(lines_out[i] == 77u);
      RC_ASSERT(lanes_out[i] == 77u);
    }
  }
}

PROPERTY(ColourKernels, BlocksOfMasksHaveTheLinesOfTheirPlacements) {
  SeededRandom random;
  const std::size_t placed = random.from_to(8, 900);
  const std::size_t thinness = random.below(5);
  base::AlignedVector<std::uint64_t> placements(placed + 64);
  for (std::uint64_t& one : placements) one = random.thin_word(thinness);
  LaneByte bytes[kBlockBytes];
  for (LaneByte& byte : bytes) {
    byte.size = static_cast<std::uint32_t>(random.below(kPerByte + 1));
    byte.begin = static_cast<std::uint32_t>(random.below(placed - byte.size + 1));
  }
  const std::uint64_t needed = random.thin_word(random.below(4));
  const std::size_t stride = kBlockBytes * random.from_to(1, 4);
  const std::size_t offset = kBlockBytes * random.below(stride / kBlockBytes);
  for (const Kernels* kernels : kernels()) {
    base::AlignedVector<std::uint8_t> masks(kLineMasks * stride, std::uint8_t{77});
    kernels->fill_block(placements.data(), bytes, needed, masks.data() + offset, stride);
    for (std::size_t line = 0; line < kLineMasks; ++line) {
      for (std::size_t i = 0; i < stride; ++i) {
        const std::uint8_t found = masks[line * stride + i];
        if (i < offset || i >= offset + kBlockBytes) {
          RC_ASSERT(found == 77);
          continue;
        }
        if ((needed >> line & 1u) == 0) continue;
        const LaneByte& byte = bytes[i - offset];
        unsigned expected = 0;
        for (std::uint32_t bit = 0; bit < byte.size; ++bit) {
          expected |= static_cast<unsigned>(placements[byte.begin + bit] >> line & 1u) << bit;
        }
        RC_ASSERT(found == expected);
      }
    }
  }
}

/// A matrix of random numbers up to `max`, with column weights.
struct RandomMatrix {
  RandomMatrix(SeededRandom& random, std::size_t max, std::size_t max_weight)
      : shape{kBlockBytes * random.from_to(1, 3), kBlockBytes * random.from_to(1, 3)},
        numbers(shape.size()),
        row_weights(shape.rows),
        column_weights(shape.stride) {
    for (std::uint16_t& one : numbers) one = static_cast<std::uint16_t>(random.below(max + 1));
    numbers[random.below(numbers.size())] = static_cast<std::uint16_t>(max);
    const auto draw = [&](base::AlignedVector<std::uint16_t>& weights) {
      for (std::uint16_t& one : weights)
        one = static_cast<std::uint16_t>(random.below(max_weight + 1));
    };
    draw(row_weights);
    draw(column_weights);
  }
  PairMatrix matrix() { return {numbers.data(), shape.stride, shape.rows}; }
  NumberWeights weights() const { return {row_weights.data(), column_weights.data()}; }
  std::uint64_t weight(std::size_t i, std::size_t j) const {
    return std::min(row_weights[i], column_weights[j]);
  }
  std::uint64_t factor(std::size_t i, std::size_t j) const {
    return numbers[i * shape.stride + j] * weight(i, j);
  }

  MatrixShape shape;
  base::AlignedVector<std::uint16_t> numbers;
  base::AlignedVector<std::uint16_t> row_weights;
  base::AlignedVector<std::uint16_t> column_weights;
};

PROPERTY(ColourKernels, FactorsAreTransposedProducts) {
  SeededRandom random;
  const std::size_t max_weight = random.from_to(1, 8);
  const std::size_t largest = 65535 / max_weight;
  const std::size_t max =
      std::min<std::size_t>(largest, random.of<std::size_t>({0, 1, 31, 255, 256, 8191, 65535}));
  RandomMatrix numbers(random, max, max_weight);
  const MatrixShape& shape = numbers.shape;
  for (const Kernels* kernels : kernels()) {
    RC_ASSERT(kernels->largest(numbers.matrix()) == max);
    for (const int digits : {1, 2}) {
      if (digits == 1 && max * max_weight > 255) continue;
      base::AlignedVector<std::uint8_t> bytes(3 * shape.size(), std::uint8_t{77});
      const FactorMatrix factors{bytes.data(), shape.rows, shape.stride, digits};
      kernels->make_factors(numbers.matrix(), numbers.weights(), factors);
      for (std::size_t i = 0; i < shape.rows; ++i) {
        for (std::size_t j = 0; j < shape.stride; ++j) {
          const std::size_t at = j * shape.rows + i;
          const unsigned high = digits == 2 ? bytes[factors.plane() + at] : 0u;
          RC_ASSERT(bytes[at] + 256 * high == numbers.factor(i, j));
        }
      }
      for (std::size_t at = static_cast<std::size_t>(digits) * factors.plane(); at < bytes.size();
           ++at) {
        RC_ASSERT(bytes[at] == 77);
      }
    }
  }
}

/// The digits make up number(row, lane), and every digit is needed.
template <typename Number>
void require_factors(const Factors& factors, const MatrixShape& shape, Number number) {
  for (std::size_t row = 0; row < shape.rows; ++row) {
    std::uint64_t any = 0;
    for (std::size_t lane = 0; lane < shape.stride; ++lane) {
      std::uint64_t found = 0;
      for (std::size_t digit = 0; digit < factors.digits()[row]; ++digit) {
        const std::size_t at = digit * shape.size() + row * shape.stride + lane;
        found |= std::uint64_t{factors.bytes()[at]} << (8 * digit);
      }
      RC_ASSERT(found == number(row, lane));
      any |= found;
    }
    RC_ASSERT(factors.digits()[row] ==
              std::max<int>(1, (static_cast<int>(std::bit_width(any)) + 7) / 8));
  }
}

PROPERTY(ColourFactors, AreExactForNumbersOfAnySize) {
  SeededRandom random;
  std::vector<Factors> of_kernels(4);
  // Later factors reuse the memory of earlier ones.
  for (int time = 0; time < 3; ++time) {
    const std::size_t max_weight = random.from_to(1, 8);
    const auto max = random.of<std::uint16_t>({0, 1, 31, 255, 256, 8191, 8192, 65535});
    RandomMatrix numbers(random, max, max_weight);
    const MatrixShape transposed{numbers.shape.stride, numbers.shape.rows};
    std::size_t i = 0;
    for (const Kernels* kernels : kernels()) {
      Factors& factors = of_kernels.at(i++);
      factors.assign(*kernels, {numbers.matrix(), max}, numbers.weights(),
                     static_cast<std::uint32_t>(max_weight));
      require_factors(factors, transposed,
                      [&](std::size_t row, std::size_t lane) { return numbers.factor(lane, row); });
    }
    // Plain numbers of up to 64 bits; rows of all sizes.
    Factors& factors = of_kernels.at(i);
    const auto bits = static_cast<int>(random.from_to(1, 64));
    std::vector<std::uint64_t> plain(numbers.shape.size());
    for (std::size_t at = 0; at < plain.size(); ++at) {
      const std::uint64_t weight =
          numbers.weight(at / numbers.shape.stride, at % numbers.shape.stride);
      const int shift = 64 - bits + static_cast<int>(at % numbers.shape.stride) % bits;
      plain[at] = (random.word() >> shift) / std::max<std::uint64_t>(1, weight);
    }
    factors.assign(plain, numbers.shape, numbers.weights());
    require_factors(factors, transposed, [&](std::size_t row, std::size_t lane) {
      return plain[lane * numbers.shape.stride + row] * numbers.weight(lane, row);
    });
    factors.assign_ones(transposed);
    require_factors(factors, transposed, [](std::size_t, std::size_t) { return 1u; });
  }
}

TEST(ColourFactors, AnErrorSaysWhereOneDoesNotFit) {
  const MatrixShape shape{kBlockBytes, kBlockBytes};
  const base::AlignedVector<std::uint16_t> weights(kBlockBytes, std::uint16_t{4});
  std::vector<std::uint64_t> numbers(shape.size());
  Factors factors;
  numbers[1000] = ~std::uint64_t{0} / 4;
  EXPECT_NO_THROW(factors.assign(numbers, shape, {weights.data(), weights.data()}));
  EXPECT_EQ(factors.digits()[1000 % kBlockBytes], 8);
  ++numbers[1000];
  EXPECT_THROW(factors.assign(numbers, shape, {weights.data(), weights.data()}), Error);
}

TEST(ColourKernels, SumsOfPairsSaturateInsteadOfWrapping) {
  // One set of many entries with all bits of every byte: 8 pairs an entry.
  base::AlignedVector<std::uint8_t> ones(kTileBytes, std::uint8_t{0xFF});
  std::vector<std::uint32_t> entries(9000, 0);
  const std::uint16_t set = 0;
  const std::int32_t row = 0;
  const std::uint32_t lane = 0;
  for (const std::uint32_t count : {1u, 31u, 32u, 8191u, 8192u, 9000u}) {
    const std::uint32_t begins[] = {0, count};
    for (const Kernels* kernels : kernels()) {
      base::AlignedVector<std::uint16_t> numbers(kBlockBytes);
      const PairMatrix matrix{numbers.data(), kBlockBytes, 1};
      kernels->count_pairs({&set, 1, begins, entries.data()}, &row,
                           {ones.data(), ones.data(), &lane, 1}, matrix);
      const std::uint32_t expected = std::min<std::uint32_t>(8 * count, kSaturated);
      for (std::size_t i = 0; i < kBlockBytes; ++i) {
        EXPECT_EQ(numbers[i], i < kGranuleBytes ? expected : 0) << count;
      }
      EXPECT_EQ(kernels->largest(matrix), expected);
    }
  }
}

}  // namespace
}  // namespace nqueens::engine::colour_join
