// Lists first placements, has PairMatrices count the pairs of one colour, makes factors of their
// numbers, and has StateSums sum up the other colour by them.
#include "engine/colour_join/column_units.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace nqueens::engine::colour_join {

namespace {

/// Multiplies numbers of a matrix by the weights of their lanes, into planes of digits base 65,536.
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
      counted_(quarters_of(tools.board, !sums_white).transposed(tools.board.board_size())),
      summed_(quarters_of(tools.board, sums_white)),
      matrices_(counted_, tools.pairs, tools.limits,
                sums_white ? tools.lists.black_by_columns() : tools.lists.white_by_columns()),
      states_(summed_, tools.pairs.kernels()) {}

/// Lists first placements of the counted colour; numbers row sets R_o, and the column sets of the
/// summed colour's second placements by lanes: where f has no queen o has one, likewise e and g.
void ColumnUnits::list_first(LineSet even_rows, const std::stop_token& stop) {
  const auto weight = [&](LineSet set) {
    return tools_.board.first_weight(!sums_white_, even_rows, set);
  };
  counted_.list_first(
      tools_.board.first_rows(!sums_white_, even_rows),
      [&](LineSet set) { return weight(set) > 0; }, stop);
  even_rows_ = even_rows;
  const FirstPlacements& first = counted_.first();
  lane_weights_.clear();
  for (const LineSet set : first.column_sets) lane_weights_.push_back(weight(set));
  lane_weights_.resize(first.padded_lanes());
  const int odd = tools_.board.odd();
  std::vector<LineSet> rows;
  std::vector<std::uint16_t> row_weights;
  tools_.units.for_each_odd_rows(even_rows, [&](LineSet odd_rows) {
    rows.push_back(tools_.board.second_rows(sums_white_, odd_rows));
    row_weights.push_back(static_cast<std::uint16_t>(tools_.board.row_weight(even_rows, odd_rows)));
  });
  const std::size_t padded = (rows.size() + kBlockBytes - 1) / kBlockBytes * kBlockBytes;
  counted_.set_matrix_rows(complements(rows, odd), padded);
  states_.set_factors(rows, row_weights,
                      complements(first.column_sets, counted_.quarters().first.columns()),
                      first.padded_lanes());
}

const std::vector<std::size_t>& ColumnUnits::begin(std::span<const LineSet> sets,
                                                   const ClassChoice& choice,
                                                   const std::stop_token& stop) {
  choice_ = &choice;
  units_.clear();
  std::vector<bool> wanted(std::size_t{1} << summed_.quarters().first.columns());
  for (const LineSet set : sets) {
    units_.emplace_back(tools_.board, even_rows_, set, sums_white_);
    wanted[units_.back().summed_columns()] = true;
  }
  {
    const ScopedTimer measured(tools_.seconds, &UnitSeconds::first);
    summed_.list_first(
        tools_.board.first_rows(sums_white_, even_rows_), [&](LineSet set) { return wanted[set]; },
        stop);
  }
  some_.clear();
  counted_lines_.clear();
  for (std::size_t unit = 0; unit < units_.size(); ++unit) {
    if (summed_.first().lane_of(units_[unit].summed_columns()) < 0) continue;
    some_.push_back(unit);
    counted_lines_.push_back(units_[unit].counted_lines());
  }
  return some_;
}

std::size_t ColumnUnits::count_pairs(std::size_t first, const std::stop_token& stop) {
  const ScopedTimer measured(tools_.seconds, &UnitSeconds::counted);
  const auto left = std::span<const LineSet>(counted_lines_).subspan(first);
  const std::size_t size = matrices_.units_together(left, choice_->counted);
  matrices_.count(left.first(size), choice_->counted, choice_->shares_lists, stop);
  return size;
}

void ColumnUnits::weigh(std::size_t unit, const PairCounts& pairs, const std::stop_token& stop,
                        UnitCount& count) {
  {
    const ScopedTimer measured(tools_.seconds, &UnitSeconds::factors);
    make_factors(pairs, units_[unit], stop, count.pairs);
  }
  const ScopedTimer measured(tools_.seconds, &UnitSeconds::summed);
  count.solutions =
      states_.sum(lane_of(units_[unit]), {factors_, pairs.matrix.stride, pairs.matrix.rows}, stop);
}

void ColumnUnits::sum_up(std::span<UnitCount> counts, const std::stop_token& stop) {
  if (!tools_.counts_pairs) return;
  for (const std::size_t unit : some_) {
    counts[unit].pairs += states_.count(lane_of(units_[unit]), stop);
  }
}

/// Multiplies numbers by column weights, in their place, if 16 bits hold them. `sum` becomes that
/// of the pairs, if asked for.
void ColumnUnits::make_factors(const PairCounts& pairs, const Unit& unit,
                               const std::stop_token& stop, std::uint64_t& sum) {
  const PairMatrix& matrix = pairs.matrix;
  const std::span numbers(matrix.numbers, matrix.rows * matrix.stride);
  const std::uint32_t of_unit = unit.first_weight();
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
    return;
  }
  const std::vector<std::uint64_t> exact =
      count_one_by_one(tools_.pairs.kernels(), counted_, unit.counted_lines(), stop);
  if (tools_.counts_pairs) sum = std::accumulate(exact.begin(), exact.end(), sum);
  planes_ = planes_of(exact, weights);
  factors_ = planes_;
}

}  // namespace nqueens::engine::colour_join
