// Takes first placements and gives their masks: for each diagonal, which of them stand on it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/arrays.hpp"
#include "engine/colour_join/kernels/colour_kernels.hpp"
#include "engine/colour_join/placements/first_placements.hpp"

namespace nqueens::engine::colour_join {

/// It serves counting, in granules and tiles (proofs.md). Masks of a tile, which are used together,
/// are adjacent.
class TileTable {
 public:
  /// Replaces what it holds; keeps its memory.
  void assign(const Kernels& kernels, const FirstSpan& placements, std::size_t padded_lanes);

  std::size_t tiles() const { return tiles_; }
  /// Gives the first lane of every granule with placements, then zeros to the end of the last tile.
  const std::uint32_t* granule_lanes(std::size_t tile) const {
    return granule_lanes_.data() + tile * kTileGranules;
  }
  /// Returns how many granules of the tile hold placements.
  std::size_t granules(std::size_t tile) const {
    return std::min(kTileGranules, granules_ - tile * kTileGranules);
  }
  const std::uint8_t* mask(int line_bit, std::size_t tile) const {
    return bits_.data() + (tile * kLineMasks + static_cast<std::size_t>(line_bit)) * kTileBytes;
  }

 private:
  std::size_t tiles_ = 0;
  std::size_t granules_ = 0;
  std::vector<std::uint32_t> granule_lanes_;
  base::AlignedVector<std::uint8_t> bits_;
  std::vector<std::uint32_t> begins_;  ///< of the placements of every lane, and the end of the last
  std::vector<LaneByte> bytes_;
};

/// They serve walks, as many small tables. If lanes are packed, byte follows byte. Else byte i of a
/// block belongs to its lane i, and all blocks of the same lanes follow each other.
class LaneTables {
 public:
  void clear();
  /// Adds a table with the masks of the lines in `needed`, of 1 to kMaxPlacements placements.
  /// `packs` tells whether lanes may be packed, the same for all tables until clear().
  void add(const Kernels& kernels, const FirstSpan& placements, std::size_t padded_lanes,
           std::uint64_t needed, bool packs = true);

  std::size_t blocks() const { return blocks_; }  ///< of all tables
  /// They are valid until the next add(), with scratch memory for walks through this many rows.
  LaneMasks masks(std::size_t table, std::size_t rows);

  static constexpr std::size_t kMaxPlacements = 16384;
  // At worst each has a block of its own, of four of the narrowest vectors.
  static_assert(kMaxPlacements * 4 <= kMaxVectors / kQueensTogether);

 private:
  struct Table {
    std::size_t first_block;
    std::size_t blocks;
    std::size_t first_window;
    std::uint32_t first_lane;
    std::uint32_t end_lane;
  };
  void pack(std::size_t padded_lanes, std::size_t window);
  void stack(std::size_t padded_lanes);

  std::vector<Table> tables_;
  std::size_t blocks_ = 0;
  std::vector<std::uint32_t> lanes_;              ///< the first of every window
  base::AlignedVector<std::uint8_t> byte_lanes_;  ///< of every block
  base::AlignedVector<std::uint8_t> lines_;       ///< kLineMasks masks of each table
  base::AlignedVector<std::uint8_t> scratch_;
  // These belong to the table that is being made.
  std::vector<std::uint32_t> begins_;  ///< of the placements of every lane, and the end of the last
  std::vector<LaneByte> bytes_;
};

}  // namespace nqueens::engine::colour_join
