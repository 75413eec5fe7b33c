// Summing up one colour: for each unit the sum over all pairs of placements that do not attack each
// other of their factors.
#pragma once

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "counting/colour_join/colour.hpp"
#include "counting/colour_join/factors.hpp"
#include "counting/colour_join/first_tables.hpp"
#include "counting/colour_join/kernels.hpp"
#include "counting/colour_join/model.hpp"
#include "counting/colour_join/row_tree.hpp"

namespace nqueens::counting::colour_join {

/// Owns tables and lists of one colour on one thread.
class PairSums {
 public:
  /// The colour must outlive it.
  PairSums(const Colour& colour, const Kernels& kernels, const Limits& limits);

  /// Sums up units with second placements on these rows, as many in each, in the order of Units.
  /// False when stopped.
  /// Throws Error when 64 bits do not hold a sum.
  bool sum(std::span<const LineSet> second_rows, const SumChoice& choice,
           std::span<const Factors> factors, const std::stop_token& stop,
           std::span<std::uint64_t> sums);

 private:
  struct Walk;
  struct TablePlace {
    std::uint32_t node;
    WalkQueens queens;
  };

  void sum_first(std::span<WalkUnit> units) const;
  bool walk(const Walk& walk, std::uint32_t node, std::size_t depth, const QueenLines& lines,
            const FirstSpan& placements);
  std::uint64_t steps_below(const RowTree& tree, std::uint32_t node, const QueenLines& lines,
                            std::uint64_t most) const;
  bool walk_list(const Walk& walk, std::uint32_t node, const WalkQueens& queens,
                 const FirstSpan& placements);
  bool add_tables(const Walk& walk, std::uint32_t node, const WalkQueens& queens,
                  const FirstSpan& placements);
  bool walk_tables(const Walk& walk);

  const Colour& colour_;
  const Kernels& kernels_;
  const Limits limits_;
  const SquareLines squares_;
  /// First placements that the queens on the first so many rows leave.
  std::vector<FirstList> left_;
  FirstList list_room_;
  LaneTables tables_;
  std::vector<TablePlace> places_;  ///< of each table
};

}  // namespace nqueens::counting::colour_join
