// The rare way to count a unit: as sums of parts of its matrices that are too small to be cut off.
#include <algorithm>

#include "counting/colour_join/unit.hpp"

namespace nqueens::counting {

/// One colour of a unit that is counted in passes.
struct UnitCounter::PassSide {
  Colour& colour;
  SecondRows rows;
  std::vector<PieceLines> pivots;
  SecondPieces pieces;
  std::vector<Pass> passes;
};

/// Some number of the unit may have been cut off: its matrices as sums of matrices that cannot be.
bool UnitCounter::count_in_passes(const Sides& white, const Sides& black, std::size_t unit,
                                  const std::stop_token& stop, UnitCount& result) {
  result = {};
  PassSide white_side = pass_side(white, unit);
  PassSide black_side = pass_side(black, unit);
  const PairMatrix a = white_.matrix(0);
  const PairMatrix b = black_.matrix(0);
  bool is_first = true;
  for (const Pass& white_pass : white_side.passes) {
    if (!fill_pass(white_side, white_pass, stop)) return false;
    if (count_pairs_) result.pairs += sum_of(a);
    for (const Pass& black_pass : black_side.passes) {
      if (!fill_pass(black_side, black_pass, stop)) return false;
      if (count_pairs_ && is_first) result.pairs += sum_of(b);
      const std::uint64_t part = weighted_trace(a, kernels_.largest(a), b, kernels_.largest(b));
      if (__builtin_add_overflow(result.solutions, part, &result.solutions)) throw_unit_too_large();
    }
    is_first = false;
  }
  return true;
}

UnitCounter::PassSide UnitCounter::pass_side(const Sides& sides, std::size_t unit) const {
  Colour& colour = sides.colour;
  PassSide side{colour,
                SecondRows(colour.second_board, sides.of_unit[unit].rows, sides.options.pivots),
                {},
                {},
                {}};
  for_each_pivot(colour.search, side.rows.pivots, [&](std::size_t, const PieceLines& lines) {
    side.pivots.push_back(lines);
    return true;
  });
  side.pieces = list_second_pieces(colour.second_board, side.rows, colour.listing);
  side.passes = safe_passes(colour, side.pieces);
  return side;
}

bool UnitCounter::fill_pass(PassSide& side, const Pass& pass, const std::stop_token& stop) {
  const PairMatrix matrix = side.colour.matrix(0);
  std::fill_n(matrix.numbers, matrix.stride * matrix.rows, std::uint16_t{0});
  const SecondGroup& group = side.pieces.groups[pass.group];
  std::vector<FirstPiece> room;
  FirstTable table(board_.board_size() + 1);
  table.assign(pieces_off(side.colour.first.pieces, side.pivots[group.pivot], room),
               side.colour.stride);
  return fill_group(side.colour, side.rows, group, table, pass.part, matrix, stop);
}

std::vector<UnitCounter::Pass> UnitCounter::safe_passes(const Colour& colour,
                                                        const SecondPieces& pieces) const {
  // What one entry adds to a lane is at most the pieces of the lane, and from one tile 8 bits of
  // each granule. With `most` entries of a set on `tiles` tiles no sum passes the limit, whatever
  // the pieces are: 511 x 128 < 65535, so the limit of the type is never met.
  constexpr std::size_t kMostOfTile = 8 * kTileGranules;
  static_assert(kMostOfTile < kSaturated);
  std::vector<std::uint32_t> lane_pieces(colour.first.sets.size());
  for (const FirstPiece& piece : colour.first.pieces) ++lane_pieces[piece.lane];
  const std::uint32_t most_pieces = *std::max_element(lane_pieces.begin(), lane_pieces.end());
  const std::uint32_t limit = limits_.too_large - 1u;
  const std::uint32_t most = std::max<std::uint32_t>(1, limit / most_pieces);
  std::size_t granules = 0;  // of a table with all pieces; lanes come in the order of their sizes
  for (std::size_t lane = 0; lane < lane_pieces.size(); lane += kGranuleBytes) {
    granules += (lane_pieces[lane] + 7) / 8;
  }
  const std::size_t all_tiles = granules / kTileGranules + 1;
  const std::size_t tiles =
      most_pieces <= limit ? all_tiles : std::max<std::size_t>(1, limit / kMostOfTile);
  std::vector<Pass> passes;
  for (std::size_t index = 0; index < pieces.groups.size(); ++index) {
    const std::vector<std::uint32_t>& begins = pieces.groups[index].begins;
    std::uint32_t largest = 0;
    for (std::size_t set = 0; set + 1 < begins.size(); ++set) {
      largest = std::max(largest, begins[set + 1] - begins[set]);
    }
    for (std::uint32_t first = 0; first < largest; first += most) {
      for (std::size_t tile = 0; tile < all_tiles; tile += tiles) {
        passes.push_back({index, {first, most, tile, tiles}});
      }
    }
  }
  return passes;
}

}  // namespace nqueens::counting
