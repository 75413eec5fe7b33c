// Lists first placements row by row, and sorts them by lane.
#include "engine/colour_join/placements/first_placements.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "engine/colour_join/stop.hpp"
#include "nqueens/error.hpp"

namespace nqueens::engine::colour_join {

namespace {

constexpr std::size_t kMany = 1'000'000;
/// A kernel may read or write this many placements after the last one.
constexpr std::size_t kSlack = 64;

}  // namespace

LineBits::LineBits(const Quarter& quarter)
    : lines_(std::max(1, quarter.rows() + quarter.columns() - 1)),
      first_diagonal_(quarter.diagonal(std::max(0, quarter.rows() - 1), 0)),
      first_antidiagonal_(quarter.antidiagonal(0, 0)) {}

LineBits LineBits::mirrored(int board_size) const {
  LineBits bits = *this;
  bits.first_diagonal_ = board_size - (first_diagonal_ + lines_ - 1);
  return bits;
}

ColourQuarters ColourQuarters::transposed(int size) const {
  ColourQuarters quarters(first, second.transposed(size));
  quarters.bits = bits.mirrored(size);
  quarters.board_size = size;
  return quarters;
}

ColourQuarters quarters_of(const QuarteredBoard& board, bool of_white) {
  if (of_white) return {board.white_first(), board.white_second()};
  return {board.black_first(), board.black_second()};
}

std::uint64_t ColourQuarters::word_of(const QueenLines& lines) const {
  if (board_size == 0) return bits.of(lines);
  QueenLines mirrored = lines;
  mirrored.diagonals = 0;
  for (std::uint64_t left = lines.diagonals; left != 0; left &= left - 1) {
    mirrored.diagonals |= std::uint64_t{1} << (board_size - std::countr_zero(left));
  }
  return bits.of(mirrored);
}

std::ptrdiff_t FirstPlacements::lane_of(LineSet column_set) const {
  const auto found = std::ranges::find(column_sets, column_set);
  return found == column_sets.end() ? -1 : found - column_sets.begin();
}

FirstSpan FirstPlacements::of_lane(std::size_t lane) const {
  const std::uint16_t* begin = list.lanes.data();
  const auto [first, last] =
      std::equal_range(begin, begin + size, static_cast<std::uint16_t>(lane));
  return all().part(static_cast<std::size_t>(first - begin),
                    static_cast<std::size_t>(last - first));
}

void FirstList::make_room(std::size_t placements) {
  if (lines.size() >= placements + kSlack) return;
  lines = {};
  lanes = {};
  lines.resize(placements + kSlack);
  lanes.resize(placements + kSlack);
}

FirstSpan left_by_queen(const Kernels& kernels, const FirstSpan& placements, std::uint64_t attacked,
                        FirstList& room) {
  if (room.lines.size() < placements.size + kSlack) {
    // Room for all would be hundreds of megabytes on large boards.
    const bool is_large = placements.size > kMany;
    room.make_room(is_large ? static_cast<std::size_t>(std::count_if(
                                  placements.lines, placements.lines + placements.size,
                                  [&](std::uint64_t one) { return (one & attacked) == 0; }))
                            : placements.size);
  }
  const std::size_t size = kernels.filter(placements.lines, placements.lanes, placements.size,
                                          attacked, room.lines.data(), room.lanes.data());
  return {room.lines.data(), room.lanes.data(), size};
}

std::vector<std::uint16_t> columns_after(std::span<const std::int32_t> row_of_set) {
  std::vector<std::uint16_t> columns(row_of_set.size());
  for (LineSet set = 0; set < row_of_set.size(); ++set) {
    const auto all = static_cast<LineSet>(row_of_set.size() - 1);
    for (LineSet left = all & ~set; left != 0; left &= left - 1) {
      const LineSet column = left & (0u - left);
      if (row_of_set[set | column] >= 0) columns[set] |= static_cast<std::uint16_t>(column);
    }
  }
  return columns;
}

void Colour::list_first(LineSet rows, const std::function<bool(LineSet)>& wants,
                        const std::stop_token& stop) {
  const Quarter& quarter = quarters_.first;
  first_.column_sets.clear();
  first_.size = 0;
  const std::size_t all_sets = std::size_t{1} << quarter.columns();
  const int queens = std::popcount(rows);
  std::vector<bool> wanted(all_sets);  // or part of a set that is; larger numbers come first
  for (auto set = static_cast<LineSet>(all_sets); set-- > 0;) {
    if (std::popcount(set) == queens && wants(set)) wanted[set] = true;
    if (!wanted[set]) continue;
    for (LineSet left = set; left != 0; left &= left - 1)
      wanted[set & ~(left & (0u - left))] = true;
  }
  std::vector<std::uint32_t> count(all_sets);
  std::vector<int> order;
  for (int row = 0; row < quarter.rows(); ++row) {
    if ((rows >> row & 1u) != 0) order.push_back(row);
  }
  std::vector<std::uint64_t> lines_found;
  std::vector<std::uint16_t> sets_found;
  const auto place = [&](const auto& self, std::size_t depth, const QueenLines& lines) -> void {
    if (!wanted[lines.columns]) return;
    if (depth == order.size()) {
      if (lines_found.size() == lines_found.capacity()) {  // doubling takes too much memory
        lines_found.reserve(lines_found.size() / 4 * 5 + 64);
        sets_found.reserve(lines_found.capacity());
      }
      lines_found.push_back(quarters_.word_of(lines) | std::uint64_t{1} << LineBits::kAll);
      sets_found.push_back(static_cast<std::uint16_t>(lines.columns));
      ++count[lines.columns];
      return;
    }
    if (depth == 2) check_stop(stop);
    const int row = order[depth];
    for (LineSet free = quarter.free(lines, row); free != 0; free &= free - 1) {
      self(self, depth + 1, quarter.with(lines, row, std::countr_zero(free)));
    }
  };
  place(place, 0, QueenLines{});
  // Then no lane has more either. Up to 12 queens there cannot be more: 12! < 2^32.
  if (lines_found.size() >= std::numeric_limits<std::uint32_t>::max()) {
    throw Error("more than 2^32 placements of one row set; take a smaller board");
  }

  for (LineSet set = 0; set < all_sets; ++set) {
    if (count[set] > 0) first_.column_sets.push_back(set);
  }
  std::stable_sort(first_.column_sets.begin(), first_.column_sets.end(),
                   [&](LineSet a, LineSet b) { return count[a] > count[b]; });
  first_.size = lines_found.size();
  first_.list.make_room(first_.size);
  std::vector<std::uint32_t>& next = count;  // place of each set's next placement
  std::vector<std::uint16_t> lane_of(all_sets);
  std::uint32_t begin = 0;
  for (std::size_t lane = 0; lane < first_.column_sets.size(); ++lane) {
    const LineSet set = first_.column_sets[lane];
    lane_of[set] = static_cast<std::uint16_t>(lane);
    begin += std::exchange(next[set], begin);
  }
  for (std::size_t i = 0; i < first_.size; ++i) {
    const std::uint32_t at = next[sets_found[i]]++;
    first_.list.lines[at] = lines_found[i];
    first_.list.lanes[at] = lane_of[sets_found[i]];
  }
}

void Colour::set_matrix_rows(std::span<const LineSet> column_sets, std::size_t padded) {
  row_of_set_.assign(std::size_t{1} << quarters_.second.columns(), -1);
  std::int32_t row = 0;
  for (const LineSet set : column_sets) row_of_set_[set] = row++;
  // Supersets are larger numbers.
  const int queens = column_sets.empty() ? 0 : std::popcount(column_sets.front());
  for (LineSet set = static_cast<LineSet>(row_of_set_.size()); set-- > 0;) {
    if (std::popcount(set) >= queens) continue;
    for (LineSet left = complement(set, quarters_.second.columns()); left != 0; left &= left - 1) {
      if (row_of_set_[set | (left & (0u - left))] < 0) continue;
      row_of_set_[set] = 0;
      break;
    }
  }
  columns_after_ = colour_join::columns_after(row_of_set_);
  shape_ = {padded, first_.padded_lanes()};
}

}  // namespace nqueens::engine::colour_join
