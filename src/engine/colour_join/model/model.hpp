// Takes estimates of placements (placement_estimate.hpp) and gives, for each class, how it is
// counted, and what memory that needs, once per run. Nothing here touches a count. Of plans only
// the engine that `auto` takes on restricted boards depends on it, by list_seconds(), which is
// frozen.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/colour_join/board/quartered_board.hpp"
#include "engine/colour_join/kernels/colour_kernels.hpp"
#include "engine/colour_join/model/placement_estimate.hpp"
#include "engine/engine.hpp"

namespace nqueens::engine::colour_join {

/// These bound what is done at a time. Tests lower them to take the rare paths on small boards.
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
  /// A batch has at most this many units, and bytes of their matrices.
  int max_batch = 64;
  double max_batch_bytes = 512e6;
  /// Returns how many units a batch has whose matrices have this many numbers (0 allowed): four
  /// bytes each, half of them factors.
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

/// When walks make a table of first placements.
struct WalkChoice {
  /// If at most this many are left, on average in a lane,
  double per_lane = 18;
  /// or if walks through the table try fewer queens.
  std::uint64_t steps = 4000;
};

/// How the other colour is summed up in units of row sets; others are summed by state lists.
struct SumChoice {
  /// On small boards it is counted too, as `counted` says, and multiplied by the factors.
  bool counts = false;
  CountChoice counted = {};
  WalkChoice walks = {};
};

/// How the units of all R_e with the same number of queens are counted.
struct ClassChoice {
  /// Whether the pairs of black are counted and those of white summed up, or the reverse. Units of
  /// column sets tell it themselves.
  bool sums_white = false;
  CountChoice counted;
  /// If set, units of row sets are counted by walks, as they are summed up.
  std::optional<WalkChoice> counting_walks = {};
  SumChoice summed;
  /// Whether threads share the lists of second placements of the counted colour.
  bool shares_lists = false;
  /// Most units of column sets in a batch: their first placements are listed together.
  int max_listed = 64;
};

class Model {
 public:
  /// Takes time proportional to 2^(N / 2).
  Model(const QuarteredBoard& board, const BoardEstimate& estimate, const Limits& limits = {});

  const QuarteredBoard& board() const { return board_; }
  const Limits& limits() const { return limits_; }

  const ClassChoice& of_queens(int even_queens) const {
    return choices_[static_cast<std::size_t>(even_queens)];
  }

  /// Predicted core seconds of the lists that threads share, as of 1.1.0 (plan_costs.hpp).
  double list_seconds() const { return list_seconds_; }

  /// Upper bounds if estimates are at most a third too low.
  MemoryNeed memory() const { return memory_; }

 private:
  struct ColourSizes;
  struct ClassSizes;
  struct Placements;

  double weighted_part() const;
  bool has_class(int even_queens) const;
  ClassSizes decide(const BoardEstimate& estimate, int even_queens) const;
  ColourSizes decide(const Placements& placements) const;
  double units_of_pivots(int rows, int queens, int pivots) const;
  double share_lists(std::vector<ClassSizes>& classes) const;
  MemoryNeed memory_of(const std::vector<ClassSizes>& classes, double shared_bytes) const;

  QuarteredBoard board_;
  Limits limits_;
  std::vector<ClassChoice> choices_;  ///< by |R_e|
  MemoryNeed memory_;
  double list_seconds_ = 0;
};

}  // namespace nqueens::engine::colour_join
