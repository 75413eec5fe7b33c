// The SIMD backtracker as an engine: whole plain boards, an eighth of their solutions counted, with
// the rest below a prefix of side columns fitting 16-bit lanes.
#pragma once

#include <span>

#include "counting/engine.hpp"
#include "counting/side_columns/simd_kernel.hpp"

namespace nqueens::counting {

const Engine& simd_engine();

/// The kernels that this machine can run, best last; the first runs everywhere.
std::span<const SimdKernel* const> simd_kernels();

/// Side columns that are placed before the rest is counted, for tasks of that depth.
int side_columns(int board_size, int depth);

/// As the engine's own workers, but with a kernel and limits of the caller's choice: for tests.
std::unique_ptr<Worker> make_simd_worker(int board_size, int depth, const SimdKernel& kernel,
                                         const BatchLimits& limits);

}  // namespace nqueens::counting
