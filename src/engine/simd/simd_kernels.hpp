// The interface of the kernels of the engine `simd` (see base/cpu_features.hpp). It knows nothing
// of prefixes, weights or tasks.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/cpu_features.hpp"

namespace nqueens::engine {

/// A rest has at most this many columns: a row is one 16-bit lane.
inline constexpr int kMaxRest = 16;

/// A square part of a board of which some rows and columns are taken. Its columns are adjacent;
/// taken rows may lie between its rows.
struct SubBoard {
  int rows = 0;               ///< and as many columns
  std::uint16_t columns = 0;  ///< mask of all columns
  /// On these squares of each row no queen may stand.
  std::uint16_t blocked[kMaxRest] = {};
  /// This many rows of the whole board lie from each row to the next; 1 if they are adjacent.
  std::uint8_t gap[kMaxRest] = {};
  /// Solutions with a queen in these columns of the last row are also counted apart.
  std::uint16_t tied_columns = 0;
};

struct SubBoardCount {
  std::uint64_t solutions = 0;
  std::uint64_t tied = 0;  ///< solutions whose last queen stands in tied_columns
  /// Nodes are partial placements of one queen or more that pass the look-ahead below with at least
  /// three rows to go, the same for every kernel.
  std::uint64_t nodes = 0;
};

/// A stop token without its inline functions, which kernel files must not define.
struct StopPoll {
  const void* token = nullptr;
  bool (*requested)(const void* token) = nullptr;
};

struct BatchLimits {
  std::uint32_t threshold = 2048;  ///< states of a level that make it worth a batch, at least 1
  std::uint32_t batch = 4096;      ///< states taken from it at once
};

/// Counts the rest. Returns false when stopped; the count is then invalid. `scratch` has
/// scratch_bytes(limits) bytes and begins at a multiple of 64.
struct SimdKernels {
  base::InstructionSet instruction_set;
  bool (*count)(const SubBoard& board, void* scratch, const BatchLimits& limits,
                const StopPoll& stop, SubBoardCount& count);
  std::size_t (*scratch_bytes)(const BatchLimits& limits);
};

/// The look-ahead that a partial placement must pass, by the number of rows it leaves, three or
/// more: this many of the next rows have a free square. (Static, since kernels must not share it.)
static constexpr int rows_ahead(int rows_left) {
  return rows_left <= 5 ? rows_left : 2;
}
/// If these are all rows left, every free column also has a free square in one of them.
static constexpr bool columns_ahead(int rows_left) {
  return rows_left <= 5;
}

extern const SimdKernels kSimdPortable;
extern const SimdKernels kSimdAvx2;
extern const SimdKernels kSimdAvx512;
const base::KernelTable<SimdKernels>& simd_kernels();

}  // namespace nqueens::engine
