// Takes the first placements of a colour and the second rows of units, and gives for each unit the
// matrix White(C_o, C_e), or Black(C_e, C_o): the number of its pairs by their column sets.
#pragma once

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "base/arrays.hpp"
#include "engine/colour_join/kernels/colour_kernels.hpp"
#include "engine/colour_join/model/model.hpp"
#include "engine/colour_join/placements/first_placements.hpp"
#include "engine/colour_join/placements/first_tables.hpp"
#include "engine/colour_join/placements/second_placements.hpp"

namespace nqueens::engine::colour_join {

struct GroupAndTable {
  const SecondRows& rows;
  const SecondGroup& group;
  const TileTable& table;
};

/// Owns the masks of one tile at a time, and matrices. Both colours use it in turn.
class PairCounter {
 public:
  explicit PairCounter(const Kernels& kernels);

  /// Adds the pairs to the rows of the matrix that `row_of_set` gives to column sets; -1: no row.
  /// Throws StopAsked.
  void add(const ColourQuarters& quarters, const GroupAndTable& pair,
           std::span<const std::int32_t> row_of_set, const PairMatrix& matrix,
           const std::stop_token& stop);
  const Kernels& kernels() const { return kernels_; }
  /// Returns room for matrices.
  base::AlignedVector<std::uint16_t>& numbers() { return numbers_; }

 private:
  PairTile make_masks(const ColourQuarters& quarters, const GroupAndTable& pair, std::size_t tile);
  void walk(const std::vector<MaskStep>& steps, std::uint32_t leaves,
            base::AlignedVector<std::uint8_t>& masks);

  const Kernels& kernels_;
  base::AlignedVector<std::uint8_t> squares_;
  base::AlignedVector<std::uint8_t> levels_;
  base::AlignedVector<std::uint8_t> heads_;
  base::AlignedVector<std::uint8_t> tails_;
  base::AlignedVector<std::uint16_t> numbers_;
};

/// Owns the tables of one colour on one thread.
class PairMatrices {
 public:
  /// Several may use one PairCounter in turn. All that is passed must outlive it.
  PairMatrices(const Colour& colour, PairCounter& pairs, const Limits& limits,
               const QuarterLists& lists);

  /// Must be called when the colour gets other first placements. Keeps little memory.
  void forget_tables();

  /// Tells how many of the units with these second rows are counted together: the first one and
  /// those after it with the same pivot rows. Only one if that gains nothing: then its matrix stays
  /// in the cache.
  std::size_t units_together(std::span<const LineSet> second_rows, const CountChoice& choice) const;
  /// Counts the pairs of units with second placements on these rows, all with the same pivot rows.
  /// Throws StopAsked.
  void count(std::span<const LineSet> second_rows, const CountChoice& choice, bool shares_lists,
             const std::stop_token& stop);
  /// Returns what the last count() counted of a unit, until another one of the same PairCounter.
  PairCounts counts(std::size_t unit) { return {matrix(unit), largest_[unit]}; }

 private:
  struct UnitSide;
  struct KeptTable {
    QueenLines lines;
    TileTable table;
  };

  PairMatrix matrix(std::size_t unit) {
    const MatrixShape& shape = colour_.shape();
    return {pairs_.numbers().data() + unit * shape.size(), shape.stride, shape.rows};
  }
  template <typename Visit>
  void for_each_left(const std::vector<int>& pivot_rows, const std::stop_token& stop, Visit visit);
  template <typename Visit>
  void for_each_table(const std::vector<int>& pivot_rows, bool keeps_tables,
                      const std::stop_token& stop, Visit visit);
  template <typename Add>
  void for_each_group_of(UnitSide& unit, std::size_t pivot, const QueenLines& lines,
                         const std::stop_token& stop, Add add);

  const Colour& colour_;
  PairCounter& pairs_;
  const QuarterLists& lists_;
  SecondListing listing_;
  /// The tables by pivot, for the pivot rows kept_rows_; from kept_count_ on they only keep memory.
  std::vector<KeptTable> kept_;
  std::size_t kept_count_ = 0;
  std::vector<int> kept_rows_;
  TileTable table_;  ///< if tables are not kept
  /// left_[i]: first placements that the queens on the first i + 1 pivot rows leave.
  std::vector<FirstList> left_;
  std::vector<std::uint16_t> largest_;  ///< of each matrix
};

/// Counts one unit pair by pair, for matrices that saturate. Throws StopAsked.
std::vector<std::uint64_t> count_one_by_one(const Kernels& kernels, const Colour& colour,
                                            LineSet second_rows, const std::stop_token& stop);

}  // namespace nqueens::engine::colour_join
