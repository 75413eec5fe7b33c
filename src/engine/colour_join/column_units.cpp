// Lists first placements, has PairMatrices count the pairs of one colour, makes factors of their
// numbers, and has StateSums sum up the other colour by them.
#include "engine/colour_join/column_units.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace nqueens::engine::colour_join {

namespace {

/// Numbers of a matrix times the weights of their lanes, as planes of digits base 65,536.
std::vector<std::uint16_t> planes_of(std::span<const std::uint64_t> numbers,
                                     std::span<const std::uint16_t> weights) {
  std::vector<std::uint64_t> products;
  products.reserve(numbers.size());  // doubling takes too much memory
  std::uint64_t any = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    products.push_back(checked_product(numbers[i], weights[i % weights.size()]));
    any |= products.back();
  }
  std::vector<std::uint16_t> planes;
  for (; any != 0; any >>= 16) {
    for (std::uint64_t& product : products) {
      planes.push_back(static_cast<std::uint16_t>(product));
      product >>= 16;
    }
  }
  return planes;
}

}  // namespace

ColumnUnits::ColumnUnits(const UnitTools& tools, bool sums_white)
    : tools_(tools),
      sums_white_(sums_white),
      first_columns_(sums_white ? tools.board.even() : tools.board.odd()),
      counted_(quarters_of(tools.board, !sums_white).transposed(tools.board.board_size())),
      summed_(quarters_of(tools.board, sums_white)),
      matrices_(counted_, tools.pairs, tools.limits,
                sums_white ? tools.lists.black_by_columns() : tools.lists.white_by_columns()),
      states_(summed_, tools.pairs.kernels()) {}

/// Lists first placements of the counted colour; numbers row sets R_o, and the column sets of the
/// summed colour's second placements by lanes: where f has no queen o has one, likewise e and g.
bool ColumnUnits::set_even_rows(LineSet even_rows, const std::stop_token& stop) {
  const auto weight = [&](LineSet set) {
    return tools_.board.first_weight(!sums_white_, even_rows, set);
  };
  if (!counted_.list_first(
          tools_.board.first_rows(!sums_white_, even_rows),
          [&](LineSet set) { return weight(set) > 0; }, stop)) {
    return false;
  }
  even_rows_ = even_rows;
  const FirstPlacements& first = counted_.first();
  lane_weights_.clear();
  for (const LineSet set : first.column_sets) lane_weights_.push_back(weight(set));
  lane_weights_.resize(first.padded_lanes());
  const int odd = tools_.board.odd();
  std::vector<LineSet> rows;
  std::vector<std::uint16_t> row_weights;
  tools_.units.for_each_odd_rows(even_rows, [&](LineSet odd_rows) {
    rows.push_back(sums_white_ ? odd_rows : complement(odd_rows, odd));
    row_weights.push_back(static_cast<std::uint16_t>(tools_.board.row_weight(even_rows, odd_rows)));
  });
  const std::size_t padded = (rows.size() + kBlockBytes - 1) / kBlockBytes * kBlockBytes;
  counted_.set_matrix_rows(complements(rows, odd), padded);
  states_.set_factors(rows, row_weights,
                      complements(first.column_sets, counted_.quarters().first.columns()),
                      first.padded_lanes());
  return true;
}

