// What RowUnits and ColumnUnits share: the count of a unit, with which they answer, the times that
// they measure, and the tools that a thread counts with.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/arrays.hpp"
#include "base/stopwatch.hpp"
#include "engine/colour_join/board/quartered_board.hpp"
#include "engine/colour_join/kernels/colour_kernels.hpp"
#include "engine/colour_join/model/model.hpp"
#include "engine/colour_join/pairs/pair_matrices.hpp"
#include "engine/colour_join/placements/second_placements.hpp"
#include "nqueens/error.hpp"

namespace nqueens::engine::colour_join {

struct UnitCount {
  std::uint64_t solutions = 0;  ///< with all weights
  std::uint64_t pairs = 0;      ///< those of both colours, if asked for
};
using VisitUnit = std::function<void(LineSet unit, const UnitCount& count)>;

struct UnitSeconds {
  double first = 0;    ///< listing first placements
  double counted = 0;  ///< counting the pairs of one colour
  double factors = 0;  ///< weighing them
  double summed = 0;   ///< adding up the other colour
};

/// Adds the CPU time of its lifetime to a sum, if there is one.
class ScopedTimer {
 public:
  ScopedTimer(UnitSeconds* seconds, double UnitSeconds::*which)
      : sum_(seconds != nullptr ? &(seconds->*which) : nullptr),
        began_(sum_ ? base::thread_seconds() : 0) {}
  ~ScopedTimer() {
    if (sum_ != nullptr) *sum_ += base::thread_seconds() - began_;
  }
  ScopedTimer(const ScopedTimer&) = delete;

 private:
  double* sum_;
  double began_;
};

/// The board, the lists and the buffers of one thread. All that is referred to outlives it.
struct UnitTools {
  const QuarteredBoard& board;
  const Limits& limits;
  const Units& units;
  const SharedLists& lists;
  PairCounter& pairs;
  bool counts_pairs = false;
  UnitSeconds* seconds = nullptr;

  /// Returns how many units are counted together if a matrix has this shape.
  std::size_t batch(const MatrixShape& shape) const {
    return static_cast<std::size_t>(limits.batch(static_cast<double>(shape.size())));
  }
  /// Whether a matrix may have lost numbers above 16 bits.
  bool is_too_large(const PairCounts& counts) const { return counts.largest >= limits.too_large; }
};

inline std::vector<LineSet> complements(std::span<const LineSet> sets, int lines) {
  std::vector<LineSet> result;
  for (const LineSet set : sets) result.push_back(complement(set, lines));
  return result;
}

/// Throws Error if 64 bits do not hold it.
inline std::uint64_t checked_product(std::uint64_t number, std::uint64_t weight) {
  std::uint64_t product = 0;
  if (__builtin_mul_overflow(number, weight, &product)) {
    throw Error("count of one unit does not fit 64 bits; take a smaller board");
  }
  return product;
}

}  // namespace nqueens::engine::colour_join
