#include "engine/colour_unit.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "engine/piece_search.hpp"
#include "nqueens/error.hpp"

namespace nqueens::engine {

namespace {

constexpr int kMostLevels = 33;

std::uint64_t checked_times(std::uint64_t a, std::uint64_t b) {
  std::uint64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) {
    throw Error("count of one unit does not fit 64 bits; take a smaller board");
  }
  return product;
}

/// a(i, j) b(j, i) of one pair of sets.
std::uint64_t product(const PairMatrix& a, const PairMatrix& b, std::size_t i, std::size_t j) {
  return std::uint64_t{a.numbers[i * a.stride + j]} * b.numbers[j * b.stride + i];
}

}  // namespace

UnitCounter::UnitCounter(const ColourBoard& board, const ColourKernels& kernels,
                         const ColourJoinLimits& limits, bool count_pairs)
    : board_(board),
      kernels_(kernels),
      limits_(limits),
      count_pairs_(count_pairs),
      squares_(16 * kSquareColumns * kTileBytes),
      levels_(kMostLevels * kTileBytes) {}

bool UnitCounter::set_even_rows(LineSet even_rows) {
  if (even_rows != even_rows_) {
    even_rows_ = even_rows;
    const LineSet all_even = all_lines(board_.even());
    const LineSet all_odd = all_lines(board_.odd());
    white_.first = list_first_pieces(board_.white_first(), even_rows, [&](LineSet even_columns) {
      return board_.even_column_weight(even_rows, even_columns) > 0;
    });
    // Black pieces stand on the columns that white ones leave.
    black_.first =
        list_first_pieces(board_.black_first(), all_even & ~even_rows, [&](LineSet other_columns) {
          return board_.odd_column_weight(even_rows, all_odd & ~other_columns) > 0;
        });
    white_.row_of_set.assign(std::size_t{1} << board_.odd(), -1);
    black_.row_of_set.assign(std::size_t{1} << board_.even(), -1);
    even_weight_.clear();
    odd_weight_.clear();
    for (const LineSet even_columns : white_.first.sets) {
      black_.row_of_set[all_even & ~even_columns] = static_cast<std::int32_t>(even_weight_.size());
      even_weight_.push_back(board_.even_column_weight(even_rows, even_columns));
    }
    for (const LineSet other_columns : black_.first.sets) {
      const LineSet odd_columns = all_odd & ~other_columns;
      white_.row_of_set[odd_columns] = static_cast<std::int32_t>(odd_weight_.size());
      odd_weight_.push_back(board_.odd_column_weight(even_rows, odd_columns));
    }
    make_matrix(white_, black_);
    make_matrix(black_, white_);
  }
  return !white_.first.sets.empty() && !black_.first.sets.empty();
}

void UnitCounter::make_matrix(Colour& colour, const Colour& other) {
  colour.tables.clear();
  colour.matrix.stride = colour.first.padded_lanes();
  colour.matrix.rows = other.first.padded_lanes();
  colour.numbers.resize(colour.matrix.stride * colour.matrix.rows);
  colour.matrix.numbers = colour.numbers.data();
}

/// Calls visit(pivot, table) for every placement on the pivot rows, in the order of SecondGroup's
/// pivots, until it is false.
template <typename Visit>
bool UnitCounter::for_each_table(const Colour& colour, const PieceBoard& second_board,
                                 const SecondPieces& second, Visit visit) const {
  const PieceSearch search(second_board);
  std::size_t pivot = 0;
  // Row by row, each from the pieces that the rows before have left.
  const auto place = [&](const auto& self, std::size_t depth, const PieceLines& lines,
                         const std::vector<FirstPiece>& pieces) -> bool {
    if (depth == second.pivot_rows.size()) {
      return visit(pivot++,
                   FirstTable(pieces, colour.first.padded_lanes(), board_.board_size() + 1));
    }
    const int row = second.pivot_rows[depth];
    for (LineSet free = search.free(lines, row); free != 0; free &= free - 1) {
      const int column = std::countr_zero(free);
      if (!self(
              self, depth + 1, search.with(lines, row, column),
              pieces_off(pieces, search.diagonal(row, column), search.antidiagonal(row, column)))) {
        return false;
      }
    }
    return true;
  };
  return place(place, 0, PieceLines{}, colour.first.pieces);
}

