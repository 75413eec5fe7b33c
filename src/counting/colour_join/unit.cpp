#include "counting/colour_join/unit.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "nqueens/error.hpp"

namespace nqueens::counting::colour_join {

namespace {

std::uint64_t sum_of(const PairMatrix& matrix) {
  return std::accumulate(matrix.numbers, matrix.numbers + matrix.rows * matrix.stride,
                         std::uint64_t{0});
}

[[noreturn]] void throw_unit_too_large() {
  throw Error("count of one unit does not fit 64 bits; take a smaller board");
}

/// Sum over C_e, C_o of White(C_o, C_e) x Black(C_e, C_o) x min(weight of C_e, weight of C_o).
/// Throws Error when 64 bits do not hold it.
std::uint64_t weighted_trace(const Kernels& kernels, const PairCounts& white,
                             const PairCounts& black, const ColumnWeights& weights) {
  if (white.largest == 0 || black.largest == 0) return 0;
  const PairMatrix& a = white.matrix;
  const PairMatrix& b = black.matrix;
  const auto product = [&](std::size_t o, std::size_t e) {
    return std::uint64_t{a.numbers[o * a.stride + e]} * b.numbers[e * b.stride + o];
  };
  // Nearly all pairs of column sets have the largest weight. What the others have less is taken
  // off: max - min(e, o) = (max - e) + (e - o if o < e), the first for every e below max, the
  // second for every o below it, since o < e only there. No sum wraps: each is at most max times
  // all products, which is checked to fit 64 bits.
  std::uint64_t all = kernels.trace(a, white.largest, b, black.largest);
  if (__builtin_mul_overflow(all, std::uint64_t{weights.max}, &all)) throw_unit_too_large();
  std::uint64_t less = 0;
  for (std::size_t e = 0; e < weights.even.size(); ++e) {
    if (weights.even[e] == weights.max) continue;
    std::uint64_t sum = 0;
    for (std::size_t o = 0; o < weights.odd.size(); ++o) sum += product(o, e);
    less += sum * (weights.max - weights.even[e]);
  }
  for (std::size_t o = 0; o < weights.odd.size(); ++o) {
    if (weights.odd[o] == weights.max) continue;
    for (std::size_t e = 0; e < weights.even.size(); ++e) {
      if (weights.even[e] > weights.odd[o]) {
        less += product(o, e) * (weights.even[e] - weights.odd[o]);
      }
    }
  }
  return all - less;
}

}  // namespace

UnitCounter::UnitCounter(const Model& model, const Kernels& kernels, const SharedLists& lists,
                         bool counts_pairs)
    : model_(model),
      board_(model.board()),
      limits_(model.limits()),
      counts_pairs_(counts_pairs),
      pairs_(kernels),
      white_(board_.white_first(), board_.white_second(), board_.diagonals(), pairs_, limits_,
             lists.white()),
      black_(board_.black_first(), board_.black_second(), board_.diagonals(), pairs_, limits_,
             lists.black()) {}

bool UnitCounter::count(LineSet even_rows, std::span<const LineSet> odd_rows,
                        const std::stop_token& stop, const Visit& visit) {
  if (!set_even_rows(even_rows, stop)) return false;
  if (white_.first().list.empty() || black_.first().list.empty()) return true;
  const ClassChoice& choice = model_.of_queens(std::popcount(even_rows));
  while (!odd_rows.empty()) {
    const std::size_t size = batch_size(odd_rows, choice);
    if (!count_batch(odd_rows.first(size), choice, stop, visit)) return false;
    odd_rows = odd_rows.subspan(size);
  }
  return true;
}

/// Lists the first placements and numbers the column sets: C_e by the lanes of white, C_o by those
/// of black.
bool UnitCounter::set_even_rows(LineSet even_rows, const std::stop_token& stop) {
  if (even_rows == even_rows_) return true;
  even_rows_ = ~LineSet{0};  // until the lists are complete
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
      white_.list_first(
          even_rows, [&](LineSet set) { return even_weight(set) > 0; }, stop) &&
      black_.list_first(
          complement(even_rows, even),
          [&](LineSet set) { return odd_weight(complement(set, odd)) > 0; }, stop);
  if (!is_complete) return false;
  even_rows_ = even_rows;
  weights_ = {{}, {}, board_.max_column_weight()};
  // o stands on C_o, g on C_e'.
  std::vector<LineSet> odd_columns;
  for (const LineSet set : black_.first().column_sets) {
    odd_columns.push_back(complement(set, odd));
    weights_.odd.push_back(odd_weight(odd_columns.back()));
  }
  std::vector<LineSet> other_even_columns;
  for (const LineSet even_columns : white_.first().column_sets) {
    other_even_columns.push_back(complement(even_columns, even));
    weights_.even.push_back(even_weight(even_columns));
  }
  white_.set_matrix_rows(odd_columns, black_.first().padded_lanes());
  black_.set_matrix_rows(other_even_columns, white_.first().padded_lanes());
  return true;
}

/// How many of the units, from the first on, are counted together: with the same pivot rows.
std::size_t UnitCounter::batch_size(std::span<const LineSet> odd_rows,
                                    const ClassChoice& choice) const {
  if (!choice.is_batched) return 1;
  const auto pivots = [&](LineSet rows) {
    return std::pair{
        SecondRows(board_.white_second(), rows, choice.white.pivots).pivots,
        SecondRows(board_.black_second(), complement(rows, board_.odd()), choice.black.pivots)
            .pivots};
  };
  const auto bytes = static_cast<double>(white_.matrix_bytes() + black_.matrix_bytes());
  const auto max = static_cast<std::size_t>(
      std::clamp(limits_.max_batch_bytes / bytes, 1.0, static_cast<double>(limits_.max_batch)));
  const auto of_first = pivots(odd_rows.front());
  std::size_t size = 1;
  while (size < std::min(max, odd_rows.size()) && pivots(odd_rows[size]) == of_first) ++size;
  return size;
}

bool UnitCounter::count_batch(std::span<const LineSet> odd_rows, const ClassChoice& choice,
                              const std::stop_token& stop, const Visit& visit) {
  // o stands on R_o, g on R_o'.
  std::vector<LineSet> other_odd_rows;
  for (const LineSet rows : odd_rows) other_odd_rows.push_back(complement(rows, board_.odd()));
  std::vector<bool> is_wanted(odd_rows.size(), true);
  const auto count_white = [&] {
    return white_.count_pairs(odd_rows, is_wanted, choice.white, choice.shares_lists, stop);
  };
  const auto count_black = [&] {
    return black_.count_pairs(other_odd_rows, is_wanted, choice.black, choice.shares_lists, stop);
  };
  // Where one colour has many queens the other has few, and often one of them has no pair at all:
  // the one with fewer first placements first.
  const auto keep_wanted = [&](Colour& counted) {
    for (std::size_t unit = 0; unit < odd_rows.size() && !counts_pairs_; ++unit) {
      is_wanted[unit] = counted.counts(unit).largest > 0;
    }
    return true;
  };
  const bool is_white_sparse = white_.first().list.size() <= black_.first().list.size();
  const bool is_complete = is_white_sparse ? count_white() && keep_wanted(white_) && count_black()
                                           : count_black() && keep_wanted(black_) && count_white();
  if (!is_complete) return false;

  std::vector<UnitCount> counts(odd_rows.size());
  for (std::size_t unit = 0; unit < odd_rows.size(); ++unit) {
    const PairCounts white = white_.counts(unit);  // White(C_o, C_e)
    const PairCounts black = black_.counts(unit);  // Black(C_e, C_o)
    if (is_too_large(white, black)) continue;
    counts[unit].solutions = weighted_trace(pairs_.kernels(), white, black, weights_);
    if (counts_pairs_) counts[unit].pairs = sum_of(white.matrix) + sum_of(black.matrix);
  }
  // Last, since passes need the matrices for themselves.
  for (std::size_t unit = 0; unit < odd_rows.size(); ++unit) {
    if (!is_too_large(white_.counts(unit), black_.counts(unit))) continue;
    if (!count_in_passes(odd_rows[unit], choice, stop, counts[unit])) return false;
  }
  for (std::size_t unit = 0; unit < odd_rows.size(); ++unit) visit(odd_rows[unit], counts[unit]);
  return true;
}

/// Some number of the unit may have been cut off: the matrices as sums of parts that are not,
/// White x Black as the sum over all pairs of parts.
bool UnitCounter::count_in_passes(LineSet odd_rows, const ClassChoice& choice,
                                  const std::stop_token& stop, UnitCount& count) {
  const LineSet other_odd_rows = complement(odd_rows, board_.odd());
  const auto for_each_white = [&](const auto& visit) {
    return white_.for_each_part(odd_rows, choice.white, stop, visit);
  };
  const auto for_each_black = [&](const auto& visit) {
    return black_.for_each_part(other_odd_rows, choice.black, stop, visit);
  };
  if (counts_pairs_) {
    const auto add = [&](const PairCounts& part) {
      count.pairs += sum_of(part.matrix);
      return true;
    };
    if (!for_each_white(add) || !for_each_black(add)) return false;
  }
  return for_each_white([&](const PairCounts& white) {
    return for_each_black([&](const PairCounts& black) {
      const std::uint64_t part = weighted_trace(pairs_.kernels(), white, black, weights_);
      if (__builtin_add_overflow(count.solutions, part, &count.solutions)) throw_unit_too_large();
      return true;
    });
  });
}

}  // namespace nqueens::counting::colour_join
