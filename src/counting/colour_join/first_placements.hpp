// First placements, e or f: the queens of the even rows. They are listed in lanes by column set,
// and held in tables of bits: for each diagonal, which of them have a queen on it.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <vector>

#include "base/arrays.hpp"
#include "counting/colour_join/board.hpp"
#include "counting/colour_join/kernels.hpp"

namespace nqueens::counting::colour_join {

struct FirstPlacement {
  std::uint64_t diagonals = 0;
  std::uint64_t antidiagonals = 0;
  std::uint32_t lane = 0;
};

struct FirstPlacements {
  /// Of each lane, those with most placements first.
  std::vector<LineSet> column_sets;
  std::vector<FirstPlacement> list;
  /// Lanes, rounded up to whole granules.
  std::size_t padded_lanes() const {
    return (column_sets.size() + kGranuleBytes - 1) / kGranuleBytes * kGranuleBytes;
  }
};

/// Every placement with one queen in each of the rows whose column set `wants` accepts. False when
/// stopped. Throws Error when there are more than 2^32.
bool list_first_placements(const Quarter& quarter, LineSet rows,
                           const std::function<bool(LineSet)>& wants, const std::stop_token& stop,
                           FirstPlacements& result);

/// Those of the placements that a queen on the lines does not attack, in `room`, which only grows.
std::span<const FirstPlacement> left_by_queen(std::span<const FirstPlacement> placements,
                                              const QueenLines& queen,
                                              std::vector<FirstPlacement>& room);

/// Placements as bits, in granules and tiles (README.md). All masks of one tile lie together: they
/// are made and read together.
class FirstTable {
 public:
  explicit FirstTable(int diagonals) : diagonals_(diagonals) {}

  /// Replaces what it holds; keeps its memory.
  void assign(std::span<const FirstPlacement> placements, std::size_t padded_lanes);

  std::size_t tiles() const { return tiles_; }
  /// First lane of every granule that holds placements.
  const std::vector<std::uint32_t>& granule_lanes() const { return granule_lanes_; }
  /// One tile of a mask: all placements; those with a queen on the diagonal; on the antidiagonal.
  const std::uint8_t* all(std::size_t tile) const { return mask(0, tile); }
  const std::uint8_t* diagonal(int number, std::size_t tile) const {
    return mask(1 + number, tile);
  }
  const std::uint8_t* antidiagonal(int number, std::size_t tile) const {
    return mask(1 + diagonals_ + number, tile);
  }

 private:
  std::size_t masks() const { return static_cast<std::size_t>(1 + 2 * diagonals_); }
  const std::uint8_t* mask(int line, std::size_t tile) const {
    return bits_.data() + (tile * masks() + static_cast<std::size_t>(line)) * kTileBytes;
  }

  int diagonals_;
  std::size_t tiles_ = 0;
  std::vector<std::uint32_t> granule_lanes_;
  base::AlignedVector<std::uint8_t> bits_;
  std::vector<std::uint32_t> filled_;       ///< placements of every lane
  std::vector<std::size_t> first_granule_;  ///< of every 16 lanes
};

}  // namespace nqueens::counting::colour_join
