// Predicted work of the units of the colour join. Nothing here touches a count.
#pragma once

#include "engine/colour_plan.hpp"

namespace nqueens::engine {

class ColourCost {
 public:
  explicit ColourCost(int board_size);

  /// Core seconds of a unit with AVX-512 on the machine of results/README.md, about: within a
  /// factor of two for most units that take longer than a millisecond (README.md). With its part
  /// of what is made for several units, tables and first pieces. The same on every machine.
  double unit_seconds(LineSet even_rows, LineSet odd_rows) const;

 private:
  ColourBoard board_;
  ColourEstimate estimate_;
  ColourPlan plan_;
};

}  // namespace nqueens::engine
