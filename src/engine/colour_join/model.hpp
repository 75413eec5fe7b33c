// The cost model of the colour join: from how many placements there will be (estimate.hpp) it
// decides how each class of row sets is counted, and predicts how long its units take and what
// memory that needs. Made once per run. Nothing here touches a count, but plans depend on
// unit_seconds() and must be the same on every machine: only arithmetic that IEEE 754 fixes to the
// last bit, no mathematical function but sqrt, compiled without fused operations.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "engine/colour_join/estimate.hpp"
#include "engine/colour_join/kernels.hpp"
#include "engine/colour_join/quartered_board.hpp"
#include "engine/engine.hpp"

namespace nqueens::engine::colour_join {

/// Bounds of what is done at a time. Tests lower them to take the rare paths on small boards.
struct Limits {
  int max_pivots = 5;               ///< pivot rows of each colour
  bool uses_all_pivots = false;     ///< as many as there may be, at any cost
  std::uint32_t max_heads = 65536;  ///< of a group; 65536 at most
  /// Numbers of a matrix from here on may have been cut off: the unit is counted pair by pair.
  std::uint16_t too_large = kSaturated;
  /// Bytes of lists of second placements that threads share. A thread lists the others itself.
  double max_shared_bytes = 500e6;
  /// Bytes of the tables of one colour that one thread keeps from unit to unit.
  double max_table_bytes = 100e6;
  /// Blocks of the tables that one unit after the other walks through: some 4 MB.
  std::size_t max_table_blocks = 1024;
  /// Units that are counted together, and bytes of their matrices.
  int max_batch = 64;
  double max_batch_bytes = 512e6;
  /// Units counted together if a matrix has this many numbers, perhaps 0: four bytes each, half of
  /// them factors.
  double batch(double numbers) const {
    return std::clamp(max_batch_bytes / std::max(4 * numbers, 1.0), 1.0,
                      static_cast<double>(max_batch));
  }
  friend bool operator==(const Limits&, const Limits&) = default;
};

/// How the counted colour of a class is counted.
struct CountChoice {
  int pivots = 0;
  /// Whether the tables of all pivots stay in memory for the next units with the same pivot rows;
  /// if not, each is made when its turn comes.
  bool keeps_tables = true;
};

/// How the other colour is summed up in units of row sets; others are summed by state lists.
struct SumChoice {
  /// On small boards it is counted too, as `counted` says, and multiplied by the factors.
  bool counts = false;
  CountChoice counted = {};
  /// A table is made when at most this many first placements are left, on average in a lane, or
  /// when walks through it try fewer queens than `steps`.
  double per_lane = 18;
  std::uint64_t steps = 4000;
};

/// How the units of all R_e with the same number of queens are counted.
struct ClassChoice {
  /// Whether the pairs of black are counted and those of white summed up, or the reverse. Units of
  /// column sets tell it themselves.
  bool sums_white = false;
  CountChoice counted;
  SumChoice summed;
  /// Whether threads share the lists of second placements of the counted colour.
  bool shares_lists = false;
  /// Most units of column sets whose first placements are listed together.
  int max_listed = 64;
};

/// The work of a unit, by colour.
struct UnitWork {
  double counted = 0;  ///< counting one colour and making its factors
  double summed = 0;   ///< summing up the other one
};

class Model {
 public:
  /// Takes time and memory proportional to 2^(N / 2). Plans need the default limits.
  explicit Model(const QuarteredBoard& board, const Limits& limits = {});

  const QuarteredBoard& board() const { return board_; }
  const Limits& limits() const { return limits_; }

  const ClassChoice& of_queens(int even_queens) const {
    return choices_[static_cast<std::size_t>(even_queens)];
  }

  /// Predicted work of a unit, relative to one with the mean number of first and second placements
  /// of its class, all of them on column sets that have a weight.
  UnitWork unit_size(LineSet even_rows, LineSet unit) const;
  /// Predicted core seconds of a unit with AVX-512 on the machine of README.md, its part of tables
  /// included: the measured mean of its class (unit_costs.hpp) times its size. The same on every
  /// machine.
  double unit_seconds(LineSet even_rows, LineSet unit) const {
    const UnitWork& first = row_seconds_[even_rows];
    const UnitWork& second = second_sizes(std::popcount(even_rows))[unit];
    return first.counted * second.counted + first.summed * second.summed;
  }

  /// Predicted core seconds of every task of R_e besides its units: for listing the first
  /// placements, and for what its first unit makes and later ones share.
  double start_seconds(LineSet even_rows) const;
  /// The sum of both over all tasks of a restricted board, one for each R_e, and of list_seconds().
  /// Takes time proportional to 2^(N / 2).
  double restricted_seconds() const;
  /// Predicted core seconds of the lists that threads share.
  double list_seconds() const { return list_seconds_; }

  /// Upper bounds if estimates are at most a third too low.
  MemoryNeed memory() const { return memory_; }

 private:
  struct ColourSizes;
  struct ClassSizes;
  struct Placements;

  double weighted_part() const;
  bool has_class(int even_queens) const;
  ClassSizes decide(int even_queens) const;
  ColourSizes decide(const Placements& placements) const;
  double units_of_pivots(int rows, int queens, int pivots) const;
  /// Of the units of a class, by their sets.
  const std::vector<UnitWork>& second_sizes(int even_queens) const {
    return second_sizes_[static_cast<std::size_t>(board_.unit_kind(even_queens))];
  }
  double share_lists(std::vector<ClassSizes>& classes) const;
  MemoryNeed memory_of(const std::vector<ClassSizes>& classes, double shared_bytes) const;
  UnitWork by_colour(int even_queens, double white, double black) const;
  bool counts_both(int even_queens) const { return of_queens(even_queens).summed.counts; }
  UnitWork first_size(LineSet even_rows) const;
  UnitWork second_size(UnitKind kind, LineSet unit) const;
  UnitWork sum_of_units(int even_queens) const;

  QuarteredBoard board_;
  Limits limits_;
  BoardEstimate estimate_;
  std::vector<ClassChoice> choices_;       ///< by |R_e|
  std::vector<UnitWork> costs_;            ///< microseconds of a unit of size 1, by |R_e|
  std::vector<UnitWork> first_sizes_;      ///< by R_e
  std::vector<UnitWork> row_seconds_;      ///< of a unit of first and second size 1; by R_e
  std::vector<UnitWork> second_sizes_[3];  ///< by UnitKind and unit
  MemoryNeed memory_;
  double list_seconds_ = 0;
};

}  // namespace nqueens::engine::colour_join
