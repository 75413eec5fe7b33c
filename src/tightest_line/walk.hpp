// The depth-first walk over the solutions of a problem by the tightest line, and random descents of
// its tree.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/cpu_features.hpp"
#include "base/random.hpp"
#include "domain/problem.hpp"
#include "tightest_line/kernels.hpp"
#include "tightest_line/position.hpp"

namespace nqueens::tightest_line {

/// What one descent says of the whole tree. The means of many descents tend to the true numbers;
/// a few rare descents carry much of them, so the mean of some hundreds is more often too low.
struct Probe {
  double nodes = 0;  ///< queens that a Walk places
  double solutions = 0;
};

/// One descent by the tightest line, every square of a line equally likely; each queen is weighted
/// by the number of choices that led to it (Knuth, Math. Comp. 29, 1975).
Probe probe(const Problem& problem, base::Random& random);

class Walk {
 public:
  enum class Step {
    found,      ///< columns() is the next solution
    exhausted,  ///< there is none left
    spent,      ///< nothing yet; call again
  };

  /// With a seed the squares of a line are tried in a random order, so that the first solution is a
  /// random one (not all are equally likely); else in ascending order. The order does not depend on
  /// the instruction set. The problem must outlive the walk.
  explicit Walk(const Problem& problem, std::optional<std::uint64_t> seed = {},
                base::InstructionSet max = base::best_instruction_set());

  /// Starts again: over the solutions that have these queens. Precondition: they stand on allowed
  /// squares and do not attack each other.
  void start(std::span<const Cell> queens = {});

  /// The next solution. Every queen placed takes one from the budget; `spent` when it is 0.
  Step next(std::uint64_t& budget);

  /// Goes on to the end and adds every solution to `solutions`: never `found`.
  Step count(std::uint64_t& budget, std::uint64_t& solutions);

  /// Cuts off the shallowest branch not tried yet: returns its queens, for a walk that starts from
  /// them, and leaves it out of this one. None when this walk has less than two.
  std::optional<std::vector<Cell>> split();

  /// Of the solution found, row by row.
  std::span<const std::uint8_t> columns() const { return {queens_, rows_}; }

 private:
  template <typename Word>
  void make(std::unique_ptr<Tree<Word>>& tree);
  template <typename Word>
  void start(Tree<Word>& tree, const Position& position);
  template <typename Word>
  std::optional<std::vector<Cell>> split(Tree<Word>& tree);

  const Problem* problem_;
  const WalkKernels* kernels_;
  std::unique_ptr<base::Random> random_;
  /// One of the two: for boards up to 32, and larger ones.
  std::unique_ptr<Tree<std::uint32_t>> tree32_;
  std::unique_ptr<Tree<std::uint64_t>> tree64_;
  const std::uint8_t* queens_ = nullptr;
  std::size_t rows_;
};

}  // namespace nqueens::tightest_line
