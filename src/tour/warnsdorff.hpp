// Warnsdorff's rule (1823): to the square from which the fewest moves go on. What it does among
// equal ones decides; here it is the one farthest from a given point (Roth's rule takes the centre
// of the board), or a random one. Knows nothing of what happens to a walk that ends early.
#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include "base/random.hpp"
#include "tour/knight_board.hpp"

namespace nqueens::tour {

struct TieRule {
  bool is_random = false;
  /// The point from which the farthest of equal squares is taken, in half squares.
  std::int64_t row = 0;
  std::int64_t column = 0;
};

/// The centre of the board.
TieRule roths_rule(const KnightBoard& board);

/// Walks from `start` until there is no move left: all squares, if the rule succeeds. Deterministic
/// in `random`. O(squares). Shorter than it could be when stopped.
std::vector<Index> walk_by_warnsdorff(const KnightBoard& board, Index start, const TieRule& rule,
                                      base::Random& random, const std::stop_token& stop);

}  // namespace nqueens::tour
