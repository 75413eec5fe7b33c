// Lists the first placements of both colours, has the pairs of one counted, makes factors of their
// numbers, and has the other summed up by them.
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
void RowUnits::list_first(LineSet even_rows, const std::stop_token& stop) {
  const int even = tools_.board.even();
  const int odd = tools_.board.odd();
  const auto weight = [&](bool of_white, LineSet columns) {
    return static_cast<std::uint16_t>(tools_.board.first_weight(of_white, even_rows, columns));
  };
  const auto list = [&](bool of_white) {
    (of_white ? white_ : black_)
        .colour.list_first(
            tools_.board.first_rows(of_white, even_rows),
            [&](LineSet columns) { return weight(of_white, columns) > 0; }, stop);
  };
  list(true);
  list(false);
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
}

const std::vector<std::size_t>& RowUnits::begin(std::span<const LineSet> odd_rows,
                                                const ClassChoice& choice,
                                                const std::stop_token& /*stop*/) {
  choice_ = &choice;
  units_.clear();
  counted_rows_.clear();
  for (const LineSet set : odd_rows) {
    units_.emplace_back(tools_.board, even_rows_, set, choice.sums_white);
    counted_rows_.push_back(units_.back().counted_lines());
  }
  all_.resize(units_.size());
  std::iota(all_.begin(), all_.end(), std::size_t{0});
  weighed_.clear();
  return all_;
}

/// A walk places queens, so it needs rows that have any.
bool RowUnits::counts_by_walks() const {
  return choice_->counting_walks.has_value() && counted_rows_.front() != 0;
}

std::size_t RowUnits::count_pairs(std::size_t first, const std::stop_token& stop) {
  const ScopedTimer measured(tools_.seconds, &UnitSeconds::counted);
  const auto left = std::span(counted_rows_).subspan(first);
  if (counts_by_walks()) {
    counted().sums.count(left, *choice_->counting_walks, stop);
    return left.size();
  }
  PairMatrices& matrices = counted().matrices;
  const std::size_t size = matrices.units_together(left, choice_->counted);
  matrices.count(left.first(size), choice_->counted, choice_->shares_lists, stop);
  return size;
}

PairCounts RowUnits::pairs(std::size_t which) {
  if (!counts_by_walks()) return counted().matrices.counts(which);
  const ScopedTimer measured(tools_.seconds, &UnitSeconds::counted);
  return counted().sums.counts(which, tools_.pairs.numbers());
}

void RowUnits::weigh(std::size_t unit, const PairCounts& pairs, const std::stop_token& stop,
                     UnitCount& count) {
  const ScopedTimer measured(tools_.seconds, &UnitSeconds::factors);
  if (factors_.size() <= weighed_.size()) factors_.emplace_back();
  Factors& factors = factors_[weighed_.size()];
  weighed_.push_back(unit);
  const PairMatrix& matrix = pairs.matrix;
  // White(C_o, C_e) has the lanes of black as rows, Black(C_e, C_o) those of white.
  NumberWeights weights{weights_.odd.data(), weights_.even.data()};
  if (choice_->sums_white) std::swap(weights.rows, weights.columns);
  if (!tools_.is_too_large(pairs)) {
    factors.assign(tools_.pairs.kernels(), pairs, weights, tools_.board.max_column_weight());
    if (tools_.counts_pairs) count.pairs = sum_of(matrix.numbers, matrix.rows * matrix.stride);
    return;
  }
  const Colour& colour = counted().colour;
  const std::vector<std::uint64_t> numbers =
      count_one_by_one(tools_.pairs.kernels(), colour, counted_rows_[unit], stop);
  factors.assign(numbers, colour.shape(), weights);
  if (tools_.counts_pairs) count.pairs = sum_of(numbers.data(), numbers.size());
}

void RowUnits::sum_up(std::span<UnitCount> counts, const std::stop_token& stop) {
  std::vector<LineSet> rows;
  for (const std::size_t unit : weighed_) rows.push_back(units_[unit].summed_rows());
  const std::vector<std::uint64_t> sums = sums_of(rows, stop);
  for (std::size_t i = 0; i < sums.size(); ++i) {
    counts[weighed_[i]].solutions = checked_product(sums[i], units_[weighed_[i]].row_weight());
  }
  if (!tools_.counts_pairs) return;
  // The pairs of the summed colour are the sum of factors that are all one.
  rows.clear();
  for (const Unit& unit : units_) rows.push_back(unit.summed_rows());
  std::vector<Factors> ones(rows.size());
  for (Factors& factors : ones) factors.assign_ones(summed().colour.shape());
  const std::vector<std::uint64_t> pairs =
      summed().sums.sum(rows, choice_->summed.walks, ones, stop);
  for (std::size_t unit = 0; unit < rows.size(); ++unit) counts[unit].pairs += pairs[unit];
}

/// Sums factors of units with second placements on these rows.
std::vector<std::uint64_t> RowUnits::sums_of(std::span<const LineSet> rows,
                                             const std::stop_token& stop) {
  const ScopedTimer measured(tools_.seconds, &UnitSeconds::summed);
  const SumChoice& choice = choice_->summed;
  const auto factors = std::span(factors_).first(rows.size());
  ColourWork& work = summed();
  if (!choice.counts) return work.sums.sum(rows, choice.walks, factors, stop);
  std::vector<std::uint64_t> sums;
  while (sums.size() < rows.size()) {
    const auto left = rows.subspan(sums.size());
    const std::size_t size = work.matrices.units_together(left, choice.counted);
    work.matrices.count(left.first(size), choice.counted, choice_->shares_lists, stop);
    for (std::size_t i = 0; i < size; ++i) {
      const PairCounts pairs = work.matrices.counts(i);
      const std::span<const Factors> of_unit = factors.subspan(sums.size(), 1);
      if (!tools_.is_too_large(pairs) && of_unit.front().max_digits() <= 2) {
        sums.push_back(of_unit.front().times(pairs.matrix));
      } else {
        sums.push_back(work.sums.sum(left.subspan(i, 1), choice.walks, of_unit, stop).front());
      }
    }
  }
  return sums;
}

}  // namespace nqueens::engine::colour_join
