#include "counting/colour_join/first.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "counting/colour_join/piece_search.hpp"
#include "nqueens/error.hpp"

namespace nqueens::counting {

namespace {

constexpr std::size_t kPiecesPerByte = 8;
constexpr std::size_t kManyPieces = 1'000'000;

}  // namespace

bool list_first_pieces(const PieceBoard& board, LineSet rows,
                       const std::function<bool(LineSet)>& takes, const std::stop_token& stop,
                       FirstPieces& result) {
  result.sets.clear();
  result.pieces.clear();
  const std::size_t all_sets = std::size_t{1} << board.columns;
  const int queens = std::popcount(rows);
  std::vector<bool> taken(all_sets);
  for (LineSet set = 0; set < all_sets; ++set) {
    taken[set] = std::popcount(set) == queens && takes(set);
  }
  std::vector<std::uint32_t> count(all_sets);
  std::vector<int> order;
  for (int row = 0; row < board.rows; ++row) {
    if ((rows >> row & 1u) != 0) order.push_back(row);
  }
  const PieceSearch search(board);
  const auto place = [&](const auto& self, std::size_t depth, const PieceLines& lines) -> bool {
    if (depth == order.size()) {
      if (!taken[lines.columns]) return true;
      if (result.pieces.size() == result.pieces.capacity()) {  // doubling takes too much memory
        result.pieces.reserve(result.pieces.size() / 4 * 5 + 64);
      }
      result.pieces.push_back({lines.p, lines.q, lines.columns});  // lane: below
      ++count[lines.columns];
      return true;
    }
    if (depth == 2 && stop.stop_requested()) return false;
    const int row = order[depth];
    for (LineSet free = search.free(lines, row); free != 0; free &= free - 1) {
      if (!self(self, depth + 1, search.with(lines, row, std::countr_zero(free)))) return false;
    }
    return true;
  };
  if (!place(place, 0, PieceLines{})) return false;
  // Then no lane has more either. Only k <= 12 queens are proved to have fewer, by 12! < 2^32.
  if (result.pieces.size() > std::numeric_limits<std::uint32_t>::max()) {
    throw Error("more than 2^32 placements of one row set; take a smaller board");
  }

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
  return true;
}

std::span<const FirstPiece> pieces_off(std::span<const FirstPiece> pieces, const PieceLines& lines,
                                       std::vector<FirstPiece>& room) {
  const auto stays = [&lines](const FirstPiece& piece) {
    return ((piece.p & lines.p) | (piece.q & lines.q)) == 0;
  };
  if (room.size() < pieces.size()) {
    // On large boards those that do not stay would take hundreds of megabytes.
    const bool is_large = pieces.size() > kManyPieces;
    const auto needed = is_large ? std::count_if(pieces.begin(), pieces.end(), stays) + 1
                                 : static_cast<std::ptrdiff_t>(pieces.size());
    if (room.size() < static_cast<std::size_t>(needed)) {
      room = {};  // nothing of it is needed any more
      room.resize(static_cast<std::size_t>(needed));
    }
  }
  // Written always and counted where they stay: whether a piece stays cannot be foretold.
  std::size_t count = 0;
  for (const FirstPiece& piece : pieces) {
    room[count] = piece;
    count += stays(piece);
  }
  return {room.data(), count};
}

void FirstTable::assign(std::span<const FirstPiece> pieces, std::size_t padded_lanes) {
  filled_.assign(padded_lanes, 0);
  for (const FirstPiece& piece : pieces) ++filled_[piece.lane];
  granule_lanes_.clear();
  first_granule_.clear();
  for (std::size_t lane = 0; lane < padded_lanes; lane += kGranuleBytes) {
    first_granule_.push_back(granule_lanes_.size());
    const std::uint32_t most = *std::max_element(&filled_[lane], &filled_[lane] + kGranuleBytes);
    for (std::size_t layer = 0; layer * kPiecesPerByte < most; ++layer) {
      granule_lanes_.push_back(static_cast<std::uint32_t>(lane));
    }
  }
  tiles_ = (granule_lanes_.size() + kTileGranules - 1) / kTileGranules;
  const std::size_t bytes = tiles_ * masks() * kTileBytes;
  if (bits_.size() < bytes) bits_.resize(bytes);
  std::fill_n(bits_.begin(), bytes, std::uint8_t{0});

  std::fill(filled_.begin(), filled_.end(), 0u);
  for (const FirstPiece& piece : pieces) {
    const std::uint32_t place = filled_[piece.lane]++;
    const std::size_t granule = first_granule_[piece.lane / kGranuleBytes] + place / kPiecesPerByte;
    std::uint8_t* byte = bits_.data() + granule / kTileGranules * masks() * kTileBytes +
                         granule % kTileGranules * kGranuleBytes + piece.lane % kGranuleBytes;
    const auto bit = static_cast<std::uint8_t>(1u << (place % kPiecesPerByte));
    const auto mark = [&](int line) { byte[static_cast<std::size_t>(line) * kTileBytes] |= bit; };
    mark(0);
    for (std::uint64_t p = piece.p; p != 0; p &= p - 1) mark(1 + std::countr_zero(p));
    for (std::uint64_t q = piece.q; q != 0; q &= q - 1) mark(1 + lines_ + std::countr_zero(q));
  }
}

}  // namespace nqueens::counting
