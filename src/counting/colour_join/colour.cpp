#include "counting/colour_join/colour.hpp"

#include <algorithm>

namespace nqueens::counting::colour_join {

Colour::Colour(const Quarter& first, const Quarter& second, int diagonals, PairCounter& pairs,
               const Limits& limits, const QuarterLists& lists)
    : first_quarter_(first),
      second_quarter_(second),
      diagonals_(diagonals),
      pairs_(pairs),
      limits_(limits),
      lists_(lists),
      listing_(second, limits.max_heads),
      table_(diagonals) {}

bool Colour::list_first(LineSet rows, const std::function<bool(LineSet)>& wants,
                        const std::stop_token& stop) {
  kept_count_ = 0;
  return list_first_placements(first_quarter_, rows, wants, stop, first_);
}

void Colour::set_matrix_rows(std::span<const LineSet> column_sets, std::size_t padded) {
  row_of_set_.assign(std::size_t{1} << second_quarter_.columns(), -1);
  std::int32_t row = 0;
  for (const LineSet set : column_sets) row_of_set_[set] = row++;
  stride_ = first_.padded_lanes();
  rows_ = padded;
}

void Colour::clear_matrices(std::size_t count) {
  const std::size_t needed = count * stride_ * rows_;
  if (numbers_.size() < needed) numbers_.resize(needed);
  std::fill_n(numbers_.begin(), needed, std::uint16_t{0});
}

/// Calls visit(pivot, lines, placements) for every placement on the pivot rows until it is false;
/// `placements` are the first ones that it leaves.
template <typename Visit>
bool Colour::for_each_left(const std::vector<int>& pivot_rows, const std::stop_token& stop,
                           Visit visit) {
  if (left_.size() < pivot_rows.size()) left_.resize(pivot_rows.size());
  // Row by row, each from what the rows before have left.
  std::vector<std::span<const FirstPlacement>> left(pivot_rows.size() + 1);
  left[0] = first_.list;
  return for_each_pivot(
      second_quarter_, pivot_rows,
      [&](std::size_t depth, const QueenLines& queen) {
        left[depth + 1] = left_by_queen(left[depth], queen, left_[depth]);
        return !stop.stop_requested();
      },
      [&](std::size_t pivot, const QueenLines& lines) { return visit(pivot, lines, left.back()); });
}

bool Colour::keep_tables(const std::vector<int>& pivot_rows, const std::stop_token& stop) {
  if (kept_count_ > 0 && kept_rows_ == pivot_rows) return true;
  std::size_t count = 0;
  kept_count_ = 0;
  kept_rows_ = pivot_rows;
  const bool is_complete = for_each_left(
      pivot_rows, stop,
      [&](std::size_t pivot, const QueenLines& lines, std::span<const FirstPlacement> placements) {
        if (pivot == kept_.size()) kept_.push_back({lines, FirstTable(diagonals_)});
        kept_[pivot].lines = lines;
        kept_[pivot].table.assign(placements, stride_);
        count = pivot + 1;
        return true;
      });
  if (is_complete) kept_count_ = count;
  return is_complete;
}

/// Calls visit(pivot, lines, table) for every placement on the pivot rows until it is false.
template <typename Visit>
bool Colour::for_each_table(const std::vector<int>& pivot_rows, bool keeps_tables,
                            const std::stop_token& stop, Visit visit) {
  if (!keeps_tables) {
    return for_each_left(pivot_rows, stop,
                         [&](std::size_t pivot, const QueenLines& lines,
                             std::span<const FirstPlacement> placements) {
                           table_.assign(placements, stride_);
                           return visit(pivot, lines, table_);
                         });
  }
  if (!keep_tables(pivot_rows, stop)) return false;
  for (std::size_t pivot = 0; pivot < kept_count_; ++pivot) {
    if (!visit(pivot, kept_[pivot].lines, kept_[pivot].table)) return false;
  }
  return true;
}

/// One of the units that are counted together.
struct Colour::UnitSide {
  SecondRows rows;
  const SecondPlacements* list;  ///< null: to be listed group by group
  PairMatrix matrix;
  std::size_t next_group = 0;  ///< of the list
};

/// Adds the pairs of the unit's groups of one pivot.
bool Colour::add_pivot(UnitSide& unit, std::size_t pivot, const QueenLines& lines,
                       const FirstTable& table, const std::stop_token& stop) {
  const auto add = [&](const SecondGroup& group) {
    return pairs_.add(second_quarter_, unit.rows, group, table, {}, row_of_set_, unit.matrix, stop);
  };
  if (unit.list == nullptr) return listing_.list(unit.rows, pivot, lines, stop, add);
  const std::vector<SecondGroup>& groups = unit.list->groups;
  std::size_t& next = unit.next_group;
  while (next < groups.size() && groups[next].pivot < pivot) ++next;
  for (; next < groups.size() && groups[next].pivot == pivot; ++next) {
    if (!add(groups[next])) return false;
  }
  return true;
}

bool Colour::count_pairs(std::span<const LineSet> second_rows, const std::vector<bool>& is_wanted,
                         const ColourChoice& choice, bool shares_lists,
                         const std::stop_token& stop) {
  clear_matrices(second_rows.size());
  largest_.assign(second_rows.size(), 0);
  std::vector<UnitSide> wanted;
  for (std::size_t unit = 0; unit < second_rows.size(); ++unit) {
    if (!is_wanted[unit]) continue;
    const LineSet rows = second_rows[unit];
    wanted.push_back({SecondRows(second_quarter_, rows, choice.pivots),
                      shares_lists ? lists_.find(rows, choice.pivots, listing_, stop) : nullptr,
                      matrix(unit)});
  }
  if (wanted.empty()) return true;
  const bool is_complete =
      for_each_table(wanted.front().rows.pivots, choice.keeps_tables, stop,
                     [&](std::size_t pivot, const QueenLines& lines, const FirstTable& table) {
                       for (UnitSide& unit : wanted) {
                         if (table.tiles() > 0 && !add_pivot(unit, pivot, lines, table, stop))
                           return false;
                       }
                       return !stop.stop_requested();
                     });
  for (std::size_t unit = 0; unit < second_rows.size(); ++unit) {
    if (is_wanted[unit]) largest_[unit] = pairs_.kernels().largest(matrix(unit));
  }
  return is_complete;
}

/// So few entries of every set, on so many tiles, that no number reaches the limit: an entry adds
/// to a lane at most the placements of the lane, and from one tile 8 bits of each granule. By
/// default 511 x 128 < 65535, so the type holds them.
Part Colour::safe_part() const {
  constexpr std::size_t kMaxOfTile = 8 * kTileGranules;
  static_assert(kMaxOfTile < kSaturated);
  std::vector<std::uint32_t> of_lane(first_.column_sets.size());
  for (const FirstPlacement& placement : first_.list) ++of_lane[placement.lane];
  const std::uint32_t fullest = *std::max_element(of_lane.begin(), of_lane.end());
  const std::uint32_t limit = limits_.too_large - 1u;
  Part part;
  part.max = std::max<std::uint32_t>(1, limit / fullest);
  if (fullest > limit) part.max_tiles = std::max<std::size_t>(1, limit / kMaxOfTile);
  return part;
}

bool Colour::for_each_part(LineSet second_rows, const ColourChoice& choice,
                           const std::stop_token& stop,
                           const std::function<bool(const PairCounts&)>& visit) {
  kept_ = {};  // makes room for the one table that is used here
  kept_count_ = 0;
  const SecondRows rows(second_quarter_, second_rows, choice.pivots);
  const Part safe = safe_part();
  const auto visit_parts = [&](const SecondGroup& group) {
    std::uint32_t largest_set = 0;
    for (std::size_t set = 0; set + 1 < group.begins.size(); ++set) {
      largest_set = std::max(largest_set, group.begins[set + 1] - group.begins[set]);
    }
    Part part = safe;
    const std::size_t tiles = std::min(safe.max_tiles, table_.tiles());
    for (part.first = 0; part.first < largest_set; part.first += part.max) {
      for (part.first_tile = 0; part.first_tile < table_.tiles(); part.first_tile += tiles) {
        clear_matrices(1);
        if (!pairs_.add(second_quarter_, rows, group, table_, part, row_of_set_, matrix(0), stop) ||
            !visit({matrix(0), pairs_.kernels().largest(matrix(0))})) {
          return false;
        }
      }
    }
    return true;
  };
  return for_each_table(rows.pivots, false, stop,
                        [&](std::size_t pivot, const QueenLines& lines, const FirstTable& table) {
                          return table.tiles() == 0 ||
                                 listing_.list(rows, pivot, lines, stop, visit_parts);
                        });
}

}  // namespace nqueens::counting::colour_join
