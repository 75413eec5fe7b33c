#include "counting/colour_join/unit.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>

#include "counting/colour_join/piece_search.hpp"
#include "nqueens/error.hpp"

namespace nqueens::counting {

std::uint64_t sum_of(const PairMatrix& matrix) {
  return std::accumulate(matrix.numbers, matrix.numbers + matrix.rows * matrix.stride,
                         std::uint64_t{0});
}

void throw_unit_too_large() {
  throw Error("count of one unit does not fit 64 bits; take a smaller board");
}

namespace {

constexpr int kMostLevels = 33;

std::uint64_t checked_times(std::uint64_t a, std::uint64_t b) {
  std::uint64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) throw_unit_too_large();
  return product;
}

/// a(i, j) b(j, i) of one pair of sets.
std::uint64_t product(const PairMatrix& a, const PairMatrix& b, std::size_t i, std::size_t j) {
  return std::uint64_t{a.numbers[i * a.stride + j]} * b.numbers[j * b.stride + i];
}

}  // namespace

UnitCounter::Colour::Colour(const ColourBoard& board, const PieceBoard& second,
                            std::uint32_t most_heads)
    : second_board(second),
      search(second),
      listing(second, most_heads),
      table(board.board_size() + 1) {}

PairMatrix UnitCounter::Colour::matrix(std::size_t unit) {
  return {numbers.data() + unit * stride * rows, stride, rows};
}

UnitCounter::UnitCounter(const ColourBoard& board, const ColourKernels& kernels,
                         const ColourJoinLimits& limits, bool count_pairs)
    : board_(board),
      kernels_(kernels),
      limits_(limits),
      count_pairs_(count_pairs),
      white_(board, board.white_second(), limits.most_heads),
      black_(board, board.black_second(), limits.most_heads),
      squares_(16 * kSquareColumns * kTileBytes),
      levels_(kMostLevels * kTileBytes) {}

bool UnitCounter::set_even_rows(LineSet even_rows, const std::stop_token& stop) {
  if (even_rows == even_rows_) return true;
  even_rows_ = ~LineSet{0};  // until the lists are whole
  const LineSet all_even = all_lines(board_.even());
  const LineSet all_odd = all_lines(board_.odd());
  const bool listed =
      list_first_pieces(
          board_.white_first(), even_rows,
          [&](LineSet even_columns) {
            return board_.even_column_weight(even_rows, even_columns) > 0;
          },
          stop, white_.first) &&
      // Black pieces stand on the columns that white ones leave.
      list_first_pieces(
          board_.black_first(), all_even & ~even_rows,
          [&](LineSet other_columns) {
            return board_.odd_column_weight(even_rows, all_odd & ~other_columns) > 0;
          },
          stop, black_.first);
  if (!listed) return false;
  even_rows_ = even_rows;
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
  set_matrix_size(white_, black_);
  set_matrix_size(black_, white_);
  return true;
}

void UnitCounter::set_matrix_size(Colour& colour, const Colour& other) {
  colour.kept_tables = 0;
  colour.stride = colour.first.padded_lanes();
  colour.rows = other.first.padded_lanes();
}

/// Calls visit(pivot, lines, pieces) for every placement on the pivot rows, in the order of
/// SecondGroup's pivots, until it is false; `pieces` are the first ones that it leaves.
template <typename Visit>
bool UnitCounter::for_each_pieces(Colour& colour, const std::vector<int>& pivot_rows,
                                  const std::stop_token& stop, Visit visit) {
  const PieceSearch& search = colour.search;
  std::size_t pivot = 0;
  if (colour.left.size() < pivot_rows.size()) colour.left.resize(pivot_rows.size());
  // Row by row, each from the pieces that the rows before have left.
  const auto place = [&](const auto& self, std::size_t depth, const PieceLines& lines,
                         std::span<const FirstPiece> pieces) -> bool {
    if (stop.stop_requested()) return false;
    if (depth == pivot_rows.size()) return visit(pivot++, lines, pieces);
    const int row = pivot_rows[depth];
    for (LineSet free = search.free(lines, row); free != 0; free &= free - 1) {
      const int column = std::countr_zero(free);
      const auto left = pieces_off(pieces, search.with({}, row, column), colour.left[depth]);
      if (!self(self, depth + 1, search.with(lines, row, column), left)) return false;
    }
    return true;
  };
  return place(place, 0, PieceLines{}, colour.first.pieces);
}

