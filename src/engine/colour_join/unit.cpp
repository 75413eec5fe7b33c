#include "engine/colour_join/unit.hpp"

#include <time.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

namespace nqueens::engine::colour_join {

namespace {

/// Adds the CPU time of its lifetime to a sum, if there is one.
class Measured {
 public:
  explicit Measured(double* seconds) : seconds_(seconds), began_(seconds ? now() : 0) {}
  ~Measured() {
    if (seconds_ != nullptr) *seconds_ += now() - began_;
  }
  Measured(const Measured&) = delete;

 private:
  static double now() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
  }
  double* seconds_;
  double began_;
};

template <typename Number>
std::uint64_t sum_of(const Number* numbers, std::size_t size) {
  return std::accumulate(numbers, numbers + size, std::uint64_t{0});
}

}  // namespace

UnitCounter::UnitCounter(const Model& model, const Kernels& kernels, const SharedLists& lists,
                         bool counts_pairs)
    : model_(model),
      board_(model.board()),
      limits_(model.limits()),
      counts_pairs_(counts_pairs),
      pairs_(kernels),
      white_(board_.white_first(), board_.white_second(), pairs_, limits_, lists.white()),
      black_(board_.black_first(), board_.black_second(), pairs_, limits_, lists.black()) {}

bool UnitCounter::count(LineSet even_rows, std::span<const LineSet> odd_rows,
                        const std::stop_token& stop, const Visit& visit) {
  return count(even_rows, odd_rows, model_.of_queens(std::popcount(even_rows)), stop, visit);
}

bool UnitCounter::count(LineSet even_rows, std::span<const LineSet> odd_rows,
                        const ClassChoice& choice, const std::stop_token& stop,
                        const Visit& visit) {
  {
    const Measured measured(seconds_ ? &seconds_->first : nullptr);
    if (!set_even_rows(even_rows, stop)) return false;
  }
  if (white_.colour.first().size == 0 || black_.colour.first().size == 0) return true;
  const auto max =
      static_cast<std::size_t>(limits_.batch(static_cast<double>(white_.colour.shape().size())));
  while (!odd_rows.empty()) {
    const std::size_t size = std::min(max, odd_rows.size());
    if (!count_batch(odd_rows.first(size), choice, stop, visit)) return false;
    odd_rows = odd_rows.subspan(size);
  }
  return true;
}

/// Lists first placements; numbers column sets, C_e by the lanes of white, C_o by those of black.
bool UnitCounter::set_even_rows(LineSet even_rows, const std::stop_token& stop) {
  if (even_rows == even_rows_) return true;
  even_rows_ = ~LineSet{0};  // until the lists are complete
  white_.matrices.forget_tables();
  black_.matrices.forget_tables();
  const int even = board_.even();
  const int odd = board_.odd();
  const auto even_weight = [&](LineSet even_columns) {
    return board_.even_column_weight(even_rows, even_columns);
  };
  const auto odd_weight = [&](LineSet odd_columns) {
    return board_.odd_column_weight(even_rows, odd_columns);
  };
  // e stands on R_e x C_e, f on R_e' x C_o'.
  const bool is_complete =
      white_.colour.list_first(
          even_rows, [&](LineSet set) { return even_weight(set) > 0; }, stop) &&
      black_.colour.list_first(
          complement(even_rows, even),
          [&](LineSet set) { return odd_weight(complement(set, odd)) > 0; }, stop);
  if (!is_complete) return false;
  even_rows_ = even_rows;
  weights_ = {};
  // o stands on C_o, g on C_e'.
  std::vector<LineSet> odd_columns;
  for (const LineSet set : black_.colour.first().column_sets) {
    odd_columns.push_back(complement(set, odd));
    weights_.odd.push_back(static_cast<std::uint16_t>(odd_weight(odd_columns.back())));
  }
  std::vector<LineSet> other_even_columns;
  for (const LineSet even_columns : white_.colour.first().column_sets) {
    other_even_columns.push_back(complement(even_columns, even));
    weights_.even.push_back(static_cast<std::uint16_t>(even_weight(even_columns)));
  }
  weights_.odd.resize(black_.colour.first().padded_lanes());
  weights_.even.resize(white_.colour.first().padded_lanes());
  white_.colour.set_matrix_rows(odd_columns, black_.colour.first().padded_lanes());
  black_.colour.set_matrix_rows(other_even_columns, white_.colour.first().padded_lanes());
  return true;
}

/// o stands on R_o, g on R_o'.
std::vector<LineSet> UnitCounter::second_rows(bool of_white,
                                              std::span<const LineSet> odd_rows) const {
  std::vector<LineSet> rows(odd_rows.begin(), odd_rows.end());
  if (!of_white) {
    for (LineSet& set : rows) set = complement(set, board_.odd());
  }
  return rows;
}

bool UnitCounter::count_batch(std::span<const LineSet> odd_rows, const ClassChoice& choice,
                              const std::stop_token& stop, const Visit& visit) {
  std::vector<UnitCount> counts(odd_rows.size());
  std::vector<std::size_t> units;  // with pairs of the counted colour
  if (!count_pairs(odd_rows, choice, stop, counts, units)) return false;
  std::vector<LineSet> summed;
  for (const std::size_t unit : units) summed.push_back(odd_rows[unit]);
  std::vector<std::uint64_t> sums(units.size());
  {
    const Measured measured(seconds_ ? &seconds_->summed : nullptr);
    if (!sum_pairs(second_rows(choice.sums_white, summed), choice, stop, sums)) return false;
  }
  for (std::size_t i = 0; i < units.size(); ++i) counts[units[i]].solutions = sums[i];
  if (counts_pairs_ && !add_summed_pairs(odd_rows, choice, stop, counts)) return false;
  for (std::size_t unit = 0; unit < odd_rows.size(); ++unit) visit(odd_rows[unit], counts[unit]);
  return true;
}

