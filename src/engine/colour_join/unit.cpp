// Passes R_e and then its units, batch by batch, to the object for their kind of unit.
#include "engine/colour_join/unit.hpp"

#include <algorithm>
#include <bit>

namespace nqueens::engine::colour_join {

bool UnitCounter::count(LineSet even_rows, std::span<const LineSet> units,
                        const std::stop_token& stop, const VisitUnit& visit) {
  return count(even_rows, units, model_.of_queens(std::popcount(even_rows)), stop, visit);
}

bool UnitCounter::count(LineSet even_rows, std::span<const LineSet> units,
                        const ClassChoice& choice, const std::stop_token& stop,
                        const VisitUnit& visit) {
  switch (tools_.board.unit_kind(std::popcount(even_rows))) {
    case UnitKind::even_columns:
      return count_with(by_even_columns_, even_rows, units, choice, stop, visit);
    case UnitKind::odd_columns:
      return count_with(by_odd_columns_, even_rows, units, choice, stop, visit);
    default:
      return count_with(by_rows_, even_rows, units, choice, stop, visit);
  }
}

template <typename Some>
bool UnitCounter::count_with(Some& counter, LineSet even_rows, std::span<const LineSet> units,
                             const ClassChoice& choice, const std::stop_token& stop,
                             const VisitUnit& visit) {
  if (even_rows != even_rows_) {
    even_rows_ = ~LineSet{0};  // until the lists are complete
    by_rows_.forget_tables();
    by_even_columns_.forget_tables();
    by_odd_columns_.forget_tables();
    const Measured measured(tools_.seconds, &UnitSeconds::first);
    if (!counter.set_even_rows(even_rows, stop)) return false;
    even_rows_ = even_rows;
  }
  if (!counter.has_placements()) return true;
  const std::size_t max = std::min(tools_.batch(counter.shape()), counter.most_together(choice));
  while (!units.empty()) {
    const auto batch = units.first(std::min(max, units.size()));
    if (!counter.count(batch, choice, stop, visit)) return false;
    units = units.subspan(batch.size());
  }
  return true;
}

}  // namespace nqueens::engine::colour_join
