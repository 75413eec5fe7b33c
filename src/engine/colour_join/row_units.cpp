#include "engine/colour_join/row_units.hpp"

#include <numeric>
#include <utility>

namespace nqueens::engine::colour_join {

namespace {

template <typename Number>
std::uint64_t sum_of(const Number* numbers, std::size_t size) {
  return std::accumulate(numbers, numbers + size, std::uint64_t{0});
}

}  // namespace

RowUnits::RowUnits(const UnitTools& tools)
    : tools_(tools),
      white_(quarters_of(tools.board, true), tools, tools.lists.white()),
      black_(quarters_of(tools.board, false), tools, tools.lists.black()) {}

bool RowUnits::has_placements() const {
  return white_.colour.first().size > 0 && black_.colour.first().size > 0;
}

void RowUnits::forget_tables() {
  white_.matrices.forget_tables();
  black_.matrices.forget_tables();
}

/// Lists first placements; numbers column sets, C_e by the lanes of white, C_o by those of black.
bool RowUnits::set_even_rows(LineSet even_rows, const std::stop_token& stop) {
  const int even = tools_.board.even();
  const int odd = tools_.board.odd();
  const auto weight = [&](bool of_white, LineSet columns) {
    return static_cast<std::uint16_t>(tools_.board.first_weight(of_white, even_rows, columns));
  };
  const auto list = [&](bool of_white) {
    return (of_white ? white_ : black_)
        .colour.list_first(
            tools_.board.first_rows(of_white, even_rows),
            [&](LineSet columns) { return weight(of_white, columns) > 0; }, stop);
  };
  if (!list(true) || !list(false)) return false;
  even_rows_ = even_rows;
  const FirstPlacements& white = white_.colour.first();
  const FirstPlacements& black = black_.colour.first();
  weights_ = {};
  for (const LineSet set : white.column_sets) weights_.even.push_back(weight(true, set));
  for (const LineSet set : black.column_sets) weights_.odd.push_back(weight(false, set));
  weights_.even.resize(white.padded_lanes());
  weights_.odd.resize(black.padded_lanes());
  // o stands on C_o, g on C_e'.
  white_.colour.set_matrix_rows(complements(black.column_sets, odd), black.padded_lanes());
  black_.colour.set_matrix_rows(complements(white.column_sets, even), white.padded_lanes());
  return true;
}

/// o stands on R_o, g on R_o'.
std::vector<LineSet> RowUnits::second_rows(bool of_white, std::span<const LineSet> odd_rows) const {
  if (!of_white) return complements(odd_rows, tools_.board.odd());
  return {odd_rows.begin(), odd_rows.end()};
}

bool RowUnits::count(std::span<const LineSet> odd_rows, const ClassChoice& choice,
                     const std::stop_token& stop, const VisitUnit& visit) {
  std::vector<UnitCount> counts(odd_rows.size());
  std::vector<std::size_t> units;  // with pairs of the counted colour
  if (!count_pairs(odd_rows, choice, stop, counts, units)) return false;
  std::vector<LineSet> summed;
  for (const std::size_t unit : units) summed.push_back(odd_rows[unit]);
  std::vector<std::uint64_t> sums(units.size());
  {
    const Measured measured(tools_.seconds, &UnitSeconds::summed);
    if (!sum_pairs(second_rows(choice.sums_white, summed), choice, stop, sums)) return false;
  }
  for (std::size_t i = 0; i < units.size(); ++i) {
    counts[units[i]].solutions =
        checked_product(sums[i], tools_.board.row_weight(even_rows_, odd_rows[units[i]]));
  }
  if (tools_.counts_pairs && !add_summed_pairs(odd_rows, choice, stop, counts)) return false;
  for (std::size_t unit = 0; unit < odd_rows.size(); ++unit) visit(odd_rows[unit], counts[unit]);
  return true;
}

/// Sums up the units whose factors are made.
bool RowUnits::sum_pairs(std::span<const LineSet> rows, const ClassChoice& choice,
                         const std::stop_token& stop, std::span<std::uint64_t> sums) {
  Side& side = choice.sums_white ? white_ : black_;
  const auto factors = std::span(factors_).first(rows.size());
  if (!choice.summed.counts) return side.sums.sum(rows, choice.summed.walks, factors, stop, sums);
  for (std::size_t first = 0; first < rows.size();) {
    const std::size_t size = side.matrices.run_of(rows.subspan(first), choice.summed.counted);
    if (!side.matrices.count(rows.subspan(first, size), choice.summed.counted, choice.shares_lists,
                             stop)) {
      return false;
    }
    for (std::size_t unit = first; unit < first + size; ++unit) {
      const PairCounts pairs = side.matrices.counts(unit - first);
      if (!tools_.is_too_large(pairs) && factors[unit].max_digits() <= 2) {
        sums[unit] = factors[unit].times(pairs.matrix);
      } else if (!side.sums.sum(rows.subspan(unit, 1), choice.summed.walks,
                                factors.subspan(unit, 1), stop, sums.subspan(unit, 1))) {
        return false;
      }
    }
    first += size;
  }
  return true;
}

/// Counts one colour and makes the factors of the units that have pairs, `units`. If one colour has
/// many queens the other has few, and often one of them has no pair at all.
bool RowUnits::count_pairs(std::span<const LineSet> odd_rows, const ClassChoice& choice,
                           const std::stop_token& stop, std::span<UnitCount> counts,
                           std::vector<std::size_t>& units) {
  Side& side = choice.sums_white ? black_ : white_;
  const std::vector<LineSet> rows = second_rows(!choice.sums_white, odd_rows);
  // Second placements without a queen are no walk.
  const bool by_walks = choice.counting_walks.has_value() && rows.front() != 0;
  for (std::size_t first = 0; first < rows.size();) {
    const auto left = std::span(rows).subspan(first);
    const std::size_t size = by_walks ? left.size() : side.matrices.run_of(left, choice.counted);
    {
      const Measured measured(tools_.seconds, &UnitSeconds::counted);
      if (!(by_walks ? side.sums.count(left, *choice.counting_walks, stop)
                     : side.matrices.count(left.first(size), choice.counted, choice.shares_lists,
                                           stop))) {
        return false;
      }
    }
    for (std::size_t i = 0; i < size; ++i) {
      const PairCounts pairs =
          by_walks ? side.sums.counts(i, tools_.pairs.numbers()) : side.matrices.counts(i);
      if (pairs.largest == 0) continue;
      const std::size_t unit = first + i;
      if (!add_factors(pairs, rows[unit], choice, units.size(), stop, counts[unit].pairs)) {
        return false;
      }
      units.push_back(unit);
    }
    first += size;
  }
  return true;
}

/// `sum`: of the pairs, if asked for.
bool RowUnits::add_factors(const PairCounts& pairs, LineSet second_rows, const ClassChoice& choice,
                           std::size_t slot, const std::stop_token& stop, std::uint64_t& sum) {
  const Measured measured(tools_.seconds, &UnitSeconds::factors);
  if (factors_.size() <= slot) factors_.resize(slot + 1);
  const PairMatrix& matrix = pairs.matrix;
  // White(C_o, C_e) has the lanes of black as rows, Black(C_e, C_o) those of white.
  NumberWeights weights{weights_.odd.data(), weights_.even.data()};
  if (choice.sums_white) std::swap(weights.rows, weights.columns);
  if (!tools_.is_too_large(pairs)) {
    factors_[slot].assign(tools_.pairs.kernels(), pairs, weights, tools_.board.max_column_weight());
    if (tools_.counts_pairs) sum = sum_of(matrix.numbers, matrix.rows * matrix.stride);
    return true;
  }
  std::vector<std::uint64_t> numbers;
  const Colour& colour = (choice.sums_white ? black_ : white_).colour;
  count_one_by_one(tools_.pairs.kernels(), colour, second_rows, stop, numbers);
  if (stop.stop_requested()) return false;
  factors_[slot].assign(numbers, colour.shape(), weights);
  if (tools_.counts_pairs) sum = sum_of(numbers.data(), numbers.size());
  return true;
}

/// Adds the number of pairs of the summed colour: the sum of factors that are all one.
bool RowUnits::add_summed_pairs(std::span<const LineSet> odd_rows, const ClassChoice& choice,
                                const std::stop_token& stop, std::span<UnitCount> counts) {
  Side& side = choice.sums_white ? white_ : black_;
  std::vector<Factors> ones(odd_rows.size());
  for (Factors& factors : ones) factors.assign_ones(side.colour.shape());
  std::vector<std::uint64_t> sums(odd_rows.size());
  if (!side.sums.sum(second_rows(choice.sums_white, odd_rows), choice.summed.walks, ones, stop,
                     sums)) {
    return false;
  }
  for (std::size_t unit = 0; unit < odd_rows.size(); ++unit) counts[unit].pairs += sums[unit];
  return true;
}

}  // namespace nqueens::engine::colour_join
