// What the kernels of the colour join take and give (see base/kernel_table.hpp), and the layouts on
// which they and the code around them agree. All of them work on a tile: 16 granules of 16 lanes,
// 256 bytes of bits; they give the same numbers for all instruction sets.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/kernel_table.hpp"

namespace nqueens::counting::colour_join {

inline constexpr std::size_t kGranuleBytes = 16;
inline constexpr std::size_t kTileBytes = 256;
inline constexpr std::size_t kTileGranules = kTileBytes / kGranuleBytes;

/// Where the mask of a square lies in scratch memory, in tiles: below kSquareTiles. `row` is an
/// index into SecondRows::others. (Static functions: not to be shared between kernels.)
static constexpr std::size_t square_tile(std::size_t row, std::size_t column) {
  return row * 16 + column;
}
inline constexpr std::size_t kSquareTiles = 256;

/// One step of the walk that computes all masks of heads, or of tails, sharing their beginnings:
/// from the state at `level` with a queen on the square to level + 1, or, where it is a leaf, to
/// the next mask: leaves are numbered in the order of the walk.
struct MaskStep {
  std::uint8_t level = 0;
  std::uint8_t square = 0;  ///< square_tile()
  bool is_leaf = false;
};
/// A tile for each level, the first of them the state before any queen.
inline constexpr std::size_t kLevelTiles = 33;

/// A second placement of a group: its head and its tail.
static constexpr std::uint32_t pair_entry(std::uint32_t head, std::uint32_t tail) {
  return head | tail << 16;
}
static constexpr std::size_t head_of(std::uint32_t entry) {
  return entry & 0xFFFFu;
}
static constexpr std::size_t tail_of(std::uint32_t entry) {
  return entry >> 16;
}

/// The entries of a group, set by set: all, or some of every set.
struct PairEntries {
  const std::uint16_t* column_sets = nullptr;
  std::size_t sets = 0;
  const std::uint32_t* begins = nullptr;  ///< of each set, and the end of the last
  const std::uint32_t* entries = nullptr;
  std::uint32_t first = 0;  ///< of every set
  std::uint32_t max = 0xFFFFFFFF;
};

/// Masks of a tile.
struct PairTile {
  const std::uint8_t* heads = nullptr;  ///< one tile each
  const std::uint8_t* tails = nullptr;
  const std::uint32_t* granule_lanes = nullptr;  ///< first lane of each granule in use
  std::size_t granules = 0;                      ///< 1 to 16
};

/// Numbers of pairs: a row for each column set of second placements, a column for each lane.
struct PairMatrix {
  std::uint16_t* numbers = nullptr;
  std::size_t stride = 0;  ///< numbers in a row, whole granules
  std::size_t rows = 0;    ///< whole granules too
};

/// A number that has reached this may have been larger.
inline constexpr std::uint16_t kSaturated = 0xFFFF;

struct Kernels {
  base::InstructionSet instruction_set;

  /// out = all without the placements on the diagonal or the antidiagonal; one tile each.
  void (*square_mask)(const std::uint8_t* all, const std::uint8_t* diagonal,
                      const std::uint8_t* antidiagonal, std::uint8_t* out);

  /// Computes the masks of all leaves of a walk: the first placements that no queen of the head or
  /// tail attacks. `levels` is scratch, its first tile is set.
  void (*walk_masks)(const MaskStep* steps, std::size_t count, const std::uint8_t* squares,
                     std::uint8_t* levels, std::uint8_t* masks);

  /// For each column set with row_of_set >= 0 adds to its row of the matrix, for each lane, the
  /// pairs of an entry of the set and a placement of the lane that do not attack each other: the
  /// bits of heads[head] & tails[tail]. Sums saturate at kSaturated.
  void (*count_pairs)(const PairEntries& entries, const std::int32_t* row_of_set,
                      const PairTile& tile, const PairMatrix& matrix);

  std::uint16_t (*largest)(const PairMatrix& matrix);

  /// Sum over i, j of a(i, j) b(j, i). Precondition: a.rows == b.stride, b.rows == a.stride, and
  /// a_max and b_max bound the numbers. Exact: below 2^64 for matrices up to 2^16 by 2^16.
  std::uint64_t (*trace)(const PairMatrix& a, std::uint16_t a_max, const PairMatrix& b,
                         std::uint16_t b_max);
};

extern const Kernels kPortable;
extern const Kernels kAvx2;
extern const Kernels kAvx512;
const base::KernelTable<Kernels>& kernels();

}  // namespace nqueens::counting::colour_join
