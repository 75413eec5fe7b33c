// Makes for each pivot a table of what it leaves, and compares the groups of every unit with it.
#include "engine/colour_join/pairs/pair_matrices.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "engine/colour_join/stop.hpp"

namespace nqueens::engine::colour_join {

PairCounter::PairCounter(const Kernels& kernels)
    : kernels_(kernels), squares_(kSquares * kTileBytes), levels_(kLevelTiles * kTileBytes) {}

void PairCounter::add(const ColourQuarters& quarters, const GroupAndTable& pair,
                      std::span<const std::int32_t> row_of_set, const PairMatrix& matrix,
                      const std::stop_token& stop) {
  const SecondGroup& group = pair.group;
  const PairEntries entries{group.column_sets.data(), group.column_sets.size(), group.begins.data(),
                            group.entries.data()};
  for (std::size_t tile = 0; tile < pair.table.tiles(); ++tile) {
    check_stop(stop);
    kernels_.count_pairs(entries, row_of_set.data(), make_masks(quarters, pair, tile), matrix);
  }
}

PairTile PairCounter::make_masks(const ColourQuarters& quarters, const GroupAndTable& pair,
                                 std::size_t tile) {
  const TileTable& table = pair.table;
  const std::uint8_t* all = table.mask(LineBits::kAll, tile);
  for (std::size_t i = 0; i < pair.rows.others.size(); ++i) {
    const int row = pair.rows.others[i];
    for (LineSet used = pair.group.columns[i]; used != 0; used &= used - 1) {
      const int column = std::countr_zero(used);
      const int diagonal = quarters.bits.diagonal(quarters.second.diagonal(row, column));
      const int antidiagonal =
          quarters.bits.antidiagonal(quarters.second.antidiagonal(row, column));
      kernels_.square_mask(
          all, table.mask(diagonal, tile), table.mask(antidiagonal, tile),
          squares_.data() + square_index(i, static_cast<std::size_t>(column)) * kTileBytes);
    }
  }
  std::memcpy(levels_.data(), all, kTileBytes);
  walk(pair.group.head_steps, pair.group.heads, heads_);
  walk(pair.group.tail_steps, pair.group.tails, tails_);
  return {heads_.data(), tails_.data(), table.granule_lanes(tile), table.granules(tile)};
}

void PairCounter::walk(const std::vector<MaskStep>& steps, std::uint32_t leaves,
                       base::AlignedVector<std::uint8_t>& masks) {
  if (masks.size() < leaves * kTileBytes) masks.resize(leaves * kTileBytes);
  if (steps.empty()) {  // one leaf, without a queen
    std::memcpy(masks.data(), levels_.data(), kTileBytes);
    return;
  }
  kernels_.walk_masks(steps.data(), steps.size(), squares_.data(), levels_.data(), masks.data());
}

PairMatrices::PairMatrices(const Colour& colour, PairCounter& pairs, const Limits& limits,
                           const QuarterLists& lists)
    : colour_(colour),
      pairs_(pairs),
      lists_(lists),
      listing_(colour.quarters().second, limits.max_heads) {}

void PairMatrices::forget_tables() {
  constexpr std::size_t kManyTiles = 1000;  // 16 MB
  std::size_t tiles = 0;
  for (const KeptTable& kept : kept_) tiles += kept.table.tiles();
  if (tiles > kManyTiles) kept_ = {};
  kept_count_ = 0;
}

/// Calls visit(pivot, lines, placements) for every placement on the pivot rows; `placements` are
/// the first placements that the pivot leaves.
template <typename Visit>
void PairMatrices::for_each_left(const std::vector<int>& pivot_rows, const std::stop_token& stop,
                                 Visit visit) {
  if (left_.size() < pivot_rows.size()) left_.resize(pivot_rows.size());
  // They go row by row, each from what the rows before have left.
  std::vector<FirstSpan> left(pivot_rows.size() + 1);
  left[0] = colour_.first().all();
  for_each_pivot(
      colour_.quarters().second, pivot_rows,
      [&](std::size_t depth, const QueenLines& queen) {
        left[depth + 1] = left_by_queen(pairs_.kernels(), left[depth],
                                        colour_.quarters().bits.of(queen), left_[depth]);
        check_stop(stop);
      },
      [&](std::size_t pivot, const QueenLines& lines) { visit(pivot, lines, left.back()); });
}

/// Calls visit(pivot, lines, table) for every placement on the pivot rows.
template <typename Visit>
void PairMatrices::for_each_table(const std::vector<int>& pivot_rows, bool keeps_tables,
                                  const std::stop_token& stop, Visit visit) {
  const auto make = [&](TileTable& table, const FirstSpan& placements) {
    table.assign(pairs_.kernels(), placements, colour_.shape().stride);
  };
  if (!keeps_tables) {
    for_each_left(pivot_rows, stop,
                  [&](std::size_t pivot, const QueenLines& lines, const FirstSpan& placements) {
                    make(table_, placements);
                    visit(pivot, lines, table_);
                  });
    return;
  }
  if (kept_count_ == 0 || kept_rows_ != pivot_rows) {
    kept_count_ = 0;
    kept_rows_ = pivot_rows;
    std::size_t count = 0;
    for_each_left(pivot_rows, stop,
                  [&](std::size_t pivot, const QueenLines& lines, const FirstSpan& placements) {
                    if (pivot == kept_.size()) kept_.emplace_back();
                    kept_[pivot].lines = lines;
                    make(kept_[pivot].table, placements);
                    count = pivot + 1;
                  });
    kept_count_ = count;  // only then: a stop leaves none
  }
  for (std::size_t pivot = 0; pivot < kept_count_; ++pivot) {
    visit(pivot, kept_[pivot].lines, kept_[pivot].table);
  }
}

struct PairMatrices::UnitSide {
  SecondRows rows;
  const SecondPlacements* list;  ///< null: it is listed group by group
  std::size_t next_group = 0;    ///< of the list
};

/// Calls add(group) for the unit's groups of one pivot.
template <typename Add>
void PairMatrices::for_each_group_of(UnitSide& unit, std::size_t pivot, const QueenLines& lines,
                                     const std::stop_token& stop, Add add) {
  if (unit.list == nullptr) {
    listing_.list(unit.rows, pivot, lines, colour_.row_of_set(), stop, add);
    return;
  }
  const std::vector<SecondGroup>& groups = unit.list->groups;
  std::size_t& next = unit.next_group;
  while (next < groups.size() && groups[next].pivot < pivot) ++next;
  for (; next < groups.size() && groups[next].pivot == pivot; ++next) {
    add(groups[next]);
  }
}

std::size_t PairMatrices::units_together(std::span<const LineSet> second_rows,
                                         const CountChoice& choice) const {
  if (choice.keeps_tables) return 1;
  const auto pivots_of = [&](LineSet set) {
    return SecondRows(colour_.quarters().second, set, choice.pivots).pivots;
  };
  const std::vector<int> of_first = pivots_of(second_rows.front());
  std::size_t size = 1;
  while (size < second_rows.size() && pivots_of(second_rows[size]) == of_first) ++size;
  return size;
}

void PairMatrices::count(std::span<const LineSet> second_rows, const CountChoice& choice,
                         bool shares_lists, const std::stop_token& stop) {
  const std::size_t needed = second_rows.size() * colour_.shape().size();
  base::AlignedVector<std::uint16_t>& numbers = pairs_.numbers();
  if (numbers.size() < needed) {
    numbers = {};
    numbers.resize(needed);
  }
  std::fill_n(numbers.begin(), needed, std::uint16_t{0});
  largest_.assign(second_rows.size(), 0);
  std::vector<UnitSide> units;
  for (const LineSet rows : second_rows) {
    units.push_back({SecondRows(colour_.quarters().second, rows, choice.pivots),
                     shares_lists ? lists_.find(rows, choice.pivots, listing_, stop) : nullptr});
  }
  const auto add_table = [&](std::size_t pivot, const QueenLines& lines, const TileTable& table) {
    for (std::size_t unit = 0; unit < units.size() && table.tiles() > 0; ++unit) {
      const auto add = [&](const SecondGroup& group) {
        pairs_.add(colour_.quarters(), {units[unit].rows, group, table}, colour_.row_of_set(),
                   matrix(unit), stop);
      };
      for_each_group_of(units[unit], pivot, lines, stop, add);
    }
    check_stop(stop);
  };
  if (units.empty()) return;
  for_each_table(units.front().rows.pivots, choice.keeps_tables, stop, add_table);
  for (std::size_t unit = 0; unit < second_rows.size(); ++unit) {
    largest_[unit] = pairs_.kernels().largest(matrix(unit));
  }
}

std::vector<std::uint64_t> count_one_by_one(const Kernels& kernels, const Colour& colour,
                                            LineSet second_rows, const std::stop_token& stop) {
  std::vector<std::uint64_t> numbers(colour.shape().size());
  const Quarter& quarter = colour.quarters().second;
  const std::vector<int> rows = SecondRows(quarter, second_rows, 0).others;
  std::vector<FirstList> room(rows.size());
  const auto place = [&](const auto& self, std::size_t depth, const QueenLines& lines,
                         const FirstSpan& placements) -> void {
    if (depth == rows.size()) {
      const std::int32_t row = colour.row_of_set()[lines.columns];
      if (row < 0) return;
      std::uint64_t* of_row =
          numbers.data() + static_cast<std::size_t>(row) * colour.shape().stride;
      for (std::size_t i = 0; i < placements.size; ++i) ++of_row[placements.lanes[i]];
      return;
    }
    for (LineSet free = quarter.free(lines, rows[depth]); free != 0; free &= free - 1) {
      check_stop(stop);
      const QueenLines queen = quarter.with({}, rows[depth], std::countr_zero(free));
      self(self, depth + 1, quarter.with(lines, rows[depth], std::countr_zero(free)),
           left_by_queen(kernels, placements, colour.quarters().bits.of(queen), room[depth]));
    }
  };
  place(place, 0, {}, colour.first().all());
  return numbers;
}

}  // namespace nqueens::engine::colour_join
