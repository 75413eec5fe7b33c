#include "engine/colour_first.hpp"

#include <algorithm>
#include <bit>

#include "engine/piece_search.hpp"

namespace nqueens::engine {

namespace {

constexpr std::size_t kPiecesPerByte = 8;

}  // namespace

FirstPieces list_first_pieces(const PieceBoard& board, LineSet rows,
                              const std::function<bool(LineSet)>& takes) {
  const std::size_t all_sets = std::size_t{1} << board.columns;
  const int queens = std::popcount(rows);
  std::vector<bool> taken(all_sets);
  for (LineSet set = 0; set < all_sets; ++set) {
    taken[set] = std::popcount(set) == queens && takes(set);
  }
  FirstPieces result;
  std::vector<std::uint32_t> count(all_sets);
  std::vector<int> order;
  for (int row = 0; row < board.rows; ++row) {
    if ((rows >> row & 1u) != 0) order.push_back(row);
  }
  const PieceSearch search(board);
  const auto place = [&](const auto& self, std::size_t depth, const PieceLines& lines) -> void {
    if (depth == order.size()) {
      if (!taken[lines.columns]) return;
      result.pieces.push_back({lines.p, lines.q, lines.columns});  // lane: below
      ++count[lines.columns];
      return;
    }
    const int row = order[depth];
    for (LineSet free = search.free(lines, row); free != 0; free &= free - 1) {
      self(self, depth + 1, search.with(lines, row, std::countr_zero(free)));
    }
  };
  place(place, 0, PieceLines{});

  for (LineSet set = 0; set < all_sets; ++set) {
    if (count[set] > 0) result.sets.push_back(set);
  }
  std::stable_sort(result.sets.begin(), result.sets.end(),
                   [&](LineSet a, LineSet b) { return count[a] > count[b]; });
  std::vector<std::uint32_t> lane_of(all_sets);
  for (std::size_t lane = 0; lane < result.sets.size(); ++lane) {
    lane_of[result.sets[lane]] = static_cast<std::uint32_t>(lane);
  }
  for (FirstPiece& piece : result.pieces) piece.lane = lane_of[piece.lane];
  return result;
}

std::vector<FirstPiece> pieces_off(const std::vector<FirstPiece>& pieces, int p, int q) {
  std::vector<FirstPiece> kept;
  for (const FirstPiece& piece : pieces) {
    if (((piece.p >> p | piece.q >> q) & 1u) == 0) kept.push_back(piece);
  }
  return kept;
}

FirstTable::FirstTable(const std::vector<FirstPiece>& pieces, std::size_t padded_lanes, int lines)
    : lines_(lines) {
  std::vector<std::uint32_t> filled(padded_lanes);
  for (const FirstPiece& piece : pieces) ++filled[piece.lane];
  std::vector<std::size_t> first_granule;
  for (std::size_t lane = 0; lane < filled.size(); lane += kGranuleBytes) {
    first_granule.push_back(granule_lanes_.size());
    const std::uint32_t most = *std::max_element(&filled[lane], &filled[lane] + kGranuleBytes);
    for (std::size_t layer = 0; layer * kPiecesPerByte < most; ++layer) {
      granule_lanes_.push_back(static_cast<std::uint32_t>(lane));
    }
  }
  const std::size_t tiles = (granule_lanes_.size() + kTileGranules - 1) / kTileGranules;
  stride_ = tiles * kTileBytes;
  bits_.resize(stride_ * static_cast<std::size_t>(1 + 2 * lines));

  std::fill(filled.begin(), filled.end(), 0u);
  for (const FirstPiece& piece : pieces) {
    const std::uint32_t place = filled[piece.lane]++;
    const std::size_t granule = first_granule[piece.lane / kGranuleBytes] + place / kPiecesPerByte;
    std::uint8_t* byte = bits_.data() + granule * kGranuleBytes + piece.lane % kGranuleBytes;
    const auto bit = static_cast<std::uint8_t>(1u << (place % kPiecesPerByte));
    const auto mark = [&](int line) { byte[static_cast<std::size_t>(line) * stride_] |= bit; };
    mark(0);
    for (std::uint64_t p = piece.p; p != 0; p &= p - 1) mark(1 + std::countr_zero(p));
    for (std::uint64_t q = piece.q; q != 0; q &= q - 1) mark(1 + lines + std::countr_zero(q));
  }
}

}  // namespace nqueens::engine