void UnitCounter::keep_tables(Colour& colour, const PieceBoard& second_board,
                              const SecondPieces& second) {
  if (!colour.tables.empty() && colour.table_rows == second.pivot_rows) return;
  colour.tables.clear();
  colour.table_rows = second.pivot_rows;
  for_each_table(colour, second_board, second, [&](std::size_t, FirstTable table) {
    colour.tables.push_back(std::move(table));
    return true;
  });
}

void UnitCounter::walk(const FirstTable& table, std::size_t tile, int rows,
                       const std::vector<MaskStep>& steps, std::uint32_t leaves,
                       base::AlignedVector<std::uint8_t>& masks) {
  if (masks.size() < leaves * kTileBytes) masks.resize(leaves * kTileBytes);
  if (rows == 0) {  // one leaf, of no queen
    std::memcpy(masks.data(), table.all(tile), kTileBytes);
    return;
  }
  kernels_.walk_masks(steps.data(), steps.size(), squares_.data(), levels_.data(), masks.data());
}

bool UnitCounter::fill_group(Colour& colour, const PieceBoard& second_board,
                             const SecondPieces& second, const SecondGroup& group,
                             const FirstTable& table, const Pass& pass,
                             const std::stop_token& stop) {
  const PieceSearch search(second_board);
  const int tail_rows = static_cast<int>(second.rows.size()) - second.head_rows;
  const PairEntries entries{group.column_sets.data(),
                            group.column_sets.size(),
                            group.begins.data(),
                            group.entries.data(),
                            pass.first,
                            pass.most};
  for (std::size_t tile = 0; tile < table.tiles(); ++tile) {
    if (stop.stop_requested()) return false;
    for (std::size_t i = 0; i < second.rows.size(); ++i) {
      const int row = second.rows[i];
      for (LineSet used = group.columns[i]; used != 0; used &= used - 1) {
        const int column = std::countr_zero(used);
        kernels_.square_mask(
            table.all(tile), table.diagonal(search.diagonal(row, column), tile),
            table.antidiagonal(search.antidiagonal(row, column), tile),
            squares_.data() + (i * kSquareColumns + static_cast<std::size_t>(column)) * kTileBytes);
      }
    }
    std::memcpy(levels_.data(), table.all(tile), kTileBytes);
    walk(table, tile, second.head_rows, group.head_steps, group.heads, heads_);
    walk(table, tile, tail_rows, group.tail_steps, group.tails, tails_);
    const auto& lanes = table.granule_lanes();
    const std::size_t first = tile * kTileGranules;
    kernels_.count_pairs(entries, colour.row_of_set.data(),
                         {heads_.data(), tails_.data(), lanes.data() + first,
                          std::min(lanes.size() - first, kTileGranules)},
                         colour.matrix);
  }
  return true;
}

bool UnitCounter::fill(Colour& colour, const PieceBoard& second_board, const SecondPieces& second,
                       const Pass& pass, const std::stop_token& stop) {
  std::fill(colour.numbers.begin(), colour.numbers.end(), std::uint16_t{0});
  std::size_t next = 0;
  // All groups of one pivot follow each other.
  const auto fill_pivot = [&](std::size_t pivot, const FirstTable& table) {
    for (; next < second.groups.size() && second.groups[next].pivot == pivot; ++next) {
      if (pass.group >= 0 && static_cast<std::size_t>(pass.group) != next) continue;
      if (!fill_group(colour, second_board, second, second.groups[next], table, pass, stop)) {
        return false;
      }
    }
    return !stop.stop_requested();
  };
  if (!second.keeps_tables) {
    colour.tables.clear();
    return for_each_table(colour, second_board, second, fill_pivot);
  }
  keep_tables(colour, second_board, second);
  for (std::size_t pivot = 0; pivot < colour.tables.size(); ++pivot) {
    if (!fill_pivot(pivot, colour.tables[pivot])) return false;
  }
  return true;
}

