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
  double pieces_per_lane = 32;
  int most_pivots = 3;
  /// Heads of a group.
  std::uint32_t most_heads = 65536;
  /// A matrix number from here on makes the unit be counted again in safe passes.
  std::uint16_t too_large = 0xFFFF;
  /// Second pieces of a board, in bytes, that all threads keep together; above it every thread
  /// lists them as it needs them.
  double most_shared_bytes = 192e6;
};

std::unique_ptr<Engine> make_colour_join(const ColourJoinLimits& limits);

}  // namespace nqueens::engine
