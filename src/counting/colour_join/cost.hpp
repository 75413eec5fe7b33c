// Predicted work of the units of the colour join. Nothing here touches a count.
#pragma once

#include <vector>

#include "counting/colour_join/plan.hpp"

namespace nqueens::counting {

class ColourCost {
 public:
  /// Takes time and memory in proportion to 2^(N / 2). The estimate must outlive it.
  ColourCost(const ColourBoard& board, const ColourEstimate& estimate, const ColourPlan& plan);

  /// Core seconds of a unit with AVX-512 on the machine of results/README.md, about: within a
  /// factor of two for most units that take longer than a millisecond (README.md). With its part
  /// of what is made for several units, tables and first pieces. The same on every machine.
  double unit_seconds(LineSet even_rows, LineSet odd_rows) const {
    const OfRows& rates = of_rows_[even_rows];
    return rates.fixed + rates.by_white * estimate_.white_second(odd_rows) +
           rates.by_black * estimate_.black_second(all_lines(board_.odd()) & ~odd_rows);
  }

  /// Core seconds at the start of every task of R_e, beside its units: listing the first pieces.
  double start_seconds(LineSet even_rows) const;

 private:
  /// Of one R_e: seconds of every unit, and for each second piece of it. Work is not quite in
  /// proportion to second pieces; taken at their mean it is near enough.
  struct OfRows {
    double fixed = 0;
    double by_white = 0;
    double by_black = 0;
  };
  OfRows rates_of(const ColourPlan& plan, LineSet even_rows) const;

  ColourBoard board_;
  const ColourEstimate& estimate_;
  std::vector<OfRows> of_rows_;
};

}  // namespace nqueens::counting
