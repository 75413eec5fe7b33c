// Takes numbers of pairs of one colour and the second rows of units, and gives the sum of each
// unit: every pair of the other colour counts its factor, the number on the other columns times the
// column weight. Walks go through the odd rows of units as a tree; they can count pairs too.
#pragma once

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "base/arrays.hpp"
#include "engine/colour_join/board/quartered_board.hpp"
#include "engine/colour_join/kernels/colour_kernels.hpp"
#include "engine/colour_join/model/model.hpp"
#include "engine/colour_join/placements/first_placements.hpp"
#include "engine/colour_join/placements/first_tables.hpp"

namespace nqueens::engine::colour_join {

/// The factors of a unit; keeps its memory.
class Factors {
 public:
  /// No weight is larger than `max_weight`.
  void assign(const Kernels& kernels, const PairCounts& counts, const NumberWeights& weights,
              std::uint32_t max_weight);
  /// Does the same from plain numbers of this shape. Throws Error if a factor exceeds 64 bits.
  void assign(std::span<const std::uint64_t> numbers, const MatrixShape& shape,
              const NumberWeights& weights);
  void assign_ones(const MatrixShape& shape);  ///< sums are numbers of pairs

  /// Returns the sum of numbers times factors. Precondition: at most two digits.
  std::uint64_t times(const PairMatrix& numbers) const;

  int max_digits() const { return max_digits_; }
  const std::uint8_t* bytes() const { return bytes_.data(); }
  const std::uint8_t* digits() const { return digits_.data(); }

 private:
  FactorMatrix make_room(const MatrixShape& shape, int digits);
  void find_digits(const FactorMatrix& factors);

  base::AlignedVector<std::uint8_t> bytes_;
  std::vector<std::uint8_t> digits_;
  int max_digits_ = 0;
};

/// The squares of the second quarter of a colour, row by row from the middle outwards.
class SquareLines {
 public:
  explicit SquareLines(const ColourQuarters& quarters);

  const std::vector<int>& order() const { return order_; }  ///< of the rows
  /// Gives the lines, as bits, of the squares in these rows (bits are indices of order()).
  std::uint64_t needed(std::uint32_t rows) const;
  std::uint64_t attacked(std::size_t row, std::size_t column) const {
    return attacked_[square_index(row, column)];
  }
  RowTree view() const;  ///< a tree without nodes

 private:
  std::vector<int> order_;
  std::vector<TreeRow> rows_;
  std::vector<std::uint64_t> needed_;  ///< by row
  std::uint64_t attacked_[kSquares] = {};
  std::uint8_t lines_[kSquares][2] = {};
};

/// Gives the rows as bits: bit i stands for row order[i].
std::uint32_t rows_in_order(LineSet rows, const std::vector<int>& order);

/// Makes the nodes of a RowTree for units with these second rows, as bits of the order, equally
/// many in each. Precondition: as in the order of Units, those that begin alike follow each other.
std::vector<TreeNode> tree_of(std::span<const std::uint32_t> rows);

/// Owns tables and lists of one colour on one thread.
class PairSums {
 public:
  /// The colour must outlive it.
  PairSums(const Colour& colour, const Kernels& kernels, const Limits& limits);

  /// Sums up units with second placements on these rows, equally many in each, in the order of
  /// Units. Throws StopAsked; Error if 64 bits do not hold a sum.
  std::vector<std::uint64_t> sum(std::span<const LineSet> second_rows, const WalkChoice& choice,
                                 std::span<const Factors> factors, const std::stop_token& stop);

  /// Counts the pairs of such units, with queens on their rows. Throws StopAsked.
  void count(std::span<const LineSet> second_rows, const WalkChoice& choice,
             const std::stop_token& stop);
  /// Returns those of a unit of the last count(), until `numbers` change. Numbers that may have
  /// been cut off are kSaturated.
  PairCounts counts(std::size_t unit, base::AlignedVector<std::uint16_t>& numbers) const;

 private:
  struct SumWalk;
  struct TablePlace {
    std::uint32_t node;
    WalkQueens queens;
  };

  void sum_first(std::span<WalkUnit> units) const;
  void walk(std::span<const LineSet> second_rows, const WalkChoice& choice, bool counts,
            std::span<WalkUnit> units, const std::stop_token& stop);
  void walk(const SumWalk& walk, std::uint32_t node, std::size_t depth, const QueenLines& lines,
            const FirstSpan& placements);
  std::uint64_t steps_below(const RowTree& tree, std::uint32_t node, const QueenLines& lines,
                            std::uint64_t most) const;
  void add_tables(const SumWalk& walk, std::uint32_t node, const WalkQueens& queens,
                  const FirstSpan& placements);
  void walk_tables(const SumWalk& walk);

  const Colour& colour_;
  const Kernels& kernels_;
  const Limits limits_;
  const SquareLines squares_;
  /// left_[i]: first placements that the queens on the first i + 1 rows leave.
  std::vector<FirstList> left_;
  LaneTables tables_;
  std::vector<TablePlace> places_;            ///< of each table
  base::AlignedVector<std::uint8_t> counts_;  ///< of each unit: WalkUnit::counts
};

}  // namespace nqueens::engine::colour_join
