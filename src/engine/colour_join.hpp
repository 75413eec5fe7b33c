// The colour join as an engine. White queens (row + column even) and black ones share no diagonal,
// so for given rows and columns of the white queens the two colours are counted apart and
// multiplied. Method, proofs and figures: README.md beside this file.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/engine.hpp"

namespace nqueens::engine {

const Engine& colour_join_engine();

/// What tests turn down to walk through the rare paths on small boards.
struct ColourJoinLimits {
  /// Pivot rows are added until no more than so many pieces of a lane are expected to be left.
  /// Seconds for the sampled middle classes of N = 20 and 22 with 12, 20, 32, 48, 70, 110:
  /// 0.96 0.72 0.59 0.55 0.57 0.63, and 8.3 8.5 5.2 5.1 5.1 6.0.
  double pieces_per_lane = 48;
  int most_pivots = 3;
  /// Heads of a group.
  std::uint32_t most_heads = 65536;
  /// A matrix number from here on makes the unit be counted again in safe passes.
  std::uint16_t too_large = 0xFFFF;
  /// Bytes of second pieces that all threads keep together, about; what is beyond, every thread
  /// lists as it needs it.
  double most_shared_bytes = 500e6;
};

std::unique_ptr<Engine> make_colour_join(const ColourJoinLimits& limits);

}  // namespace nqueens::engine
