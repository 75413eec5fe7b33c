// The decomposition and the workers of the SIMD backtracker.
#pragma once

#include "counting/engine.hpp"
#include "counting/side_columns/kernels.hpp"

namespace nqueens::counting {

/// Decomposition "side-columns": a task fixes the queens of the first side columns (column 0, the
/// last one, column 1, the last but one, ...), of one of the eight images of each solution.
std::shared_ptr<const Decomposition> side_column_decomposition(const Problem& problem);

/// Side columns that are placed before the rest is counted, for tasks of that depth.
int side_columns(int board_size, int depth);

/// As the engine's own workers, but with a kernel and limits of the caller's choice: for tests.
std::unique_ptr<Worker> make_simd_worker(int board_size, int depth, const SimdKernels& kernel,
                                         const BatchLimits& limits);

}  // namespace nqueens::counting
