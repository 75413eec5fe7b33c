// Takes units (R_e, R_o) of one R_e and gives the solutions of each. The pairs of one colour are
// counted into a matrix; times the column weights, it says what a pair of the other colour counts.
#pragma once

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "engine/colour_join/board/unit.hpp"
#include "engine/colour_join/pairs/pair_matrices.hpp"
#include "engine/colour_join/placements/first_placements.hpp"
#include "engine/colour_join/sums/pair_sums.hpp"
#include "engine/colour_join/unit_tools.hpp"

namespace nqueens::engine::colour_join {

class RowUnits {
 public:
  explicit RowUnits(const UnitTools& tools);

  /// Must be called before units of another R_e are counted. Throws StopAsked.
  void list_first(LineSet even_rows, const std::stop_token& stop);
  /// False if one of the colours has no first placement.
  bool has_placements() const;
  void forget_tables();
  const MatrixShape& shape() const { return white_.colour.shape(); }
  static std::size_t most_together(const ClassChoice&) { return ~std::size_t{0}; }

  // The steps of Join for a batch, in this order. They throw StopAsked.

  /// Returns the indices of the units to be counted: all. The choice must outlive the batch.
  const std::vector<std::size_t>& begin(std::span<const LineSet> odd_rows,
                                        const ClassChoice& choice, const std::stop_token& stop);
  /// Counts the pairs of some of these units, from `first` on; returns how many units.
  std::size_t count_pairs(std::size_t first, const std::stop_token& stop);
  /// Returns the pairs of one of these, before any other is asked for.
  PairCounts pairs(std::size_t which);
  /// Makes the factors of a unit and, if asked for, sets the number of its counted pairs.
  void weigh(std::size_t unit, const PairCounts& pairs, const std::stop_token& stop,
             UnitCount& count);
  /// Sums up the units that have factors, times their row weight.
  void sum_up(std::span<UnitCount> counts, const std::stop_token& stop);

 private:
  struct ColourWork {
    Colour colour;
    PairMatrices matrices;
    PairSums sums;

    ColourWork(const ColourQuarters& quarters, const UnitTools& tools, const QuarterLists& lists)
        : colour(quarters),
          matrices(colour, tools.pairs, tools.limits, lists),
          sums(colour, tools.pairs.kernels(), tools.limits) {}
  };
  /// Has the weights of C_e by lane of white, of C_o by lane of black; zeros fill whole blocks.
  struct ColumnWeights {
    base::AlignedVector<std::uint16_t> even;
    base::AlignedVector<std::uint16_t> odd;
  };

  ColourWork& counted() { return choice_->sums_white ? black_ : white_; }
  ColourWork& summed() { return choice_->sums_white ? white_ : black_; }
  bool counts_by_walks() const;
  std::vector<std::uint64_t> sums_of(std::span<const LineSet> rows, const std::stop_token& stop);

  const UnitTools& tools_;
  ColourWork white_;
  ColourWork black_;
  LineSet even_rows_ = 0;
  ColumnWeights weights_;
  // These belong to a batch.
  const ClassChoice* choice_ = nullptr;
  std::vector<Unit> units_;
  std::vector<std::size_t> all_;
  std::vector<LineSet> counted_rows_;
  std::vector<std::size_t> weighed_;  ///< the units that have factors
  std::vector<Factors> factors_;      ///< of each of these
};

}  // namespace nqueens::engine::colour_join
