// The inner loops of the colour join, one set for each instruction set. All of them work on a tile:
// 16 granules of 16 lanes, 256 bytes of bits. They give the same numbers for all instruction sets.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/kernel_table.hpp"
#include "counting/colour_join/layout.hpp"

namespace nqueens::counting {

/// Rows and columns by which the masks of squares lie in scratch memory: tile [row * 16 + column].
inline constexpr std::size_t kSquareColumns = 16;

/// Numbers of one matrix: a row for each column set of the second piece, a column for each lane.
struct PairMatrix {
  std::uint16_t* numbers = nullptr;
  std::size_t stride = 0;  ///< numbers in a row, whole granules
  std::size_t rows = 0;    ///< whole granules too
};

/// What count_pairs() needs to know of one tile of a group.
struct PairTile {
  const std::uint8_t* heads = nullptr;  ///< masks, one tile each
  const std::uint8_t* tails = nullptr;
  const std::uint32_t* granule_lanes = nullptr;  ///< of the tile's granules in use
  std::size_t granules = 0;                      ///< 1 to 16
};

/// The entries of a SecondGroup, as plain pointers: files of one instruction set call nothing that
/// the linker might share with the rest of the program.
struct PairEntries {
  const std::uint16_t* column_sets = nullptr;
  std::size_t sets = 0;
  const std::uint32_t* begins = nullptr;
  const std::uint32_t* entries = nullptr;
  /// Only the entries of every set from here on, and no more than `most`.
  std::uint32_t first = 0;
  std::uint32_t most = 0xFFFFFFFF;
};

/// A matrix number that has reached this may have been larger.
inline constexpr std::uint16_t kSaturated = 0xFFFF;

struct ColourKernels {
  base::InstructionSet instruction_set;

  /// out = all without the pieces on diagonal p or antidiagonal q; one tile each.
  void (*square_mask)(const std::uint8_t* all, const std::uint8_t* p, const std::uint8_t* q,
                      std::uint8_t* out);

  /// Computes the masks of all leaves of a walk: those pieces that no queen of the head or tail
  /// attacks. `levels` is scratch of 33 tiles whose first is the state before any queen.
  void (*walk_masks)(const MaskStep* steps, std::size_t count, const std::uint8_t* squares,
                     std::uint8_t* levels, std::uint8_t* masks);

  /// For each column set with row_of_set >= 0 adds to its row of the matrix, for each lane, the
  /// pairs of an entry of the set and a piece of the lane that do not attack each other: the bits
  /// of heads[head] & tails[tail]. Sums saturate at kSaturated.
  void (*count_pairs)(const PairEntries& entries, const std::int32_t* row_of_set,
                      const PairTile& tile, const PairMatrix& matrix);

  std::uint16_t (*largest)(const PairMatrix& matrix);

  /// Sum over i, j of a(i, j) b(j, i). Precondition: a.rows == b.stride, b.rows == a.stride, and
  /// a_most and b_most bound the numbers. Exact: below 2^64 for matrices up to 2^16 by 2^16.
  std::uint64_t (*trace)(const PairMatrix& a, std::uint16_t a_most, const PairMatrix& b,
                         std::uint16_t b_most);
};

extern const ColourKernels kColourPortable;
extern const ColourKernels kColourAvx2;
extern const ColourKernels kColourAvx512;
const base::KernelTable<ColourKernels>& colour_kernels();

}  // namespace nqueens::counting
