// The bitmask backtracker: three words (columns, diagonals, antidiagonals), the lowest free bit
// first, a template of the number of rows left. Everything here has internal linkage: only the
// kernel files may include it.
//
// Two levels are inlined into one another, and a child is entered only if the next row and the row
// after it still have a free square. Whole count of N = 16 on one core, mirror prefixes, one run,
// g++ 12: plain recursion 3.27 s; templates with a population count in the last row 3.14; with the
// child's free squares handed down 3.02; looking one row further ahead 2.91; two levels in one
// function 2.70 (this file). Looking three rows ahead gained 3 % before that last step, nothing
// after it; an explicit stack, with its loads and stores, was slower.
#pragma once

#include <cstdint>
#include <utility>

#include "engine/rows/bitmask_kernels.hpp"

namespace nqueens::engine {
namespace {

inline std::uint64_t bits(std::uint32_t word) {
  return static_cast<std::uint64_t>(__builtin_popcount(word));
}

/// Places the queens of the next kRows rows. `allowed` points at the first of them; `free` are its
/// squares that are allowed and not attacked, at least one. kCounting also counts nodes.
template <int kRows, bool kCounting>
struct Subtree {
  static inline __attribute__((always_inline)) std::uint64_t inlined(
      const std::uint32_t* allowed, std::uint32_t free, std::uint32_t columns,
      std::uint32_t diagonals, std::uint32_t antidiagonals, std::uint64_t& nodes) {
    std::uint64_t solutions = 0;
    do {
      const std::uint32_t queen = free & (0u - free);
      free &= free - 1;
      const std::uint32_t next_columns = columns | queen;
      const std::uint32_t next_diagonals = (diagonals | queen) << 1;
      const std::uint32_t next_antidiagonals = (antidiagonals | queen) >> 1;
      const std::uint32_t next_free =
          allowed[1] & ~(next_columns | next_diagonals | next_antidiagonals);
      if constexpr (kCounting) nodes += bits(next_free);
      if constexpr (kRows == 2) {
        solutions += bits(next_free);
      } else {
        const std::uint32_t free_after =
            allowed[2] & ~(next_columns | (next_diagonals << 1) | (next_antidiagonals >> 1));
        // One branch makes both tests: two would be mispredicted separately.
        if (static_cast<int>(next_free != 0) & static_cast<int>(free_after != 0)) {
          if constexpr (kRows % 2 == 0) {
            solutions += Subtree<kRows - 1, kCounting>::inlined(
                allowed + 1, next_free, next_columns, next_diagonals, next_antidiagonals, nodes);
          } else {
            solutions += Subtree<kRows - 1, kCounting>::call(
                allowed + 1, next_free, next_columns, next_diagonals, next_antidiagonals, nodes);
          }
        }
      }
    } while (free != 0);
    return solutions;
  }

  static __attribute__((noinline)) std::uint64_t call(const std::uint32_t* allowed,
                                                      std::uint32_t free, std::uint32_t columns,
                                                      std::uint32_t diagonals,
                                                      std::uint32_t antidiagonals,
                                                      std::uint64_t& nodes) {
    return inlined(allowed, free, columns, diagonals, antidiagonals, nodes);
  }
};

template <int kRows, bool kCounting>
std::uint64_t count_rows(const std::uint32_t* allowed, std::uint32_t columns,
                         std::uint32_t diagonals, std::uint32_t antidiagonals,
                         std::uint64_t& nodes) {
  const std::uint32_t free = allowed[0] & ~(columns | diagonals | antidiagonals);
  if constexpr (kCounting) nodes += bits(free);
  if constexpr (kRows == 1) {
    return bits(free);
  } else {
    if (free == 0) return 0;
    return Subtree<kRows, kCounting>::call(allowed, free, columns, diagonals, antidiagonals, nodes);
  }
}

template <bool kCounting, int... kRows>
constexpr BitmaskKernelsByRows kernels_by_rows(std::integer_sequence<int, kRows...>) {
  return {{count_rows<kRows + 1, kCounting>...}};
}

constexpr BitmaskKernels kernels_of(base::InstructionSet set) {
  constexpr std::make_integer_sequence<int, kKernelRows> kRows{};
  return {set, kernels_by_rows<false>(kRows), kernels_by_rows<true>(kRows)};
}

}  // namespace
}  // namespace nqueens::engine
