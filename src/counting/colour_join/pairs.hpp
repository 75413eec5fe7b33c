// Counting the pairs of a group of second placements and a table of first ones, tile by tile.
#pragma once

#include <cstdint>
#include <span>
#include <stop_token>

#include "base/arrays.hpp"
#include "counting/colour_join/colour.hpp"
#include "counting/colour_join/first_tables.hpp"
#include "counting/colour_join/kernels.hpp"
#include "counting/colour_join/second_placements.hpp"

namespace nqueens::counting::colour_join {

/// What is compared: a group of second placements with a table of first ones, those of one colour.
struct GroupAndTable {
  const SecondRows& rows;
  const SecondGroup& group;
  const TileTable& table;
};

/// Owns the masks of one tile at a time. Both colours use it in turn.
class PairCounter {
 public:
  explicit PairCounter(const Kernels& kernels);

  /// Adds the pairs to the rows of the matrix that `row_of_set` gives column sets; -1: none. False
  /// when stopped.
  bool add(const ColourQuarters& quarters, const GroupAndTable& pair,
           std::span<const std::int32_t> row_of_set, const PairMatrix& matrix,
           const std::stop_token& stop);
  const Kernels& kernels() const { return kernels_; }

 private:
  PairTile make_masks(const ColourQuarters& quarters, const GroupAndTable& pair, std::size_t tile);
  void walk(const std::vector<MaskStep>& steps, std::uint32_t leaves,
            base::AlignedVector<std::uint8_t>& masks);

  const Kernels& kernels_;
  base::AlignedVector<std::uint8_t> squares_;
  base::AlignedVector<std::uint8_t> levels_;
  base::AlignedVector<std::uint8_t> heads_;
  base::AlignedVector<std::uint8_t> tails_;
};

}  // namespace nqueens::counting::colour_join