bool UnitCounter::keep_tables(Colour& colour, const std::vector<int>& pivot_rows,
                              const std::stop_token& stop) {
  if (colour.kept_tables > 0 && colour.table_rows == pivot_rows) return true;
  std::size_t count = 0;
  colour.kept_tables = 0;
  colour.table_rows = pivot_rows;
  const bool made = for_each_pieces(
      colour, pivot_rows, stop,
      [&](std::size_t, const PieceLines& lines, std::span<const FirstPiece> pieces) {
        if (count == colour.tables.size()) {
          colour.tables.push_back({lines, FirstTable(board_.board_size() + 1)});
        }
        colour.tables[count].lines = lines;
        colour.tables[count].table.assign(pieces, colour.stride);
        ++count;
        return true;
      });
  if (made) colour.kept_tables = count;
  return made;
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

bool UnitCounter::fill_group(Colour& colour, const SecondRows& rows, const SecondGroup& group,
                             const FirstTable& table, const Part& part, const PairMatrix& matrix,
                             const std::stop_token& stop) {
  const PieceSearch& search = colour.search;
  const int tail_rows = static_cast<int>(rows.others.size()) - rows.head_rows;
  const PairEntries entries{group.column_sets.data(),
                            group.column_sets.size(),
                            group.begins.data(),
                            group.entries.data(),
                            part.first,
                            part.most};
  const std::size_t end =
      std::min(table.tiles(), part.first_tile + std::min(part.tiles, table.tiles()));
  for (std::size_t tile = part.first_tile; tile < end; ++tile) {
    if (stop.stop_requested()) return false;
    for (std::size_t i = 0; i < rows.others.size(); ++i) {
      const int row = rows.others[i];
      for (LineSet used = group.columns[i]; used != 0; used &= used - 1) {
        const int column = std::countr_zero(used);
        kernels_.square_mask(
            table.all(tile), table.diagonal(search.diagonal(row, column), tile),
            table.antidiagonal(search.antidiagonal(row, column), tile),
            squares_.data() + (i * kSquareColumns + static_cast<std::size_t>(column)) * kTileBytes);
      }
    }
    std::memcpy(levels_.data(), table.all(tile), kTileBytes);
    walk(table, tile, rows.head_rows, group.head_steps, group.heads, heads_);
    walk(table, tile, tail_rows, group.tail_steps, group.tails, tails_);
    const auto& lanes = table.granule_lanes();
    const std::size_t first = tile * kTileGranules;
    kernels_.count_pairs(entries, colour.row_of_set.data(),
                         {heads_.data(), tails_.data(), lanes.data() + first,
                          std::min(lanes.size() - first, kTileGranules)},
                         matrix);
  }
  return true;
}

bool UnitCounter::fill(Sides& sides, const std::stop_token& stop) {
  Colour& colour = sides.colour;
  const std::size_t units = sides.of_unit.size();
  const std::size_t needed = units * colour.stride * colour.rows;
  if (colour.numbers.size() < needed) colour.numbers.resize(needed);
  std::fill_n(colour.numbers.begin(), needed, std::uint16_t{0});
  sides.most.assign(units, 0);

  std::vector<SecondRows> rows;
  std::vector<std::size_t> next_group(units, 0);  // of kept lists
  for (const SecondSide& side : sides.of_unit) {
    rows.emplace_back(colour.second_board, side.rows, sides.options.pivots);
  }
  const auto fill_pivot = [&](std::size_t pivot, const PieceLines& lines, const FirstTable& table) {
    if (table.tiles() == 0) return !stop.stop_requested();
    for (std::size_t unit = 0; unit < units; ++unit) {
      if (!sides.is_wanted[unit]) continue;
      const PairMatrix matrix = colour.matrix(unit);
      const auto fill_one = [&](const SecondGroup& group) {
        return fill_group(colour, rows[unit], group, table, {}, matrix, stop);
      };
      const SecondPieces* kept = sides.of_unit[unit].kept;
      if (kept == nullptr) {
        if (!colour.listing.list(rows[unit], pivot, lines, fill_one)) return false;
        continue;
      }
      // All groups of one pivot follow each other.
      std::size_t& next = next_group[unit];
      while (next < kept->groups.size() && kept->groups[next].pivot < pivot) ++next;
      for (; next < kept->groups.size() && kept->groups[next].pivot == pivot; ++next) {
        if (!fill_one(kept->groups[next])) return false;
      }
    }
    return !stop.stop_requested();
  };
  const std::vector<int>& pivot_rows = rows.front().pivots;
  if (sides.options.keeps_tables) {
    if (!keep_tables(colour, pivot_rows, stop)) return false;
    for (std::size_t pivot = 0; pivot < colour.kept_tables; ++pivot) {
      if (!fill_pivot(pivot, colour.tables[pivot].lines, colour.tables[pivot].table)) return false;
    }
  } else {
    const bool done = for_each_pieces(
        colour, pivot_rows, stop,
        [&](std::size_t pivot, const PieceLines& lines, std::span<const FirstPiece> pieces) {
          colour.table.assign(pieces, colour.stride);
          return fill_pivot(pivot, lines, colour.table);
        });
    if (!done) return false;
  }
  for (std::size_t unit = 0; unit < units; ++unit) {
    if (sides.is_wanted[unit]) sides.most[unit] = kernels_.largest(colour.matrix(unit));
  }
  return true;
}

bool UnitCounter::count(std::span<const Unit> units, const SideOptions& white_options,
                        const SideOptions& black_options, const std::stop_token& stop,
                        std::span<UnitCount> results) {
  Sides white{white_, white_options, {}, std::vector<bool>(units.size(), true), {}};
  Sides black{black_, black_options, {}, std::vector<bool>(units.size(), true), {}};
  for (const Unit& unit : units) {
    white.of_unit.push_back(unit.white);
    black.of_unit.push_back(unit.black);
  }
  // Where one colour has many queens the other has few, and often one of them has no placement at
  // all: the cheaper one first.
  const bool white_first = white_.first.pieces.size() <= black_.first.pieces.size();
  Sides& cheaper = white_first ? white : black;
  Sides& dearer = white_first ? black : white;
  if (!fill(cheaper, stop)) return false;
  for (std::size_t unit = 0; unit < units.size(); ++unit) {
    dearer.is_wanted[unit] = cheaper.most[unit] > 0 || count_pairs_;
  }
  if (!fill(dearer, stop)) return false;
  for (std::size_t unit = 0; unit < units.size(); ++unit) {
    UnitCount& result = results[unit];
    result = {};
    const PairMatrix a = white_.matrix(unit);
    const PairMatrix b = black_.matrix(unit);
    if (white.most[unit] >= limits_.too_large || black.most[unit] >= limits_.too_large) continue;
    if (dearer.is_wanted[unit]) {
      result.solutions = weighted_trace(a, white.most[unit], b, black.most[unit]);
    }
    if (count_pairs_) result.pairs = sum_of(a) + sum_of(b);
  }
  // Last, since passes need the matrices for themselves.
  for (std::size_t unit = 0; unit < units.size(); ++unit) {
    if (white.most[unit] < limits_.too_large && black.most[unit] < limits_.too_large) continue;
    if (!count_in_passes(white, black, unit, stop, results[unit])) return false;
  }
  return true;
}

/// The sum over C_e, C_o of a(C_o, C_e) b(C_e, C_o) min(weight of C_e, weight of C_o).
std::uint64_t UnitCounter::weighted_trace(const PairMatrix& a, std::uint16_t a_most,
                                          const PairMatrix& b, std::uint16_t b_most) const {
  // Nearly all pairs of column sets have the full weight. What the others have less is taken off:
  // full - min(e, o) = (full - e) + max(0, e - o), the first for every e below full, the second
  // for every o below it, since o < e only there. No sum wraps: what is taken off, and every part
  // of it, is at most full times all products, which was checked to fit 64 bits.
  const std::uint32_t full = board_.full_column_weight();
  const std::uint64_t all = checked_times(kernels_.trace(a, a_most, b, b_most), full);
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

}  // namespace nqueens::counting