std::vector<UnitCounter::Pass> UnitCounter::safe_passes(const Colour& colour,
                                                        const SecondPieces& second) const {
  // An entry adds to a lane at most as many as the lane has pieces: with this many entries of a
  // set no sum passes the limit.
  std::vector<std::uint32_t> pieces(colour.first.sets.size());
  for (const FirstPiece& piece : colour.first.pieces) ++pieces[piece.lane];
  const std::uint32_t most_pieces = *std::max_element(pieces.begin(), pieces.end());
  const std::uint32_t most = std::max(1u, (limits_.too_large - 1u) / most_pieces);
  std::vector<Pass> passes;
  for (std::size_t index = 0; index < second.groups.size(); ++index) {
    const std::vector<std::uint32_t>& begins = second.groups[index].begins;
    std::uint32_t largest = 0;
    for (std::size_t set = 0; set + 1 < begins.size(); ++set) {
      largest = std::max(largest, begins[set + 1] - begins[set]);
    }
    for (std::uint32_t first = 0; first < largest; first += most) {
      passes.push_back({static_cast<int>(index), first, most});
    }
  }
  return passes;
}

bool UnitCounter::count(const SecondPieces& white, const SecondPieces& black,
                        const std::stop_token& stop, UnitCount& result) {
  result = {};
  const PieceBoard white_board = board_.white_second();
  const PieceBoard black_board = board_.black_second();
  if (!fill(white_, white_board, white, {}, stop)) return false;
  const std::uint16_t white_most = kernels_.largest(white_.matrix);
  // Where white has many queens there is often no white placement at all.
  if (white_most == 0 && !count_pairs_) return true;
  if (!fill(black_, black_board, black, {}, stop)) return false;
  const std::uint16_t black_most = kernels_.largest(black_.matrix);
  if (white_most < limits_.too_large && black_most < limits_.too_large) {
    result.solutions = weighted_trace(white_most, black_most);
    if (count_pairs_) result.pairs = pairs();
    return true;
  }
  // Some number may have been cut off: the matrices as sums of matrices that cannot be.
  const std::vector<Pass> black_passes = safe_passes(black_, black);
  for (const Pass& white_pass : safe_passes(white_, white)) {
    if (!fill(white_, white_board, white, white_pass, stop)) return false;
    for (const Pass& black_pass : black_passes) {
      if (!fill(black_, black_board, black, black_pass, stop)) return false;
      const std::uint64_t part =
          weighted_trace(safe_largest(white_.matrix), safe_largest(black_.matrix));
      if (__builtin_add_overflow(result.solutions, part, &result.solutions)) {
        throw Error("count of one unit does not fit 64 bits; take a smaller board");
      }
    }
  }
  return true;
}

/// One entry of a pass may still meet more pieces of a lane than a number holds, when the lane has
/// more: row sets of nearly all rows from N = 26 on, where next to none of them are compatible.
std::uint16_t UnitCounter::safe_largest(const PairMatrix& matrix) const {
  const std::uint16_t largest = kernels_.largest(matrix);
  if (largest == kSaturated) {
    throw Error("pairs of one piece with one column set reach 65535; no engine number holds them");
  }
  return largest;
}

std::uint64_t UnitCounter::weighted_trace(std::uint16_t white_most,
                                          std::uint16_t black_most) const {
  // Nearly all pairs of column sets have the full weight. What the others have less is taken off:
  // the sum over those sets alone.
  const PairMatrix& a = white_.matrix;  // rows C_o, lanes C_e
  const PairMatrix& b = black_.matrix;  // rows C_e, lanes C_o
  const std::uint32_t full = board_.full_column_weight();
  const std::uint64_t all = checked_times(kernels_.trace(a, white_most, b, black_most), full);
  std::uint64_t less = 0;
  for (std::size_t e = 0; e < even_weight_.size(); ++e) {
    if (even_weight_[e] == full) continue;
    std::uint64_t sum = 0;
    for (std::size_t o = 0; o < odd_weight_.size(); ++o) sum += product(a, b, o, e);
    less += sum * (full - even_weight_[e]);
  }
  for (std::size_t o = 0; o < odd_weight_.size(); ++o) {
    if (odd_weight_[o] == full) continue;
    for (std::size_t e = 0; e < even_weight_.size(); ++e) {
      if (even_weight_[e] > odd_weight_[o]) {
        less += product(a, b, o, e) * (even_weight_[e] - odd_weight_[o]);
      }
    }
  }
  return all - less;
}

std::uint64_t UnitCounter::pairs() const {
  std::uint64_t sum = 0;
  for (const std::uint16_t number : white_.numbers) sum += number;
  for (const std::uint16_t number : black_.numbers) sum += number;
  return sum;
}

}  // namespace nqueens::engine
