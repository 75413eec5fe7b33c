// The bitmask backtracker as an engine, and the table of kernels that its instruction sets fill.
#pragma once

#include <array>
#include <cstdint>

#include "counting/engine.hpp"

namespace nqueens::counting {

/// Counts the placements of the next rows: `allowed` points at the first of them; the words hold
/// the columns, diagonals and antidiagonals that earlier queens attack in it. Adds partial
/// placements to `nodes` in the counting form, and leaves it alone in the other.
using BitmaskKernel = std::uint64_t (*)(const std::uint32_t* allowed, std::uint32_t columns,
                                        std::uint32_t diagonals, std::uint32_t antidiagonals,
                                        std::uint64_t& nodes);

/// Rows that a kernel counts without a look at the stop token. The longest such subtree, a whole
/// board of 13, takes about 25 ms on one core; on a larger board the rows above have taken columns.
inline constexpr int kKernelRows = 13;

/// Element r counts r + 1 rows.
struct BitmaskKernels {
  std::array<BitmaskKernel, kKernelRows> by_rows;
};

/// One set of kernels for an instruction set.
struct BitmaskVariant {
  base::InstructionSet instruction_set;
  BitmaskKernels plain;
  BitmaskKernels counting;
};

/// The variants that this machine can run, best last; the first runs everywhere.
std::span<const BitmaskVariant* const> bitmask_variants();

const Engine& bitmask_engine();

}  // namespace nqueens::counting
