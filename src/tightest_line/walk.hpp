// The depth-first walk over the solutions of a problem by the tightest line.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/random.hpp"
#include "tightest_line/position.hpp"

namespace nqueens::tightest_line {

class Walk {
 public:
  enum class Step {
    found,      ///< columns() is the next solution
    exhausted,  ///< there is none left
    spent,      ///< nothing yet; call again
  };

  /// With a seed the squares of a line are tried in a random order, so that the first solution is a
  /// random one (not all are equally likely); else in ascending order. The problem must outlive the
  /// walk.
  explicit Walk(const Problem& problem, std::optional<std::uint64_t> seed = {});

  /// Starts again: over the solutions that have these queens. Precondition: they stand on allowed
  /// squares and do not attack each other.
  void start(std::span<const Cell> queens = {});

  /// The next solution. Every queen placed takes one from the budget; `spent` when it is 0.
  Step next(std::uint64_t& budget);

  /// Of the solution found, row by row.
  std::span<const std::uint8_t> columns() const { return solution_; }

 private:
  struct Level {
    Position position;
    std::vector<Cell> cells;  ///< of its tightest line
    std::size_t tried = 0;
  };

  void enter(const Position& position);

  const Problem* problem_;
  std::optional<base::Random> random_;
  std::vector<Level> levels_;
  std::vector<std::uint8_t> solution_;
  bool at_solution_ = false;  ///< the start itself is one
};

}  // namespace nqueens::tightest_line
