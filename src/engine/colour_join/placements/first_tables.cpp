// Puts placements into bytes by lane, and has the kernels make masks of their lines.
#include "engine/colour_join/placements/first_tables.hpp"

namespace nqueens::engine::colour_join {

namespace {

/// Finds lanes: the placements of lane i are begins[i] to begins[i + 1].
void find_lanes(const FirstSpan& placements, std::size_t padded_lanes,
                std::vector<std::uint32_t>& begins) {
  // They are ordered by lane: the last one of a lane leaves its end.
  begins.assign(padded_lanes + 1, 0);
  for (std::size_t i = 0; i < placements.size; ++i) {
    begins[placements.lanes[i] + 1u] = static_cast<std::uint32_t>(i + 1);
  }
  for (std::size_t lane = 0; lane < padded_lanes; ++lane) {
    begins[lane + 1] = std::max(begins[lane], begins[lane + 1]);
  }
}

/// Stacks the placements of some lanes, eight of each at a time, until the fullest lane has no
/// more. Returns how often: `lanes` bytes each time.
std::size_t stack_lanes(const std::uint32_t* begins, std::size_t lanes,
                        std::vector<LaneByte>& bytes) {
  std::uint32_t fullest = 0;
  for (std::size_t i = 0; i < lanes; ++i) fullest = std::max(fullest, begins[i + 1] - begins[i]);
  for (std::uint32_t layer = 0; layer < fullest; layer += kPerByte) {
    for (std::size_t i = 0; i < lanes; ++i) {
      const std::uint32_t begin = std::min(begins[i] + layer, begins[i + 1]);
      bytes.push_back({begin, std::min<std::uint32_t>(kPerByte, begins[i + 1] - begin)});
    }
  }
  return (fullest + kPerByte - 1) / kPerByte;
}

}  // namespace

void TileTable::assign(const Kernels& kernels, const FirstSpan& placements,
                       std::size_t padded_lanes) {
  find_lanes(placements, padded_lanes, begins_);
  granule_lanes_.clear();
  bytes_.clear();
  for (std::size_t first = 0; first < padded_lanes; first += kGranuleBytes) {
    const std::size_t granules = stack_lanes(begins_.data() + first, kGranuleBytes, bytes_);
    granule_lanes_.insert(granule_lanes_.end(), granules, static_cast<std::uint32_t>(first));
  }
  granules_ = granule_lanes_.size();
  tiles_ = (granules_ + kTileGranules - 1) / kTileGranules;
  granule_lanes_.resize(tiles_ * kTileGranules);
  bytes_.resize(tiles_ * kTileBytes);
  const std::size_t bytes = tiles_ * kLineMasks * kTileBytes;
  if (bits_.size() < bytes) {
    bits_ = {};
    bits_.resize(bytes);
  }
  for (std::size_t at = 0; at < bytes_.size(); at += kBlockBytes) {
    kernels.fill_block(placements.lines, bytes_.data() + at, ~std::uint64_t{0},
                       bits_.data() + at / kTileBytes * kLineMasks * kTileBytes + at % kTileBytes,
                       kTileBytes);
  }
}

void LaneTables::clear() {
  blocks_ = 0;
  tables_.clear();
  lanes_.clear();
  byte_lanes_.clear();
}

void LaneTables::add(const Kernels& kernels, const FirstSpan& placements, std::size_t padded_lanes,
                     std::uint64_t needed, bool packs) {
  find_lanes(placements, padded_lanes, begins_);
  const std::size_t first = blocks_;
  const std::size_t first_window = lanes_.size();
  bytes_.clear();
  if (packs && kernels.window > 0) {
    pack(padded_lanes, kernels.window);
  } else {
    stack(padded_lanes);
  }
  const std::size_t blocks = bytes_.size() / kBlockBytes;
  blocks_ += blocks;
  tables_.push_back({first, blocks, first_window, placements.lanes[0],
                     placements.lanes[placements.size - 1] + 1u});
  if (lines_.size() < blocks_ * kBlockBytes * kLineMasks) {
    lines_.resize(std::max(blocks_ * kBlockBytes * kLineMasks, lines_.size() * 5 / 4));
  }
  std::uint8_t* lines = lines_.data() + first * kBlockBytes * kLineMasks;
  for (std::size_t block = 0; block < blocks; ++block) {
    kernels.fill_block(placements.lines, bytes_.data() + block * kBlockBytes, needed,
                       lines + block * kBlockBytes, blocks * kBlockBytes);
  }
}

/// Packs byte after byte, lane by lane; a window ends where its lanes do.
void LaneTables::pack(std::size_t padded_lanes, std::size_t window) {
  std::size_t first = 0;  // lane of the window
  const auto fill_up = [&](std::size_t size) {
    byte_lanes_.resize(byte_lanes_.size() + (size - bytes_.size() % size) % size);
    bytes_.resize((bytes_.size() + size - 1) / size * size);
  };
  for (std::size_t lane = 0; lane < padded_lanes; ++lane) {
    const std::uint32_t end = begins_[lane + 1];
    for (std::uint32_t at = begins_[lane]; at < end; at += kPerByte) {
      if (bytes_.size() % window == 0 || lane - first >= window) {
        fill_up(window);
        first = lane;
        lanes_.push_back(static_cast<std::uint32_t>(lane));
      }
      byte_lanes_.push_back(static_cast<std::uint8_t>(lane - first));
      bytes_.push_back({at, std::min<std::uint32_t>(kPerByte, end - at)});
    }
  }
  fill_up(kBlockBytes);
  lanes_.resize(byte_lanes_.size() / window);
}

void LaneTables::stack(std::size_t padded_lanes) {
  for (std::size_t first = 0; first < padded_lanes; first += kBlockBytes) {
    const std::size_t blocks = stack_lanes(begins_.data() + first, kBlockBytes, bytes_);
    lanes_.insert(lanes_.end(), blocks, static_cast<std::uint32_t>(first));
  }
}

LaneMasks LaneTables::masks(std::size_t table, std::size_t rows) {
  const Table& of = tables_[table];
  const std::size_t bytes = of.blocks * kBlockBytes;
  const std::size_t needed = (rows + 2 * kRowSquares) * bytes;
  if (scratch_.size() < needed) scratch_.resize(needed);
  const std::size_t at = of.first_block * kBlockBytes;
  return {.lines = lines_.data() + at * kLineMasks,
          .bytes = bytes,
          .lanes = lanes_.data() + of.first_window,
          .byte_lanes = byte_lanes_.empty() ? nullptr : byte_lanes_.data() + at,
          .first_lane = of.first_lane,
          .end_lane = of.end_lane,
          .levels = scratch_.data(),
          .squares = scratch_.data() + rows * bytes};
}

}  // namespace nqueens::engine::colour_join
