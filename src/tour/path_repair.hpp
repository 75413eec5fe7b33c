// Makes a path longer, or closes it, by rotations (Posa 1976): from the last square a knight's move
// leads back to some square of the path; the part behind that is turned round, and its first
// square becomes the last. Rotations are chosen to bring the end to where it shall go. Knows
// nothing of how the path began.
#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include "base/random.hpp"
#include "tour/knight_board.hpp"

namespace nqueens::tour {

class PathRepair {
 public:
  /// The path outlives the repair; its first square stays the first.
  PathRepair(const KnightBoard& board, std::vector<Index>& path);

  /// Until all squares are on the path. False when that did not succeed within about so many
  /// squares moved, or when stopped.
  bool extend(std::uint64_t budget, base::Random& random, const std::stop_token& stop);
  /// Until the last square is a knight's move from the first. Precondition: all are on the path.
  bool close(std::uint64_t budget, base::Random& random, const std::stop_token& stop);

  std::uint64_t rotations() const { return rotations_; }

 private:
  static constexpr Index kOff = 0xFFFFFFFF;     ///< not on the path
  static constexpr Index kBorder = 0xFFFFFFFE;  ///< no square

  bool append_neighbour();
  /// One rotation that brings the end nearer to the target, as a rule. False when there is none.
  bool rotate_towards(Index target, base::Random& random);
  Index nearest_unvisited();
  std::int64_t distance(Index one, Index two) const;

  const KnightBoard& board_;
  std::vector<Index>& path_;
  std::vector<Index> position_;   ///< of each square on the path
  std::vector<Index> unvisited_;  ///< and some that were visited since
  std::uint64_t rotations_ = 0;
  std::uint64_t moved_ = 0;
};

}  // namespace nqueens::tour
