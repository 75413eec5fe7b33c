#include "counting/colour_join/pairs.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace nqueens::counting::colour_join {

PairCounter::PairCounter(const Kernels& kernels)
    : kernels_(kernels), squares_(kSquareTiles * kTileBytes), levels_(kLevelTiles * kTileBytes) {}

bool PairCounter::add(const Quarter& second_quarter, const SecondRows& rows,
                      const SecondGroup& group, const FirstTable& table, const Part& part,
                      std::span<const std::int32_t> row_of_set, const PairMatrix& matrix,
                      const std::stop_token& stop) {
  const PairEntries entries{group.column_sets.data(),
                            group.column_sets.size(),
                            group.begins.data(),
                            group.entries.data(),
                            part.first,
                            part.max};
  const std::vector<std::uint32_t>& lanes = table.granule_lanes();
  const std::size_t end =
      std::min(table.tiles(), part.first_tile + std::min(part.max_tiles, table.tiles()));
  for (std::size_t tile = part.first_tile; tile < end; ++tile) {
    if (stop.stop_requested()) return false;
    make_square_masks(second_quarter, rows, group, table, tile);
    std::memcpy(levels_.data(), table.all(tile), kTileBytes);
    walk(group.head_steps, group.heads, heads_);
    walk(group.tail_steps, group.tails, tails_);
    const std::size_t granule = tile * kTileGranules;
    kernels_.count_pairs(entries, row_of_set.data(),
                         {heads_.data(), tails_.data(), lanes.data() + granule,
                          std::min(lanes.size() - granule, kTileGranules)},
                         matrix);
  }
  return true;
}

void PairCounter::make_square_masks(const Quarter& quarter, const SecondRows& rows,
                                    const SecondGroup& group, const FirstTable& table,
                                    std::size_t tile) {
  for (std::size_t i = 0; i < rows.others.size(); ++i) {
    const int row = rows.others[i];
    for (LineSet used = group.columns[i]; used != 0; used &= used - 1) {
      const int column = std::countr_zero(used);
      kernels_.square_mask(
          table.all(tile), table.diagonal(quarter.diagonal(row, column), tile),
          table.antidiagonal(quarter.antidiagonal(row, column), tile),
          squares_.data() + square_tile(i, static_cast<std::size_t>(column)) * kTileBytes);
    }
  }
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
