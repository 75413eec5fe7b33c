// What units of the colour join take, as measured: the figures of the cost model.
#pragma once

namespace nqueens::counting::colour_join {

/// Microseconds of a unit on one core with AVX-512 whose first and second placements are as many as
/// on average in its class.
struct UnitCost {
  double counted = 0;  ///< counting one colour and making its factors
  double summed = 0;   ///< summing up the other one
};

inline constexpr int kFirstUnitCosts = 12;
inline constexpr int kLastUnitCosts = 28;
/// By board size and queens in even rows.
extern const UnitCost kUnitCosts[kLastUnitCosts - kFirstUnitCosts + 1][15];

}  // namespace nqueens::counting::colour_join