bool ColumnUnits::count(std::span<const LineSet> sets, const ClassChoice& choice,
                        const std::stop_token& stop, const VisitUnit& visit) {
  // Of the first placements of the unit: e stands on C_e, f on C_o'.
  std::vector<LineSet> firsts(sets.begin(), sets.end());
  if (!sums_white_) firsts = complements(sets, first_columns_);
  std::vector<bool> wanted(std::size_t{1} << first_columns_);
  for (const LineSet set : firsts) wanted[set] = true;
  {
    const Measured measured(tools_.seconds, &UnitSeconds::first);
    if (!summed_.list_first(
            tools_.board.first_rows(sums_white_, even_rows_),
            [&](LineSet set) { return wanted[set]; }, stop)) {
      return false;
    }
  }
  std::vector<std::size_t> units;  // with first placements
  std::vector<LineSet> lines;      // of second placements of the counted colour
  for (std::size_t unit = 0; unit < sets.size(); ++unit) {
    if (summed_.first().lane_of(firsts[unit]) < 0) continue;
    units.push_back(unit);
    lines.push_back(complement(firsts[unit], first_columns_));
  }
  std::vector<UnitCount> counts(sets.size());
  for (std::size_t first = 0; first < lines.size();) {
    const auto left = std::span(lines).subspan(first);
    const std::size_t size = matrices_.run_of(left, choice.counted);
    {
      const Measured measured(tools_.seconds, &UnitSeconds::counted);
      if (!matrices_.count(left.first(size), choice.counted, choice.shares_lists, stop)) {
        return false;
      }
    }
    for (std::size_t i = 0; i < size; ++i) {
      const std::size_t unit = units[first + i];
      if (!sum(matrices_.counts(i), firsts[unit], stop, counts[unit])) return false;
    }
    first += size;
  }
  for (std::size_t unit = 0; unit < sets.size(); ++unit) visit(sets[unit], counts[unit]);
  return true;
}

/// Sums up the unit with first placements on these columns, given the pairs of the other colour.
bool ColumnUnits::sum(const PairCounts& pairs, LineSet firsts, const std::stop_token& stop,
                      UnitCount& count) {
  const auto lane = static_cast<std::size_t>(summed_.first().lane_of(firsts));
  if (pairs.largest > 0) {
    {
      const Measured measured(tools_.seconds, &UnitSeconds::factors);
      if (!make_factors(pairs, firsts, stop, count.pairs)) return false;
    }
    const Measured measured(tools_.seconds, &UnitSeconds::summed);
    const StateFactors factors{factors_, pairs.matrix.stride, pairs.matrix.rows};
    if (!states_.sum(lane, factors, stop, count.solutions)) return false;
  }
  if (!tools_.counts_pairs) return true;
  std::uint64_t summed = 0;
  if (!states_.count(lane, stop, summed)) return false;
  count.pairs += summed;
  return true;
}

/// Numbers times column weights: in their place, if 16 bits hold them. `sum`: of the pairs, if
/// asked for.
bool ColumnUnits::make_factors(const PairCounts& pairs, LineSet firsts, const std::stop_token& stop,
                               std::uint64_t& sum) {
  const PairMatrix& matrix = pairs.matrix;
  const std::span numbers(matrix.numbers, matrix.rows * matrix.stride);
  const std::uint32_t of_unit = tools_.board.first_weight(sums_white_, even_rows_, firsts);
  std::vector<std::uint16_t> weights;
  for (const std::uint32_t of_lane : lane_weights_) {
    weights.push_back(static_cast<std::uint16_t>(
        tools_.board.column_weight(std::popcount(even_rows_), of_unit, of_lane)));
  }
  if (!tools_.is_too_large(pairs) && pairs.largest * tools_.board.max_column_weight() <= 0xFFFF) {
    if (tools_.counts_pairs) sum = std::accumulate(numbers.begin(), numbers.end(), sum);
    if (std::ranges::any_of(weights, [](std::uint16_t weight) { return weight > 1; })) {
      for (std::uint16_t* row = numbers.data(); row != numbers.data() + numbers.size();
           row += matrix.stride) {
        for (std::size_t lane = 0; lane < matrix.stride; ++lane) {
          row[lane] = static_cast<std::uint16_t>(row[lane] * weights[lane]);
        }
      }
    }
    factors_ = numbers;
    return true;
  }
  std::vector<std::uint64_t> exact;
  count_one_by_one(tools_.pairs.kernels(), counted_, complement(firsts, first_columns_), stop,
                   exact);
  if (stop.stop_requested()) return false;
  if (tools_.counts_pairs) sum = std::accumulate(exact.begin(), exact.end(), sum);
  planes_ = planes_of(exact, weights);
  factors_ = planes_;
  return true;
}

}  // namespace nqueens::engine::colour_join
