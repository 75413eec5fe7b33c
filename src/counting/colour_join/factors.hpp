// What a pair of the summed colour counts: the pairs of the other colour on the other columns,
// times the column weight.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/arrays.hpp"
#include "counting/colour_join/first_placements.hpp"
#include "counting/colour_join/kernels.hpp"

namespace nqueens::counting::colour_join {

/// The pairs of one colour of one unit.
struct PairCounts {
  PairMatrix matrix;
  std::uint16_t largest = 0;  ///< number of the matrix
};

/// Factors of a unit. Keeps its memory.
class Factors {
 public:
  /// `max_weight`: none of the weights is larger.
  void assign(const Kernels& kernels, const PairCounts& counts, const NumberWeights& weights,
              std::uint32_t max_weight);
  /// The same from plain numbers in a matrix of this shape. Throws Error when 64 bits do not hold a
  /// factor.
  void assign(std::span<const std::uint64_t> numbers, const MatrixShape& shape,
              const NumberWeights& weights);
  /// Each is one: sums are numbers of pairs.
  void assign_ones(const MatrixShape& shape);

  /// The sum of numbers times factors. Precondition: at most two digits.
  std::uint64_t times(const PairMatrix& numbers) const;

  int max_digits() const { return max_digits_; }
  /// As in WalkUnit.
  const std::uint8_t* bytes() const { return bytes_.data(); }
  const std::uint8_t* digits() const { return digits_.data(); }

 private:
  FactorMatrix make_room(const MatrixShape& shape, int digits);
  void find_digits(const FactorMatrix& factors);

  base::AlignedVector<std::uint8_t> bytes_;
  std::vector<std::uint8_t> digits_;
  int max_digits_ = 0;
};

}  // namespace nqueens::counting::colour_join
