// First pieces of the colour join: every placement on the even rows R_e (or their complement),
// in lanes by column set, and their table of bits: for each diagonal, which pieces stand on it.
// Knows nothing of second pieces.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <vector>

#include "base/arrays.hpp"
#include "counting/colour_join/board.hpp"
#include "counting/colour_join/layout.hpp"
#include "counting/colour_join/piece_search.hpp"

namespace nqueens::counting {

struct FirstPiece {
  std::uint64_t p = 0;     ///< diagonals that its queens stand on
  std::uint64_t q = 0;     ///< antidiagonals
  std::uint32_t lane = 0;  ///< index into FirstPieces::sets
};

struct FirstPieces {
  /// Column sets that have pieces, those with most pieces first.
  std::vector<LineSet> sets;
  std::vector<FirstPiece> pieces;
  /// Lanes, rounded up to whole granules.
  std::size_t padded_lanes() const {
    return (sets.size() + kGranuleBytes - 1) / kGranuleBytes * kGranuleBytes;
  }
};

/// Every non-attacking placement with one queen in each row of the set whose column set `takes`
/// accepts. False when stopped.
bool list_first_pieces(const PieceBoard& board, LineSet rows,
                       const std::function<bool(LineSet)>& takes, const std::stop_token& stop,
                       FirstPieces& result);

/// Those pieces that stand on none of the diagonals and antidiagonals, in `room`, which only grows.
std::span<const FirstPiece> pieces_off(std::span<const FirstPiece> pieces, const PieceLines& lines,
                                       std::vector<FirstPiece>& room);

/// Pieces as bits. A granule is one byte of each of
/// 16 lanes; a lane of n pieces has ceil(n / 8) bytes, in as many granules. All masks of one tile
/// lie together: they are made and read together.
class FirstTable {
 public:
  /// For diagonals and antidiagonals below `lines`.
  explicit FirstTable(int lines) : lines_(lines) {}

  /// Takes some of the pieces instead of those before; keeps its memory.
  void assign(std::span<const FirstPiece> pieces, std::size_t padded_lanes);

  std::size_t tiles() const { return tiles_; }
  /// First lane of every granule that holds pieces.
  const std::vector<std::uint32_t>& granule_lanes() const { return granule_lanes_; }
  /// One tile of a mask: all pieces; those on diagonal p; those on antidiagonal q.
  const std::uint8_t* all(std::size_t tile) const { return mask(0, tile); }
  const std::uint8_t* diagonal(int p, std::size_t tile) const { return mask(1 + p, tile); }
  const std::uint8_t* antidiagonal(int q, std::size_t tile) const {
    return mask(1 + lines_ + q, tile);
  }

 private:
  std::size_t masks() const { return static_cast<std::size_t>(1 + 2 * lines_); }
  const std::uint8_t* mask(int line, std::size_t tile) const {
    return bits_.data() + (tile * masks() + static_cast<std::size_t>(line)) * kTileBytes;
  }

  int lines_;
  std::size_t tiles_ = 0;
  std::vector<std::uint32_t> granule_lanes_;
  base::AlignedVector<std::uint8_t> bits_;
  std::vector<std::uint32_t> filled_;       ///< pieces of every lane
  std::vector<std::size_t> first_granule_;  ///< of every 16 lanes
};

}  // namespace nqueens::counting
