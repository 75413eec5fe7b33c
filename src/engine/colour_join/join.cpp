// Goes through the units of an R_e batch by batch. row_units and column_units do what depends on
// their kind, step by step.
#include "engine/colour_join/join.hpp"

#include <algorithm>
#include <bit>

namespace nqueens::engine::colour_join {

void Join::count(LineSet even_rows, std::span<const LineSet> units, const std::stop_token& stop,
                 const VisitUnit& visit) {
  count(even_rows, units, model_.of_queens(std::popcount(even_rows)), stop, visit);
}

void Join::count(LineSet even_rows, std::span<const LineSet> units, const ClassChoice& choice,
                 const std::stop_token& stop, const VisitUnit& visit) {
  switch (tools_.board.unit_kind(std::popcount(even_rows))) {
    case UnitKind::odd_rows:
      return count(by_rows_, even_rows, units, choice, stop, visit);
    case UnitKind::even_columns:
      return count(by_even_columns_, even_rows, units, choice, stop, visit);
    case UnitKind::odd_columns:
      return count(by_odd_columns_, even_rows, units, choice, stop, visit);
  }
}

template <typename Kind>
void Join::count(Kind& kind, LineSet even_rows, std::span<const LineSet> units,
                 const ClassChoice& choice, const std::stop_token& stop, const VisitUnit& visit) {
  if (even_rows != even_rows_) {
    even_rows_ = ~LineSet{0};  // until the lists are complete
    by_rows_.forget_tables();
    by_even_columns_.forget_tables();
    by_odd_columns_.forget_tables();
    const ScopedTimer measured(tools_.seconds, &UnitSeconds::first);
    kind.list_first(even_rows, stop);
    even_rows_ = even_rows;
  }
  if (!kind.has_placements()) return;
  const std::size_t max = std::min(tools_.batch(kind.shape()), kind.most_together(choice));
  for (; !units.empty(); units = units.subspan(std::min(max, units.size()))) {
    join(kind, units.first(std::min(max, units.size())), choice, stop, visit);
  }
}

/// The formula. A unit has
///
///     row weight x sum over its column sets of  White x Black x column weight
///
/// solutions (in units of column sets the row weight stands inside the sum, and one of the two sums
/// is over R_o). The pairs of one colour are counted into a matrix, White or Black (count_pairs);
/// times the column weights they are factors (weigh); each pair of the other colour adds its
/// factor, and their sum is multiplied by the row weight (sum_up).
template <typename Kind>
void Join::join(Kind& kind, std::span<const LineSet> batch, const ClassChoice& choice,
                const std::stop_token& stop, const VisitUnit& visit) {
  std::vector<UnitCount> counts(batch.size());
  const std::vector<std::size_t>& some = kind.begin(batch, choice, stop);
  for (std::size_t first = 0; first < some.size();) {
    const std::size_t together = kind.count_pairs(first, stop);
    for (std::size_t i = first; i < first + together; ++i) {
      const PairCounts pairs = kind.pairs(i - first);
      // If one colour has many queens the other has few, and often one has no pair at all.
      if (pairs.largest > 0) kind.weigh(some[i], pairs, stop, counts[some[i]]);
    }
    first += together;
  }
  kind.sum_up(counts, stop);
  for (std::size_t unit = 0; unit < batch.size(); ++unit) visit(batch[unit], counts[unit]);
}

}  // namespace nqueens::engine::colour_join
