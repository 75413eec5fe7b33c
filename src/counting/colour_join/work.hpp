// What the steps of the colour join cost, in core seconds with AVX-512 on the machine of
// results/README.md. One place for the plan, which weighs pivots by it, and for the costs of units.
// Coefficients: least squares over 75 units of N = 22, 24, 26 with one to four pivots, by counted
// features (tiles x entries and so on), which gave 80 percent of them within 10 percent; what the
// fit put on masks of squares (0.1 us each) is split here into the mask and the tile of a table
// that comes from memory. The features themselves are estimated here.
#pragma once

#include <algorithm>
#include <cmath>

#include "counting/colour_join/estimate.hpp"
#include "counting/colour_join/layout.hpp"

namespace nqueens::counting {

/// Comparing the second pieces of a unit, of one colour, with tables of first pieces.
struct FillWork {
  double lanes = 0;       ///< of a table
  double per_lane = 0;    ///< first pieces in it, on average
  int queens = 0;         ///< of a second piece
  int columns = 0;        ///< of its board
  int pivots = 0;         ///< of its rows
  double placements = 1;  ///< on the pivot rows: tables
  double second = 0;      ///< second pieces, all
  double taken = 0;       ///< those on column sets that have a weight
  double sets = 0;        ///< column sets with a weight

  /// Tiles of one table: bytes of eight pieces, as many as the fullest of 16 lanes needs.
  double tiles() const {
    const double bytes = (per_lane + 2.2 * std::sqrt(per_lane)) / 8 + 0.5;
    return lanes * std::min(bytes, std::max(1.0, 16 * per_lane)) / kTileBytes + 0.5;
  }
  double list_seconds() const { return second * 1.3e-8 + placements * 3e-7; }
  double fill_seconds() const {
    const double of_group = taken / placements;
    // Column sets of a group have the columns of its pivots.
    double group_sets = sets;
    for (int i = 0; i < pivots; ++i) group_sets *= (queens - i) / static_cast<double>(columns - i);
    const double runs = group_sets > 0 ? group_sets * (1 - decay(of_group / group_sets)) : 0;
    const double root = std::sqrt(of_group);
    const double steps = 0.8 * root * std::sqrt(root);
    const double squares = 0.8 * (queens - pivots) * (columns - pivots);
    // A tile of a table that was used for something else before is fetched from far: 3 us.
    return placements * tiles() *
           (of_group * 2.45e-9 + runs * 1.5e-8 + steps * 3e-9 + squares * 1e-8 +
            (pivots > 0 ? 2.5e-6 : 0));
  }
};

/// Of making tables: a tile, and a piece that is filtered or entered on its twenty lines.
constexpr double kSecondsPerTileOfTable = 2.5e-6;
constexpr double kSecondsPerPieceOfTable = 2e-8;
/// Listing and sorting the first pieces of a task: 41, 60 and 149 ns a piece were measured at
/// N = 20, 22 and 24, as lists outgrow the caches (results/, tasks of depths 0 to 20).
inline double first_pieces_seconds(double pieces) {
  return 2e-5 + pieces * (4e-8 + std::min(1.1e-7, 5.5e-13 * pieces));
}
/// Of a byte of the lists of second pieces that threads share, made once a process: 0.24 s at
/// N = 20, 1.5 s at N = 22.
constexpr double kSecondsPerListByte = 3.3e-9;
/// Of zeroing, searching and multiplying two matrices, for each number.
constexpr double kSecondsPerNumber = 4e-10;

}  // namespace nqueens::counting
