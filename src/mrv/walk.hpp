// The search by minimum remaining values (MRV), or smallest domain first: the next queen goes to
// the row or column with the fewest free squares. One node of its tree, the depth-first walk over
// the solutions, and random descents.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/cpu_features.hpp"
#include "base/random.hpp"
#include "domain/problem.hpp"
#include "mrv/mrv_kernels.hpp"

namespace nqueens::mrv {

struct Cell {
  std::uint8_t row = 0;
  std::uint8_t column = 0;
  friend bool operator==(const Cell&, const Cell&) = default;
};

/// Some queens on the board of a problem, and the squares that they leave free.
class Position {
 public:
  /// Has no queen yet. On a torus that 2 or 3 divides, which has no solution, no square is free.
  /// The problem must outlive the position.
  explicit Position(const Problem& problem);

  int queens() const { return queens_; }
  bool is_solution() const { return queens_ == problem_->rows(); }
  /// Returns the free squares of the open row or column with the fewest; every solution below has a
  /// queen on one of them. Of lines with equally few it is the one nearest to the middle: 0.64 of
  /// the nodes at N = 25. There is none if a line has no free square, so that no solution is below.
  /// With more columns than rows only rows count, since a column may stay empty. Precondition:
  /// !is_solution().
  std::vector<Cell> tightest() const;
  /// Returns the size of tightest() after place(cell), one of its squares, if that is no solution.
  int choices_after(Cell cell) const;
  void place(Cell cell);

  /// Returns the lines without a queen. On boards with more columns than rows no column is open.
  std::uint64_t open_rows() const { return open_rows_; }
  std::uint64_t open_columns() const { return open_columns_; }
  std::uint64_t free_columns(int row) const { return rows_[static_cast<std::size_t>(row)]; }
  std::uint64_t free_rows(int column) const { return columns_[static_cast<std::size_t>(column)]; }
  /// Returns the logarithm of a rough measure of the solutions below: the root of the product of
  /// the free squares of all open lines, divided by their sum. It compares positions with equally
  /// many queens. It is minus infinity if an open line has no free square.
  double log_promise() const;
  /// Precondition: the row has a queen.
  int column(int row) const { return queen_columns_[static_cast<std::size_t>(row)]; }

 private:
  const Problem* problem_;
  int queens_ = 0;
  std::uint64_t open_rows_ = 0;
  std::uint64_t open_columns_ = 0;
  std::array<std::uint64_t, kMaxProblemSize> rows_{};     ///< free columns by row
  std::array<std::uint64_t, kMaxProblemSize> columns_{};  ///< free rows by column
  std::array<std::uint8_t, kMaxProblemSize> queen_columns_{};
};

/// What one descent tells about the whole tree. The means of many descents tend to the true
/// numbers. Rare descents carry much of them: the mean of some hundreds is more often too low.
struct Descent {
  double nodes = 0;  ///< queens that a Walk places
  double solutions = 0;
};

/// Makes one descent, in which every square of a line is equally likely. Each queen is weighted by
/// the number of choices that led to it (Knuth, Math. Comp. 29, 1975).
Descent descend(const Problem& problem, base::Random& random);

class Walk {
 public:
  using Step = mrv::Step;

  /// With a seed the squares of a line are tried in random order, so the first solution is a random
  /// one (not all are equally likely); without, in ascending order. The order does not depend on
  /// the instruction set. The problem must outlive the walk.
  explicit Walk(const Problem& problem, std::optional<std::uint64_t> seed = {},
                base::InstructionSet max = base::best_instruction_set());

  /// Starts again, over the solutions that contain these queens. Precondition: they stand on
  /// allowed squares and do not attack each other.
  void start(std::span<const Cell> queens = {});

  /// Goes to the next solution, columns(). Every queen placed takes one from the budget.
  Step next(std::uint64_t& budget) {
    std::uint64_t none = 0;
    return tree32_ ? kernels_->next32(*tree32_, budget, none)
                   : kernels_->next64(*tree64_, budget, none);
  }

  /// Goes on to the end and adds every solution to `solutions`; never returns `found`.
  Step count(std::uint64_t& budget, std::uint64_t& solutions) {
    return tree32_ ? kernels_->count32(*tree32_, budget, solutions)
                   : kernels_->count64(*tree64_, budget, solutions);
  }

  /// Cuts off the shallowest branch not yet tried: returns its queens, from which another walk can
  /// start, and leaves it out of this one. Returns nothing if there are fewer than two branches.
  std::optional<std::vector<Cell>> split();

  /// Returns the columns of the solution found, row by row.
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
  /// One of the two is made: the first for boards up to 32, the other for larger ones.
  std::unique_ptr<Tree<std::uint32_t>> tree32_;
  std::unique_ptr<Tree<std::uint64_t>> tree64_;
  const std::uint8_t* queens_ = nullptr;
  std::size_t rows_;
};

}  // namespace nqueens::mrv
