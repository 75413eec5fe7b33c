// What the kernels of the colour join and the code around them must agree on. Plain data only:
// kernels are compiled with flags of their own and may call nothing that others share.
#pragma once

#include <cstddef>
#include <cstdint>

namespace nqueens::counting {

/// A lane is a column set; its pieces stand in bytes of eight, and 16 lanes make a granule: the
/// unit in which tables grow. Tiles of granules are what kernels work on.
inline constexpr std::size_t kGranuleBytes = 16;
inline constexpr std::size_t kTileBytes = 256;
inline constexpr std::size_t kTileGranules = kTileBytes / kGranuleBytes;

/// A square of a second piece: `row` counts the rows of the set in their order of placing.
struct SecondSquare {
  std::uint8_t row = 0;
  std::uint8_t column = 0;
};

/// One step in the walk that computes all masks of heads, or of tails, sharing their beginnings:
/// from the state at `level` with a queen on the square to level + 1, or, where it is a leaf, to
/// the next mask: leaves are numbered in the order of the walk.
struct MaskStep {
  std::uint8_t level = 0;
  SecondSquare square;
  bool is_leaf = false;
};

}  // namespace nqueens::counting
