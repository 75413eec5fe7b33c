// Counting the pairs of a group of second placements and a table of first ones, tile by tile.
#pragma once

#include <cstdint>
#include <span>
#include <stop_token>

#include "base/arrays.hpp"
#include "counting/colour_join/board.hpp"
#include "counting/colour_join/first_placements.hpp"
#include "counting/colour_join/kernels.hpp"
#include "counting/colour_join/second_placements.hpp"

namespace nqueens::counting::colour_join {

/// Some entries of every column set of a group, and some tiles of a table; by default all.
struct Part {
  std::uint32_t first = 0;
  std::uint32_t max = 0xFFFFFFFF;
  std::size_t first_tile = 0;
  std::size_t max_tiles = ~std::size_t{0};
};

/// Owns the masks of the tile in hand. Both colours use it in turn.
class PairCounter {
 public:
  explicit PairCounter(const Kernels& kernels);

  /// Adds the pairs to the rows of the matrix that `row_of_set` gives column sets; -1: none. False
  /// when stopped.
  bool add(const Quarter& second_quarter, const SecondRows& rows, const SecondGroup& group,
           const FirstTable& table, const Part& part, std::span<const std::int32_t> row_of_set,
           const PairMatrix& matrix, const std::stop_token& stop);

  const Kernels& kernels() const { return kernels_; }

 private:
  void make_square_masks(const Quarter& quarter, const SecondRows& rows, const SecondGroup& group,
                         const FirstTable& table, std::size_t tile);
  void walk(const std::vector<MaskStep>& steps, std::uint32_t leaves,
            base::AlignedVector<std::uint8_t>& masks);

  const Kernels& kernels_;
  base::AlignedVector<std::uint8_t> squares_;
  base::AlignedVector<std::uint8_t> levels_;
  base::AlignedVector<std::uint8_t> heads_;
  base::AlignedVector<std::uint8_t> tails_;
};

}  // namespace nqueens::counting::colour_join
