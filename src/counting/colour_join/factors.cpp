#include "counting/colour_join/factors.hpp"

#include <algorithm>
#include <cstring>

#include "nqueens/error.hpp"

namespace nqueens::counting::colour_join {

namespace {

/// Precondition: whole blocks.
bool is_zero(const std::uint8_t* row, std::size_t size) {
  std::uint64_t any = 0;
  for (std::size_t at = 0; at < size; at += 8) {
    std::uint64_t word;
    std::memcpy(&word, row + at, 8);
    any |= word;
  }
  return any == 0;
}

int digits_of(std::uint64_t largest) {
  int digits = 1;
  while (digits < kMaxDigits && largest >> (8 * digits) != 0) ++digits;
  return digits;
}

}  // namespace

FactorMatrix Factors::make_room(const MatrixShape& shape, int digits) {
  // Kernels read a block from any lane on.
  const std::size_t needed = shape.size() * static_cast<std::size_t>(digits) + kBlockBytes;
  if (bytes_.size() < needed) {
    bytes_ = {};
    bytes_.resize(needed);
  }
  max_digits_ = digits;
  return {bytes_.data(), shape.stride, shape.rows, digits};
}

/// One digit at least, since few rows have none.
void Factors::find_digits(const FactorMatrix& factors) {
  digits_.assign(factors.rows, 1);
  for (int digit = 1; digit < factors.digits; ++digit) {
    const std::uint8_t* row = factors.bytes + static_cast<std::size_t>(digit) * factors.plane();
    for (std::size_t i = 0; i < factors.rows; ++i, row += factors.stride) {
      if (!is_zero(row, factors.stride)) digits_[i] = static_cast<std::uint8_t>(digit + 1);
    }
  }
}

void Factors::assign(const Kernels& kernels, const PairCounts& counts, const NumberWeights& weights,
                     std::uint32_t max_weight) {
  const PairMatrix& matrix = counts.matrix;
  const std::uint32_t largest = counts.largest * max_weight;
  if (largest > 0xFFFF) {
    assign(std::vector<std::uint64_t>(matrix.numbers, matrix.numbers + matrix.rows * matrix.stride),
           {matrix.rows, matrix.stride}, weights);
    return;
  }
  const FactorMatrix factors = make_room({matrix.stride, matrix.rows}, digits_of(largest));
  kernels.make_factors(matrix, weights, factors);
  find_digits(factors);
}

void Factors::assign(std::span<const std::uint64_t> numbers, const MatrixShape& shape,
                     const NumberWeights& weights) {
  std::vector<std::uint64_t> products(numbers.size());
  std::uint64_t any = 0;
  for (std::size_t i = 0; i < shape.rows; ++i) {
    for (std::size_t j = 0; j < shape.stride; ++j) {
      const std::uint64_t number = numbers[i * shape.stride + j];
      const std::uint64_t weight = std::min(weights.rows[i], weights.columns[j]);
      std::uint64_t& product = products[j * shape.rows + i];
      if (__builtin_mul_overflow(number, weight, &product)) {
        throw Error("count of one unit does not fit 64 bits; take a smaller board");
      }
      any |= product;
    }
  }
  const FactorMatrix factors = make_room({shape.stride, shape.rows}, digits_of(any));
  for (int digit = 0; digit < factors.digits; ++digit) {
    std::uint8_t* plane = factors.bytes + static_cast<std::size_t>(digit) * factors.plane();
    for (std::size_t i = 0; i < products.size(); ++i) {
      plane[i] = static_cast<std::uint8_t>(products[i] >> (8 * digit));
    }
  }
  find_digits(factors);
}

/// A product is below 2^24: 32 bits hold a block of them.
std::uint64_t Factors::times(const PairMatrix& numbers) const {
  const std::size_t size = numbers.rows * numbers.stride;
  std::uint64_t sum = 0;
  for (int digit = 0; digit < max_digits_; ++digit) {
    const std::uint8_t* plane = bytes_.data() + static_cast<std::size_t>(digit) * size;
    std::uint64_t of_digit = 0;
    for (std::size_t first = 0; first < size; first += kBlockBytes) {
      std::uint32_t of_block = 0;
      for (std::size_t i = first; i < first + kBlockBytes; ++i) {
        of_block += std::uint32_t{numbers.numbers[i]} * plane[i];
      }
      of_digit += of_block;
    }
    sum += of_digit << (8 * digit);
  }
  return sum;
}

void Factors::assign_ones(const MatrixShape& shape) {
  const FactorMatrix factors = make_room(shape, 1);
  std::fill_n(factors.bytes, factors.plane(), std::uint8_t{1});
  digits_.assign(shape.rows, 1);
}

}  // namespace nqueens::counting::colour_join
