// The interface of the bitmask engine's kernels (see base/cpu_features.hpp).
#pragma once

#include <array>
#include <cstdint>

#include "base/cpu_features.hpp"

namespace nqueens::engine {

/// Counts the placements on the next rows: `allowed` points at the first of them; the words hold
/// the columns, diagonals and antidiagonals that earlier queens attack in it. The counting form
/// adds partial placements to `nodes`; the other leaves it alone.
using BitmaskKernel = std::uint64_t (*)(const std::uint32_t* allowed, std::uint32_t columns,
                                        std::uint32_t diagonals, std::uint32_t antidiagonals,
                                        std::uint64_t& nodes);

/// A kernel counts at most this many rows without checking the stop token. The longest such
/// subtree, a whole board of 13, takes about 25 ms on one core; on larger boards fewer columns are
/// left.
inline constexpr int kKernelRows = 13;

/// Element r counts r + 1 rows.
using BitmaskKernelsByRows = std::array<BitmaskKernel, kKernelRows>;

struct BitmaskKernels {
  base::InstructionSet instruction_set;
  BitmaskKernelsByRows plain;
  BitmaskKernelsByRows counting;
};

extern const BitmaskKernels kBitmaskPortable;
extern const BitmaskKernels kBitmaskBmi2;
const base::KernelTable<BitmaskKernels>& bitmask_kernels();

}  // namespace nqueens::engine
