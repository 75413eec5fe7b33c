// One colour on one thread: for each unit the matrix White(C_o, C_e), or Black(C_e, C_o), of pairs
// of placements that do not attack each other, by their column sets. Owns first placements, tables
// and matrices.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <vector>

#include "base/arrays.hpp"
#include "counting/colour_join/board.hpp"
#include "counting/colour_join/first_placements.hpp"
#include "counting/colour_join/model.hpp"
#include "counting/colour_join/pairs.hpp"
#include "counting/colour_join/second_placements.hpp"

namespace nqueens::counting::colour_join {

/// The pairs of one colour of one unit.
struct PairCounts {
  PairMatrix matrix;
  std::uint16_t largest = 0;  ///< number of the matrix
};

class Colour {
 public:
  /// `diagonals` as in Board. Several colours may use one PairCounter in turn.
  Colour(const Quarter& first, const Quarter& second, int diagonals, PairCounter& pairs,
         const Limits& limits, const QuarterLists& lists);

  /// Lists the first placements on the rows whose column set `wants` accepts. False when stopped.
  bool list_first(LineSet rows, const std::function<bool(LineSet)>& wants,
                  const std::stop_token& stop);
  const FirstPlacements& first() const { return first_; }
  /// Gives row i of the matrices to second placements on column_sets[i]; no others are counted.
  /// `padded`: rows of a matrix, whole granules. To be called after each list_first().
  void set_matrix_rows(std::span<const LineSet> column_sets, std::size_t padded);
  /// Of one unit.
  std::size_t matrix_bytes() const { return sizeof(std::uint16_t) * stride_ * rows_; }

  /// Counts the pairs of units with second placements on these rows, all with the same pivot rows;
  /// leaves zeros for units that are not wanted. False when stopped.
  bool count_pairs(std::span<const LineSet> second_rows, const std::vector<bool>& is_wanted,
                   const ColourChoice& choice, bool shares_lists, const std::stop_token& stop);
  /// Of a unit of the last count_pairs().
  PairCounts counts(std::size_t unit) { return {matrix(unit), largest_[unit]}; }

  /// Calls visit(counts) with matrices whose sum is that of the unit, each so small that no number
  /// reaches limits.too_large: slow and for proof (README.md). The counts are valid during the
  /// call. False when stopped, or when visit was false.
  bool for_each_part(LineSet second_rows, const ColourChoice& choice, const std::stop_token& stop,
                     const std::function<bool(const PairCounts&)>& visit);

 private:
  struct UnitSide;
  struct KeptTable {
    QueenLines lines;
    FirstTable table;
  };

  PairMatrix matrix(std::size_t unit) {
    return {numbers_.data() + unit * stride_ * rows_, stride_, rows_};
  }
  void clear_matrices(std::size_t count);
  template <typename Visit>
  bool for_each_left(const std::vector<int>& pivot_rows, const std::stop_token& stop, Visit visit);
  bool keep_tables(const std::vector<int>& pivot_rows, const std::stop_token& stop);
  template <typename Visit>
  bool for_each_table(const std::vector<int>& pivot_rows, bool keeps_tables,
                      const std::stop_token& stop, Visit visit);
  bool add_pivot(UnitSide& unit, std::size_t pivot, const QueenLines& lines,
                 const FirstTable& table, const std::stop_token& stop);
  Part safe_part() const;

  const Quarter first_quarter_;
  const Quarter second_quarter_;
  const int diagonals_;
  PairCounter& pairs_;
  const Limits limits_;
  const QuarterLists& lists_;
  SecondListing listing_;
  FirstPlacements first_;
  std::vector<std::int32_t> row_of_set_;
  /// By pivot, for the pivot rows kept_rows_; those behind kept_count_ only keep memory.
  std::vector<KeptTable> kept_;
  std::size_t kept_count_ = 0;
  std::vector<int> kept_rows_;
  FirstTable table_;  ///< where tables are not kept
  /// First placements that the queens on the first so many pivot rows leave.
  std::vector<std::vector<FirstPlacement>> left_;
  std::size_t stride_ = 0;
  std::size_t rows_ = 0;
  base::AlignedVector<std::uint16_t> numbers_;  ///< one matrix after the other
  std::vector<std::uint16_t> largest_;          ///< of each matrix
};

}  // namespace nqueens::counting::colour_join
