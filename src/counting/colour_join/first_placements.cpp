#include "counting/colour_join/first_placements.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "nqueens/error.hpp"

namespace nqueens::counting::colour_join {

namespace {

constexpr std::size_t kPerByte = 8;
constexpr std::size_t kMany = 1'000'000;

}  // namespace

bool list_first_placements(const Quarter& quarter, LineSet rows,
                           const std::function<bool(LineSet)>& wants, const std::stop_token& stop,
                           FirstPlacements& result) {
  result.column_sets.clear();
  result.list.clear();
  const std::size_t all_sets = std::size_t{1} << quarter.columns();
  const int queens = std::popcount(rows);
  std::vector<bool> wanted(all_sets);
  for (LineSet set = 0; set < all_sets; ++set) {
    wanted[set] = std::popcount(set) == queens && wants(set);
  }
  std::vector<std::uint32_t> count(all_sets);
  std::vector<int> order;
  for (int row = 0; row < quarter.rows(); ++row) {
    if ((rows >> row & 1u) != 0) order.push_back(row);
  }
  const auto place = [&](const auto& self, std::size_t depth, const QueenLines& lines) -> bool {
    if (depth == order.size()) {
      if (!wanted[lines.columns]) return true;
      if (result.list.size() == result.list.capacity()) {  // doubling takes too much memory
        result.list.reserve(result.list.size() / 4 * 5 + 64);
      }
      result.list.push_back({lines.diagonals, lines.antidiagonals, lines.columns});  // lane: below
      ++count[lines.columns];
      return true;
    }
    if (depth == 2 && stop.stop_requested()) return false;
    const int row = order[depth];
    for (LineSet free = quarter.free(lines, row); free != 0; free &= free - 1) {
      if (!self(self, depth + 1, quarter.with(lines, row, std::countr_zero(free)))) return false;
    }
    return true;
  };
  if (!place(place, 0, QueenLines{})) return false;
  // Then no lane has more either. Up to 12 queens it is proved: 12! < 2^32.
  if (result.list.size() > std::numeric_limits<std::uint32_t>::max()) {
    throw Error("more than 2^32 placements of one row set; take a smaller board");
  }

  for (LineSet set = 0; set < all_sets; ++set) {
    if (count[set] > 0) result.column_sets.push_back(set);
  }
  std::stable_sort(result.column_sets.begin(), result.column_sets.end(),
                   [&](LineSet a, LineSet b) { return count[a] > count[b]; });
  std::vector<std::uint32_t> lane_of(all_sets);
  for (std::size_t lane = 0; lane < result.column_sets.size(); ++lane) {
    lane_of[result.column_sets[lane]] = static_cast<std::uint32_t>(lane);
  }
  for (FirstPlacement& placement : result.list) placement.lane = lane_of[placement.lane];
  return true;
}

std::span<const FirstPlacement> left_by_queen(std::span<const FirstPlacement> placements,
                                              const QueenLines& queen,
                                              std::vector<FirstPlacement>& room) {
  const auto stays = [&queen](const FirstPlacement& one) {
    return ((one.diagonals & queen.diagonals) | (one.antidiagonals & queen.antidiagonals)) == 0;
  };
  if (room.size() < placements.size()) {
    // Room for all would be hundreds of megabytes on large boards.
    const bool is_large = placements.size() > kMany;
    const auto needed = is_large ? std::count_if(placements.begin(), placements.end(), stays) + 1
                                 : static_cast<std::ptrdiff_t>(placements.size());
    if (room.size() < static_cast<std::size_t>(needed)) {
      room = {};  // frees it before it takes more
      room.resize(static_cast<std::size_t>(needed));
    }
  }
  // Always written, and counted if it stays: a branch could not be predicted.
  std::size_t count = 0;
  for (const FirstPlacement& placement : placements) {
    room[count] = placement;
    count += stays(placement);
  }
  return {room.data(), count};
}

void FirstTable::assign(std::span<const FirstPlacement> placements, std::size_t padded_lanes) {
  filled_.assign(padded_lanes, 0);
  for (const FirstPlacement& placement : placements) ++filled_[placement.lane];
  granule_lanes_.clear();
  first_granule_.clear();
  for (std::size_t lane = 0; lane < padded_lanes; lane += kGranuleBytes) {
    first_granule_.push_back(granule_lanes_.size());
    const std::uint32_t fullest = *std::max_element(&filled_[lane], &filled_[lane] + kGranuleBytes);
    for (std::size_t layer = 0; layer * kPerByte < fullest; ++layer) {
      granule_lanes_.push_back(static_cast<std::uint32_t>(lane));
    }
  }
  tiles_ = (granule_lanes_.size() + kTileGranules - 1) / kTileGranules;
  const std::size_t bytes = tiles_ * masks() * kTileBytes;
  if (bits_.size() < bytes) bits_.resize(bytes);
  std::fill_n(bits_.begin(), bytes, std::uint8_t{0});

  std::fill(filled_.begin(), filled_.end(), 0u);
  for (const FirstPlacement& placement : placements) {
    const std::uint32_t place = filled_[placement.lane]++;
    const std::size_t granule = first_granule_[placement.lane / kGranuleBytes] + place / kPerByte;
    std::uint8_t* byte = bits_.data() + granule / kTileGranules * masks() * kTileBytes +
                         granule % kTileGranules * kGranuleBytes + placement.lane % kGranuleBytes;
    const auto bit = static_cast<std::uint8_t>(1u << (place % kPerByte));
    const auto mark = [&](int line) { byte[static_cast<std::size_t>(line) * kTileBytes] |= bit; };
    mark(0);
    for (std::uint64_t p = placement.diagonals; p != 0; p &= p - 1) mark(1 + std::countr_zero(p));
    for (std::uint64_t q = placement.antidiagonals; q != 0; q &= q - 1) {
      mark(1 + diagonals_ + std::countr_zero(q));
    }
  }
}

}  // namespace nqueens::counting::colour_join
