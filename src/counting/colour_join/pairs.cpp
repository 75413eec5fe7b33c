#include "counting/colour_join/pairs.hpp"

#include <bit>
#include <cstring>

namespace nqueens::counting::colour_join {

PairCounter::PairCounter(const Kernels& kernels)
    : kernels_(kernels), squares_(kSquares * kTileBytes), levels_(kLevelTiles * kTileBytes) {}

bool PairCounter::add(const ColourQuarters& quarters, const GroupAndTable& pair,
                      std::span<const std::int32_t> row_of_set, const PairMatrix& matrix,
                      const std::stop_token& stop) {
  const SecondGroup& group = pair.group;
  const PairEntries entries{group.column_sets.data(), group.column_sets.size(), group.begins.data(),
                            group.entries.data()};
  for (std::size_t tile = 0; tile < pair.table.tiles(); ++tile) {
    if (stop.stop_requested()) return false;
    kernels_.count_pairs(entries, row_of_set.data(), make_masks(quarters, pair, tile), matrix);
  }
  return true;
}

/// The masks of heads and tails on one tile.
PairTile PairCounter::make_masks(const ColourQuarters& quarters, const GroupAndTable& pair,
                                 std::size_t tile) {
  const TileTable& table = pair.table;
  const std::uint8_t* all = table.mask(LineBits::kAll, tile);
  for (std::size_t i = 0; i < pair.rows.others.size(); ++i) {
    const int row = pair.rows.others[i];
    for (LineSet used = pair.group.columns[i]; used != 0; used &= used - 1) {
      const int column = std::countr_zero(used);
      const int diagonal = quarters.bits.diagonal(quarters.second.diagonal(row, column));
      const int antidiagonal =
          quarters.bits.antidiagonal(quarters.second.antidiagonal(row, column));
      kernels_.square_mask(
          all, table.mask(diagonal, tile), table.mask(antidiagonal, tile),
          squares_.data() + square_index(i, static_cast<std::size_t>(column)) * kTileBytes);
    }
  }
  std::memcpy(levels_.data(), all, kTileBytes);
  walk(pair.group.head_steps, pair.group.heads, heads_);
  walk(pair.group.tail_steps, pair.group.tails, tails_);
  return {heads_.data(), tails_.data(), table.granule_lanes(tile), table.granules(tile)};
}

void PairCounter::walk(const std::vector<MaskStep>& steps, std::uint32_t leaves,
                       base::AlignedVector<std::uint8_t>& masks) {
  if (masks.size() < leaves * kTileBytes) masks.resize(leaves * kTileBytes);
  if (steps.empty()) {  // one leaf, without a queen
    std::memcpy(masks.data(), levels_.data(), kTileBytes);
    return;
  }
  kernels_.walk_masks(steps.data(), steps.size(), squares_.data(), levels_.data(), masks.data());
}

}  // namespace nqueens::counting::colour_join