/// Sums up the units whose factors are made.
bool UnitCounter::sum_pairs(std::span<const LineSet> rows, const ClassChoice& choice,
                            const std::stop_token& stop, std::span<std::uint64_t> sums) {
  Side& side = choice.sums_white ? white_ : black_;
  const auto factors = std::span(factors_).first(rows.size());
  if (!choice.summed.counts) return side.sums.sum(rows, choice.summed, factors, stop, sums);
  for (std::size_t first = 0; first < rows.size();) {
    const std::size_t size = run_of(side, rows.subspan(first), choice.summed.counted);
    if (!side.matrices.count(rows.subspan(first, size), choice.summed.counted, choice.shares_lists,
                             stop)) {
      return false;
    }
    for (std::size_t unit = first; unit < first + size; ++unit) {
      const PairCounts pairs = side.matrices.counts(unit - first);
      if (pairs.largest < limits_.too_large && factors[unit].max_digits() <= 2) {
        sums[unit] = factors[unit].times(pairs.matrix);
      } else if (!side.sums.sum(rows.subspan(unit, 1), choice.summed, factors.subspan(unit, 1),
                                stop, sums.subspan(unit, 1))) {
        return false;
      }
    }
    first += size;
  }
  return true;
}

/// How many of the units with these second rows are counted together: the first one and those after
/// it with the same pivot rows. Only one if that gains nothing: then its matrix stays in the cache.
std::size_t UnitCounter::run_of(const Side& side, std::span<const LineSet> rows,
                                const CountChoice& choice) {
  if (choice.keeps_tables) return 1;
  const auto pivots_of = [&](LineSet set) {
    return SecondRows(side.colour.quarters().second, set, choice.pivots).pivots;
  };
  const std::vector<int> of_first = pivots_of(rows.front());
  std::size_t size = 1;
  while (size < rows.size() && pivots_of(rows[size]) == of_first) ++size;
  return size;
}

/// Counts one colour and makes the factors of the units that have pairs, `units`. If one colour has
/// many queens the other has few, and often one of them has no pair at all.
bool UnitCounter::count_pairs(std::span<const LineSet> odd_rows, const ClassChoice& choice,
                              const std::stop_token& stop, std::span<UnitCount> counts,
                              std::vector<std::size_t>& units) {
  Side& side = choice.sums_white ? black_ : white_;
  const std::vector<LineSet> rows = second_rows(!choice.sums_white, odd_rows);
  for (std::size_t first = 0; first < rows.size();) {
    const auto left = std::span(rows).subspan(first);
    const std::size_t size = run_of(side, left, choice.counted);
    {
      const Measured measured(seconds_ ? &seconds_->counted : nullptr);
      if (!side.matrices.count(left.first(size), choice.counted, choice.shares_lists, stop)) {
        return false;
      }
    }
    for (std::size_t i = 0; i < size; ++i) {
      const PairCounts pairs = side.matrices.counts(i);
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
bool UnitCounter::add_factors(const PairCounts& pairs, LineSet second_rows,
                              const ClassChoice& choice, std::size_t slot,
                              const std::stop_token& stop, std::uint64_t& sum) {
  const Measured measured(seconds_ ? &seconds_->factors : nullptr);
  if (factors_.size() <= slot) factors_.resize(slot + 1);
  const PairMatrix& matrix = pairs.matrix;
  // White(C_o, C_e) has the lanes of black as rows, Black(C_e, C_o) those of white.
  NumberWeights weights{weights_.odd.data(), weights_.even.data()};
  if (choice.sums_white) std::swap(weights.rows, weights.columns);
  if (pairs.largest < limits_.too_large) {
    factors_[slot].assign(pairs_.kernels(), pairs, weights, board_.max_column_weight());
    if (counts_pairs_) sum = sum_of(matrix.numbers, matrix.rows * matrix.stride);
    return true;
  }
  std::vector<std::uint64_t> numbers;
  const Colour& colour = (choice.sums_white ? black_ : white_).colour;
  count_one_by_one(pairs_.kernels(), colour, second_rows, stop, numbers);
  if (stop.stop_requested()) return false;
  factors_[slot].assign(numbers, colour.shape(), weights);
  if (counts_pairs_) sum = sum_of(numbers.data(), numbers.size());
  return true;
}

/// Adds the number of pairs of the summed colour: the sum of factors that are all one.
bool UnitCounter::add_summed_pairs(std::span<const LineSet> odd_rows, const ClassChoice& choice,
                                   const std::stop_token& stop, std::span<UnitCount> counts) {
  Side& side = choice.sums_white ? white_ : black_;
  std::vector<Factors> ones(odd_rows.size());
  for (Factors& factors : ones) factors.assign_ones(side.colour.shape());
  std::vector<std::uint64_t> sums(odd_rows.size());
  if (!side.sums.sum(second_rows(choice.sums_white, odd_rows), choice.summed, ones, stop, sums)) {
    return false;
  }
  for (std::size_t unit = 0; unit < odd_rows.size(); ++unit) counts[unit].pairs += sums[unit];
  return true;
}

}  // namespace nqueens::engine::colour_join
