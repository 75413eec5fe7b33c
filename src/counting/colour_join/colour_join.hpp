// The colour join as an engine. White queens (row + column even) and black ones share no diagonal,
// so for given rows and columns of the white queens the two colours are counted apart and
// multiplied. Method, proofs and figures: README.md beside this file.
#pragma once

#include <cstdint>
#include <memory>

#include "counting/engine.hpp"

namespace nqueens::counting {

const Engine& colour_join_engine();

/// What tests turn down to walk through the rare paths on small boards.
struct ColourJoinLimits {
  /// Pivot rows at most, of each colour.
  int most_pivots = 5;
  /// As many pivot rows as there may be, whatever they cost.
  bool takes_all_pivots = false;
  /// Heads of a group.
  std::uint32_t most_heads = 65536;
  /// A matrix number from here on makes the unit be counted again in safe passes.
  std::uint16_t too_large = 0xFFFF;
  /// Bytes of second pieces that all threads keep together; what is beyond, every thread lists as
  /// it needs it.
  double most_shared_bytes = 500e6;
  /// Bytes of the tables of one colour that one thread keeps.
  double most_table_bytes = 100e6;
  /// Units that are counted together, and bytes of their matrices.
  int most_batch = 64;
  double most_batch_bytes = 256e6;
  friend bool operator==(const ColourJoinLimits&, const ColourJoinLimits&) = default;
};

std::unique_ptr<Engine> make_colour_join(const ColourJoinLimits& limits);

}  // namespace nqueens::counting
