// Takes units (R_e, R_o) of one R_e and gives the solutions of each. The pairs of one colour are
// counted into a matrix; times the column weights, it says what a pair of the other colour counts.
#pragma once

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "engine/colour_join/first_placements.hpp"
#include "engine/colour_join/pair_matrices.hpp"
#include "engine/colour_join/pair_sums.hpp"
#include "engine/colour_join/unit_tools.hpp"

namespace nqueens::engine::colour_join {

class RowUnits {
 public:
  explicit RowUnits(const UnitTools& tools);

  /// Must be called before units of another R_e are counted. False when stopped.
  bool set_even_rows(LineSet even_rows, const std::stop_token& stop);
  /// False if one of the colours has no first placement.
  bool has_placements() const;
  void forget_tables();
  const MatrixShape& shape() const { return white_.colour.shape(); }
  static std::size_t most_together(const ClassChoice&) { return ~std::size_t{0}; }

  /// Counts a batch of units with these R_o. False when stopped.
  bool count(std::span<const LineSet> odd_rows, const ClassChoice& choice,
             const std::stop_token& stop, const VisitUnit& visit);

 private:
  /// What is done with one colour.
  struct Side {
    Colour colour;
    PairMatrices matrices;
    PairSums sums;

    Side(const ColourQuarters& quarters, const UnitTools& tools, const QuarterLists& lists)
        : colour(quarters),
          matrices(colour, tools.pairs, tools.limits, lists),
          sums(colour, tools.pairs.kernels(), tools.limits) {}
  };
  /// Weights of C_e by lane of white, of C_o by lane of black; padded with zeros to whole blocks.
  struct ColumnWeights {
    base::AlignedVector<std::uint16_t> even;
    base::AlignedVector<std::uint16_t> odd;
  };

  std::vector<LineSet> second_rows(bool of_white, std::span<const LineSet> odd_rows) const;
  bool count_pairs(std::span<const LineSet> odd_rows, const ClassChoice& choice,
                   const std::stop_token& stop, std::span<UnitCount> counts,
                   std::vector<std::size_t>& units);
  bool add_factors(const PairCounts& pairs, LineSet second_rows, const ClassChoice& choice,
                   std::size_t slot, const std::stop_token& stop, std::uint64_t& sum);
  bool sum_pairs(std::span<const LineSet> rows, const ClassChoice& choice,
                 const std::stop_token& stop, std::span<std::uint64_t> sums);
  bool add_summed_pairs(std::span<const LineSet> odd_rows, const ClassChoice& choice,
                        const std::stop_token& stop, std::span<UnitCount> counts);

  const UnitTools& tools_;
  Side white_;
  Side black_;
  LineSet even_rows_ = 0;
  ColumnWeights weights_;
  std::vector<Factors> factors_;  ///< of the units of a batch that have pairs
};

}  // namespace nqueens::engine::colour_join
